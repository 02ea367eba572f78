# shellcheck shell=sh disable=SC2154 # the folder is that of who reads this
# CrashMail in the current folder, $folder: in/ has packets for it, and out/ what it exports.

# The settings: one area, LOCAL.TEST, of the kind and in the place named, exported to a link.
write_settings() {
    cat >settings <<SETTINGS
SYSOP "Sysop"
LOGFILE "$folder/log"
LOGLEVEL 1
DUPEFILE "$folder/dupes" 200
DUPEMODE IGNORE
LOOPMODE IGNORE
MAXPKTSIZE 500
MAXBUNDLESIZE 1000
DEFAULTZONE 2
INBOUND "$folder/in"
OUTBOUND "$folder/out"
PACKETDIR "$folder/out"
TEMPDIR "$folder/temp"
CREATEPKTDIR "$folder/temp"
STATSFILE "$folder/stats"
AKA 2:5999/1.0
DOMAIN "FidoNet"
NODE 2:5999/2.0 "" ""
NODE 2:5999/3.0 "" ""
NETMAIL "NETMAIL" 2:5999/1.0 MSG "$folder/net"
AREA "BAD" 2:5999/1.0 MSG "$folder/bad"
AREA "LOCAL.TEST" 2:5999/1.0 $1 "$2"
EXPORT 2:5999/2.0 2:5999/3.0
SETTINGS
}

# A packet in in/ of the text, from Ivan, or whoever is named.
write_packet() {
    crashwrite DIR in FROMNAME "${2-Ivan}" FROMADDR 2:5999/3 TOADDR 2:5999/1 \
        PKTFROMADDR 2:5999/3 PKTTOADDR 2:5999/1 SUBJECT "${3-no URL}" AREA LOCAL.TEST \
        ORIGIN 'no URL' TEXT "$1" >/dev/null
}

# Sorts the packets in in/ into a base of the kind, in the place named.
toss() {
    write_settings "$1" "$2"
    crashmail SETTINGS settings TOSS NOSECURITY >/dev/null
}
