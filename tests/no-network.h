/* no-network.h: seccomp filter against new processes and sockets
 *
 * It applies to all threads of the process and to code loaded later. A process that violates it is
 * killed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Programs can only be started by an execveat of this descriptor. */
#define NO_NETWORK_PROGRAM_FD 777

#if defined(__x86_64__)
#  define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#  define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

#  define LOAD(field)                                                                              \
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, (unsigned) offsetof (struct seccomp_data, field))
#  define RETURN(action) BPF_STMT (BPF_RET | BPF_K, (action))
/* Skips the next @n_skipped instructions unless the call is @number. */
#  define IF_CALL(number, n_skipped) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (n_skipped))
#  define KILL_CALL(number) IF_CALL (number, 1), RETURN (SECCOMP_RET_KILL_PROCESS)

/* Returns 0, or -1 with errno if the system does not support such filters. */
static inline int
no_network_install (void)
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
    /* If clone3 fails, the C library uses clone, whose flags the filter can check. */
    IF_CALL (__NR_clone3, 1),
    RETURN (SECCOMP_RET_ERRNO | ENOSYS),
    IF_CALL (__NR_clone, 4),
    LOAD (args[0]),
    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    RETURN (SECCOMP_RET_ALLOW),
    RETURN (SECCOMP_RET_KILL_PROCESS),
    IF_CALL (__NR_execveat, 3),
    LOAD (args[0]),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, NO_NETWORK_PROGRAM_FD, 1, 0),
    RETURN (SECCOMP_RET_KILL_PROCESS),
    RETURN (SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof rules / sizeof rules[0], rules };

  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
  return (int) syscall (__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else

static inline int
no_network_install (void)
{
  errno = ENOSYS;
  return -1;
}

#endif
