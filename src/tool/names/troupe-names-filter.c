/* troupe-names-filter.c: the system calls that a supervisor of names executes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-names-filter.h"
#include "troupe-names-modes.h"

#if defined(__x86_64__)
#  define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#  define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#  define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#ifdef ARCHITECTURE

#  define FIELD(name) ((guint32) offsetof (struct seccomp_data, name))

/* Numbers from here on belong to the x32 ABI of the same processor. */
#  define FIRST_X32 0x40000000u

/* The part of an ioctl that identifies it in its family of devices or file systems. */
#  define KIND_OF_IOCTL 0xffffu

/* The supervisor executes these. A file of O_TMPFILE has no name before linkat(). A local socket gets its name from bind(). */
static const int supervised[] = {
#  ifdef SYS_creat
  SYS_creat,    SYS_link,   SYS_mkdir,   SYS_mknod,     SYS_rename,    SYS_symlink,
#  endif
#  ifdef SYS_renameat
  SYS_renameat,
#  endif
  SYS_mkdirat,  SYS_linkat, SYS_mknodat, SYS_renameat2, SYS_symlinkat, SYS_truncate, SYS_bind,
};

/* The same for those that create or change a file only with some flags, with the index of the flags. */
static const struct
{
  int number;
  int flags;
} supervised_opens[] = {
#  ifdef SYS_open
  { SYS_open, 1 },
#  endif
  { SYS_openat, 2 },
};

/* Calls that set the mode of a file, with the index of the mode, which are supervised if they make it executable. */
static const struct
{
  int number;
  int mode;
} supervised_modes[] = {
#  ifdef SYS_chmod
  { SYS_chmod, 1 },
#  endif
  { SYS_fchmod, 1 },
  { SYS_fchmodat, 2 },
  { TROUPE_NAMES_FCHMODAT2, 2 },
};

/* Calls of which a filter does not see what they create. A program in a mount namespace of its own could show the folder at another
 * path or in layers, where the supervisor would not recognize it. */
static const struct
{
  int number;
  int error;
} refused[] = {
  { SYS_openat2, ENOSYS },          { SYS_io_uring_setup, ENOSYS },
  { SYS_io_uring_enter, ENOSYS },   { SYS_io_uring_register, ENOSYS },
  { SYS_open_by_handle_at, EPERM }, { SYS_mount, EPERM },
  { SYS_umount2, EPERM },           { SYS_pivot_root, EPERM },
  { SYS_open_tree, ENOSYS },        { SYS_move_mount, ENOSYS },
  { SYS_fsopen, ENOSYS },           { SYS_fsconfig, ENOSYS },
  { SYS_fsmount, ENOSYS },          { SYS_fspick, ENOSYS },
  { SYS_clone3, ENOSYS },           { SYS_pidfd_getfd, EPERM },
#  ifdef SYS_mount_setattr
  { SYS_mount_setattr, ENOSYS },
#  endif
};

/* Requests of file systems that create a name: subvolumes and snapshots of btrfs and bcachefs, and links with shared content of
 * ocfs2; and those that set the attributes of a file (`chattr`), such as the one with which a folder ignores case. Programs that copy
 * attributes continue without them. */
static const guint32 creating_ioctls[] = {
  (0x94 << 8) | 1,  (0x94 << 8) | 14, (0x94 << 8) | 23, (0x94 << 8) | 24,
  (0xbc << 8) | 16, ('o' << 8) | 4,   ('f' << 8) | 2,   ('X' << 8) | 32,
};

/* Calls that begin with this number are not known to this program, such as open_tree_attr(), which returns a copy of a mount whose
 * paths begin at its root. Programs continue without them. */
#  define FIRST_UNKNOWN 467u

#  ifndef SYS_clone3
#    define SYS_clone3 435
#  endif

/* Calls with flags in their first argument, which create no mount namespace: mounts and paths in it would differ from those that the supervisor
 * knows. Those of clone3() are in memory; programs use clone() instead. */
static const int unsharing[] = { SYS_unshare, SYS_clone };

static void
add_statement (GArray *filter, guint16 code, guint32 value)
{
  const struct sock_filter statement = BPF_STMT (code, value);

  g_array_append_val (filter, statement);
}

static void
add_jump (GArray *filter, guint16 code, guint32 value, guint8 if_true, guint8 if_false)
{
  const struct sock_filter jump =
      BPF_JUMP ((guint16) (BPF_JMP | BPF_K | code), value, if_true, if_false);

  g_array_append_val (filter, jump);
}

/* Adds a statement that is skipped unless the loaded number is @value. */
static void
add_if_equal (GArray *filter, guint32 value, guint32 result)
{
  add_jump (filter, BPF_JEQ, value, 0, 1);
  add_statement (filter, BPF_RET | BPF_K, result);
}

static GArray *
make_filter (void)
{
  GArray *filter = g_array_new (FALSE, FALSE, sizeof (struct sock_filter));

  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (arch));
  add_jump (filter, BPF_JEQ, ARCHITECTURE, 1, 0);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (nr));
  add_jump (filter, BPF_JGE, FIRST_X32, 0, 1);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  add_jump (filter, BPF_JGE, FIRST_UNKNOWN, 0, 1);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  for (guint i = 0; i < G_N_ELEMENTS (unsharing); i++)
    {
      add_jump (filter, BPF_JEQ, (guint32) unsharing[i], 0, 4);
      add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[0]));
      add_jump (filter, BPF_JSET, CLONE_NEWNS, 0, 1);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
  for (guint i = 0; i < G_N_ELEMENTS (supervised_opens); i++)
    {
      add_jump (filter, BPF_JEQ, (guint32) supervised_opens[i].number, 0, 7);
      add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[supervised_opens[i].flags]));
      /* The kernel ignores other flags with O_PATH. A folder cannot be opened for writing, and a file of O_TMPFILE, which contains
       * O_DIRECTORY, is new and has no name. */
      add_jump (filter, BPF_JSET, O_PATH, 4, 0);
      add_jump (filter, BPF_JSET, O_CREAT, 2, 0);
      add_jump (filter, BPF_JSET, O_DIRECTORY, 2, 0);
      add_jump (filter, BPF_JSET, O_WRONLY | O_RDWR | O_TRUNC, 0, 1);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
  for (guint i = 0; i < G_N_ELEMENTS (supervised_modes); i++)
    {
      add_jump (filter, BPF_JEQ, (guint32) supervised_modes[i].number, 0, 4);
      add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[supervised_modes[i].mode]));
      add_jump (filter, BPF_JSET, S_IXUSR | S_IXGRP | S_IXOTH, 0, 1);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
  for (guint i = 0; i < G_N_ELEMENTS (supervised); i++)
    add_if_equal (filter, (guint32) supervised[i], SECCOMP_RET_USER_NOTIF);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    add_if_equal (filter, (guint32) refused[i].number,
                  SECCOMP_RET_ERRNO | (guint32) refused[i].error);
  /* The limits of the supervisor are not changed: it could then report nothing. */
  add_jump (filter, BPF_JEQ, SYS_prlimit64, 0, 4);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[0]));
  add_jump (filter, BPF_JEQ, 0, 1, 0);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  add_jump (filter, BPF_JEQ, SYS_ioctl, 1, 0);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[1]));
  add_statement (filter, BPF_ALU | BPF_AND | BPF_K, KIND_OF_IOCTL);
  for (guint i = 0; i < G_N_ELEMENTS (creating_ioctls); i++)
    add_if_equal (filter, creating_ioctls[i], SECCOMP_RET_ERRNO | EPERM);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);

  return filter;
}

int
troupe_names_filter_install (void)
{
  g_autoptr (GArray) filter = make_filter ();
  const struct sock_fprog program = { (unsigned short) filter->len,
                                      (struct sock_filter *) (void *) filter->data };
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  int listener = -1;

  /* A signal then does not interrupt a call that the supervisor has begun, which would be executed twice. */
#  ifdef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
  listener = (int) syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                            flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
  if (listener >= 0 || errno != EINVAL)
    return listener;
#  endif
  listener = (int) syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  return listener;
}

#else

int
troupe_names_filter_install (void)
{
  errno = ENOSYS;
  return -1;
}

#endif
