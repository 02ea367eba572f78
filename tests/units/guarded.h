/* Memory whose neighbours must not be touched. */
#ifndef GUARDED_H
#define GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#if defined _WIN32
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

/* A page, from start to end, between two that are not there. */
struct guarded {
    unsigned char *pages, *start, *end;
    size_t size;
};

#if defined _WIN32
static inline bool guarded_page(struct guarded *guarded)
{
    enum { PAGE = 4096 };

    guarded->size = 3 * PAGE;
    guarded->pages = VirtualAlloc(NULL, guarded->size, MEM_RESERVE, PAGE_NOACCESS);
    guarded->start = guarded->pages + PAGE;
    guarded->end = guarded->start + PAGE;
    return guarded->pages != NULL &&
           VirtualAlloc(guarded->start, PAGE, MEM_COMMIT, PAGE_READWRITE) != NULL;
}

static inline bool guarded_free(struct guarded *guarded)
{
    return VirtualFree(guarded->pages, 0, MEM_RELEASE) != 0;
}
#else
static inline bool guarded_page(struct guarded *guarded)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *pages = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    guarded->size = 3 * page;
    guarded->pages = pages;
    guarded->start = guarded->pages + page;
    guarded->end = guarded->start + page;
    return pages != MAP_FAILED && mprotect(guarded->start, page, PROT_READ | PROT_WRITE) == 0;
}

static inline bool guarded_free(struct guarded *guarded)
{
    return munmap(guarded->pages, guarded->size) == 0;
}
#endif

#endif
