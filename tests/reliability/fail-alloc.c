/* fail-alloc.c: preloaded library in which one large allocation fails
 *
 * The allocation number TROUPE_FAIL_NUMBER (counted from 1) of those with at least TROUPE_FAIL_SIZE
 * bytes fails, and with TROUPE_FAIL_ALL all later ones too. It writes the size to standard error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *old, size_t size);

static size_t least;
static long number;
static int fails_all;
static atomic_long n_seen;

__attribute__ ((constructor)) static void
start (void)
{
  const char *text = getenv ("TROUPE_FAIL_SIZE");

  least = text != NULL ? strtoul (text, NULL, 10) : 0;
  text = getenv ("TROUPE_FAIL_NUMBER");
  number = text != NULL ? strtol (text, NULL, 10) : 0;
  fails_all = getenv ("TROUPE_FAIL_ALL") != NULL;
}

static int
is_to_fail (size_t size)
{
  char line[64];
  long seen;
  int length;

  if (number == 0 || size < least)
    return 0;
  seen = atomic_fetch_add (&n_seen, 1) + 1;
  if (seen < number || (seen > number && !fails_all))
    return 0;
  if (seen == number)
    {
      length = snprintf (line, sizeof line, "failing %zu bytes\n", size);
      if (write (STDERR_FILENO, line, (size_t) length) < 0)
        return 1;
    }
  errno = ENOMEM;
  return 1;
}

void *
malloc (size_t size)
{
  return is_to_fail (size) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  size_t total;

  if (__builtin_mul_overflow (n, size, &total) || is_to_fail (total))
    return NULL;
  return __libc_calloc (n, size);
}

void *
realloc (void *old, size_t size)
{
  return is_to_fail (size) ? NULL : __libc_realloc (old, size);
}
