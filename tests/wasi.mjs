// Runs fidourl for WASI by Node, 18 or newer: node --no-warnings tests/wasi.mjs PROGRAM.wasm [ARGUMENT...]
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { WASI } from 'node:wasi';

// wasi-libc of 2022 takes the folders / and . for the same one: instead of /, those in it. Links here lead
// out of what is given: so what they lead to is given, too.
const preopens = { '.': '.' };
const entries = [
    ...readdirSync('/').map((name) => `/${name}`),
    ...readdirSync('.', { withFileTypes: true }).filter((entry) => entry.isSymbolicLink()).map((entry) => entry.name),
];
for (const path of entries) {
    try {
        if (statSync(path).isDirectory()) {
            preopens[path] = path;
        }
    } catch {
        // a link to nothing
    }
}
const wasi = new WASI({ version: 'preview1', env: process.env, preopens, returnOnExit: true });
// Called straight from WebAssembly, by V8's fast API calls, these crash Node 20 once memory has grown: so all
// are called from here.
const imports = { wasi_snapshot_preview1: {} };
for (const [name, call] of Object.entries(wasi.wasiImport)) {
    imports.wasi_snapshot_preview1[name] = (...args) => call(...args);
}
const module = new WebAssembly.Module(readFileSync(process.argv[2]));

// Node makes arguments UTF-8. Here they are as octets, each with its NUL.
const given = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
const args = ['fidourl', ...given.slice(given.length - process.argv.length + 3)]
    .map((text) => Buffer.from(`${text}\0`, 'latin1'));
const memory = () => Buffer.from(instance.exports.memory.buffer);
Object.assign(imports.wasi_snapshot_preview1, {
    args_sizes_get(n, size) {
        memory().writeUInt32LE(args.length, n);
        memory().writeUInt32LE(Buffer.concat(args).length, size);
        return 0;
    },
    args_get(pointers, octets) {
        args.forEach((argument, i) => {
            memory().writeUInt32LE(octets, pointers + 4 * i);
            octets += argument.copy(memory(), octets);
        });
        return 0;
    },
});
const instance = new WebAssembly.Instance(module, imports);
process.exitCode = wasi.start(instance);
