/* no-network.c: runs a program that is killed if it starts another one or opens a socket
 *
 * usage: no-network PROGRAM ARGUMENT…
 *
 * The seccomp filter is in the kernel, so no library or system call of the program bypasses it. The
 * only execveat that is permitted starts the program. It is identified by the number of its file
 * descriptor, which the execveat closes. If TROUPE_WRITABLE names a folder and the system supports
 * Landlock rules, writing outside of this folder is also denied. Exits with 77 if the system does
 * not support seccomp filters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "no-network.h"
#include "only-folder.h"

#define SKIPPED 77

int
main (int argc, char **argv)
{
  const char *writable = getenv ("TROUPE_WRITABLE");
  int fd = -1;

  if (argc < 2)
    return 2;
  fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  if (fd < 0 || dup3 (fd, NO_NETWORK_PROGRAM_FD, O_CLOEXEC) < 0)
    {
      fprintf (stderr, "no-network: %s: %s\n", argv[1], strerror (errno));
      return 2;
    }
  /* The leak sanitizer is disabled because it would start a separate process. */
  setenv ("ASAN_OPTIONS", "detect_leaks=0", 1);
  if (writable != NULL && only_folder_install (writable) != 0)
    fprintf (stderr, "no-network: no rule for files: %s\n", strerror (errno));
  if (no_network_install () != 0)
    {
      fprintf (stderr, "no-network: no filter: %s\n", strerror (errno));
      return SKIPPED;
    }
  syscall (__NR_execveat, NO_NETWORK_PROGRAM_FD, "", argv + 1, environ, AT_EMPTY_PATH);
  fprintf (stderr, "no-network: %s: %s\n", argv[1], strerror (errno));
  return 2;
}
