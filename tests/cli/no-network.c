/* no-network.c: starts a program that is killed when it starts another one or opens a socket
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: no-network PROGRAM ARGUMENT…
 *
 * The filter sits in the kernel, so nothing that the program loads or calls gets round it. The one
 * execveat that starts the program is told from others by the number of its descriptor, which is
 * closed on the way. Exits with 77 where the system has no such filters.
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PROGRAM_FD 777
#define SKIPPED 77

#if defined(__x86_64__)
#  define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#  define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#  define LOAD(field)                                                                              \
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, (unsigned) offsetof (struct seccomp_data, field))
#  define RETURN(action) BPF_STMT (BPF_RET | BPF_K, (action))
/* Skips what follows unless the call is @number. */
#  define IF_CALL(number, n_skipped) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (n_skipped))
#  define KILL_CALL(number) IF_CALL (number, 1), RETURN (SECCOMP_RET_KILL_PROCESS)

static int
install_filter (void)
{
  static struct sock_filter rules[] = {
    LOAD (arch),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN (SECCOMP_RET_KILL_PROCESS),
    LOAD (nr),
    KILL_CALL (__NR_socket),
    KILL_CALL (__NR_socketpair),
    KILL_CALL (__NR_connect),
    KILL_CALL (__NR_execve),
    KILL_CALL (__NR_io_uring_setup),
    KILL_CALL (__NR_ptrace),
#  ifdef __NR_fork
    KILL_CALL (__NR_fork),
    KILL_CALL (__NR_vfork),
#  endif
    /* The C library then uses clone, whose flags can be looked at. */
    IF_CALL (__NR_clone3, 1),
    RETURN (SECCOMP_RET_ERRNO | ENOSYS),
    IF_CALL (__NR_clone, 4),
    LOAD (args[0]),
    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    RETURN (SECCOMP_RET_ALLOW),
    RETURN (SECCOMP_RET_KILL_PROCESS),
    IF_CALL (__NR_execveat, 3),
    LOAD (args[0]),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, PROGRAM_FD, 1, 0),
    RETURN (SECCOMP_RET_KILL_PROCESS),
    RETURN (SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

#else

static int
install_filter (void)
{
  errno = ENOSYS;
  return -1;
}

#endif

int
main (int argc, char **argv)
{
  int fd = -1;

  if (argc < 2)
    return 2;
  fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  if (fd < 0 || dup3 (fd, PROGRAM_FD, O_CLOEXEC) < 0)
    {
      fprintf (stderr, "no-network: %s: %s\n", argv[1], strerror (errno));
      return 2;
    }
  if (install_filter () != 0)
    {
      fprintf (stderr, "no-network: no filter: %s\n", strerror (errno));
      return SKIPPED;
    }
  syscall (__NR_execveat, PROGRAM_FD, "", argv + 1, environ, AT_EMPTY_PATH);
  fprintf (stderr, "no-network: %s: %s\n", argv[1], strerror (errno));
  return 2;
}
