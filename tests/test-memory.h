/* test-memory.h: largest memory of the process while something is tried
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

G_BEGIN_DECLS

/* Returns a field of /proc/self/status such as “VmHWM:” in bytes, 0 if there is none. */
static inline gsize
test_memory_read (const char *field)
{
  g_autofree char *text = NULL;
  const char *found;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  found = strstr (text, field);
  return found != NULL ? (gsize) g_ascii_strtoull (found + strlen (field), NULL, 10) * 1024 : 0;
}

/* Begins a new measurement. Returns the present memory in bytes; %G_MAXSIZE if the system cannot
 * measure it, or if a sanitizer takes memory of its own. */
static inline gsize
test_memory_begin (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  return G_MAXSIZE;
#else
  FILE *file;
  gboolean done;

  /* What was freed before would be used again, without being measured. */
  malloc_trim (0);
  file = fopen ("/proc/self/clear_refs", "w");
  done = file != NULL && fputs ("5", file) >= 0;
  done = file != NULL && fclose (file) == 0 && done;
  return done ? test_memory_read ("VmRSS:") : G_MAXSIZE;
#endif
}

/* Returns how much memory was taken at most since test_memory_begin() returned @begin, in bytes. */
static inline gsize
test_memory_end (gsize begin)
{
  const gsize most = begin != G_MAXSIZE ? test_memory_read ("VmHWM:") : 0;

  return most > begin ? most - begin : 0;
}

G_END_DECLS
