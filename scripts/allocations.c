// Counts allocations for scripts/check-allocations: preloaded, it prints the number at the end.

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);

static atomic_ulong count;

void *malloc(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "allocations: %lu\n", (unsigned long)count);
}
