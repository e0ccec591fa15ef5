/* record-writes.c: preloaded library that records what a program writes to a folder
 *
 * The environment variable TROUPE_RECORD_ROOT is the folder, and TROUPE_RECORD_LOG the file that
 * receives the records. A record is a struct record, followed by two byte strings. Records are in
 * the order in which the calls returned, because a mutex covers the call and its record.
 * Standard output is recorded too: it shows what the program had promised at that moment.
 * power_cut.py reads the records. Calls that it could not replay are recorded as `X`.
 *
 * TROUPE_RECORD_WITHOUT lists calls that are not recorded, such as `fsync`, as if the program did
 * not make them. With these, power_cut.py has to find wrong states.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* @kind: C create, W write, T truncate, S sync, R rename, U unlink, M make folder, P printed, X
 * unknown. @inode: of the file, 0 if there is none. @offset: where a write begins, or the new size
 * of a truncated file. */
struct record
{
  uint32_t kind;
  uint32_t length[2];
  uint32_t unused;
  uint64_t inode;
  int64_t offset;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_file = -1;
static const char *root;
static const char *without = "";

#define NEXT(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

__attribute__ ((constructor)) static void
start (void)
{
  const char *path = getenv ("TROUPE_RECORD_LOG");

  root = getenv ("TROUPE_RECORD_ROOT");
  if (getenv ("TROUPE_RECORD_WITHOUT") != NULL)
    without = getenv ("TROUPE_RECORD_WITHOUT");
  if (path != NULL && root != NULL)
    log_file = NEXT (open) (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int
is_inside (const char *path)
{
  const size_t length = root != NULL ? strlen (root) : 0;

  return log_file >= 0 && strncmp (path, root, length) == 0 &&
         (path[length] == '/' || path[length] == '\0');
}

/* Returns the absolute path of @name, relative to @folder, without resolving symbolic links of
 * its last element. The folder may also be the descriptor in "/proc/self/fd/N/NAME", which is how
 * SQLite opens the files of an open folder. */
static void
make_path (char path[PATH_MAX], int folder, const char *name)
{
  char link[64], base[PATH_MAX];
  ssize_t length;
  int n_prefix = 0;

  if (sscanf (name, "/proc/self/fd/%d/%n", &folder, &n_prefix) == 1 && n_prefix > 0)
    name += n_prefix;
  if (name[0] == '/')
    {
      snprintf (path, PATH_MAX, "%s", name);
      return;
    }
  snprintf (link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
  length = readlink (link, base, sizeof base - 1);
  base[length > 0 ? length : 0] = '\0';
  if (snprintf (path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX)
    path[0] = '\0';
}

/* Returns whether the open file is inside the folder. */
static int
find_file (int file, char path[PATH_MAX], uint64_t *inode)
{
  char link[64];
  struct stat status;
  ssize_t length;

  snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  length = log_file >= 0 ? readlink (link, path, PATH_MAX - 1) : -1;
  if (length < 0)
    return 0;
  path[length] = '\0';
  if (!is_inside (path) || fstat (file, &status) != 0)
    return 0;
  *inode = status.st_ino;
  return 1;
}

static void
put (char kind,
     uint64_t inode,
     int64_t offset,
     const void *first,
     size_t n_first,
     const void *second,
     size_t n_second)
{
  struct record record = {
    (uint32_t) kind, { (uint32_t) n_first, (uint32_t) n_second }, 0, inode, offset
  };
  const struct iovec parts[] = { { &record, sizeof record },
                                 { (void *) first, n_first },
                                 { (void *) second, n_second } };
  const int saved = errno;

  if (NEXT (writev) (log_file, parts, 3) != (ssize_t) (sizeof record + n_first + n_second))
    abort ();
  errno = saved;
}

static void
put_path (char kind, uint64_t inode, int64_t offset, const char *path)
{
  put (kind, inode, offset, path, strlen (path), NULL, 0);
}

static int
is_left_out (const char *name)
{
  return strstr (without, name) != NULL;
}

/* --- Opening ---------------------------------------------------------------------------------- */

typedef int (*OpenFunc) (int folder, const char *name, int flags, mode_t mode);

static int
open_recorded (int folder, const char *name, int flags, mode_t mode)
{
  OpenFunc open_at = (OpenFunc) dlsym (RTLD_NEXT, "openat64");
  char path[PATH_MAX];
  struct stat status;
  int file, existed;

  make_path (path, folder, name);
  if ((flags & (O_CREAT | O_TRUNC)) == 0 || !is_inside (path))
    return open_at (folder, name, flags, mode);
  pthread_mutex_lock (&mutex);
  existed = stat (path, &status) == 0;
  file = open_at (folder, name, flags, mode);
  if (file >= 0 && fstat (file, &status) == 0)
    {
      if (!existed)
        put_path ('C', status.st_ino, 0, path);
      else if ((flags & O_TRUNC) != 0)
        put_path ('T', status.st_ino, 0, path);
    }
  pthread_mutex_unlock (&mutex);
  return file;
}

static mode_t
get_mode (int flags, va_list list)
{
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg (list, mode_t) : 0;
}

#define OPEN(symbol)                                                                               \
  int symbol (const char *name, int flags, ...);                                                   \
  int symbol (const char *name, int flags, ...)                                                    \
  {                                                                                                \
    va_list list;                                                                                  \
    mode_t mode;                                                                                   \
                                                                                                   \
    va_start (list, flags);                                                                        \
    mode = get_mode (flags, list);                                                                 \
    va_end (list);                                                                                 \
    return open_recorded (AT_FDCWD, name, flags, mode);                                            \
  }

#define OPEN_AT(symbol)                                                                            \
  int symbol (int folder, const char *name, int flags, ...);                                       \
  int symbol (int folder, const char *name, int flags, ...)                                        \
  {                                                                                                \
    va_list list;                                                                                  \
    mode_t mode;                                                                                   \
                                                                                                   \
    va_start (list, flags);                                                                        \
    mode = get_mode (flags, list);                                                                 \
    va_end (list);                                                                                 \
    return open_recorded (folder, name, flags, mode);                                              \
  }

OPEN (open)
OPEN (open64)
OPEN (__open_2)
OPEN (__open64_2)
OPEN_AT (openat)
OPEN_AT (openat64)
OPEN_AT (__openat_2)
OPEN_AT (__openat64_2)

/* --- Writing ---------------------------------------------------------------------------------- */

static ssize_t
write_recorded (int file, const void *data, size_t length, int64_t offset)
{
  char path[PATH_MAX];
  uint64_t inode;
  ssize_t n_written;
  const int is_tracked = find_file (file, path, &inode);
  int64_t at = offset;

  if (!is_tracked && (file != STDOUT_FILENO || log_file < 0))
    return offset < 0 ? NEXT (write) (file, data, length)
                      : NEXT (pwrite64) (file, data, length, offset);
  pthread_mutex_lock (&mutex);
  if (is_tracked && offset < 0)
    at = lseek (file, 0, (fcntl (file, F_GETFL) & O_APPEND) != 0 ? SEEK_END : SEEK_CUR);
  n_written =
      offset < 0 ? NEXT (write) (file, data, length) : NEXT (pwrite64) (file, data, length, offset);
  if (n_written > 0)
    put (is_tracked ? 'W' : 'P', is_tracked ? inode : 0, at, data, (size_t) n_written, NULL, 0);
  pthread_mutex_unlock (&mutex);
  return n_written;
}

ssize_t
write (int file, const void *data, size_t length)
{
  return write_recorded (file, data, length, -1);
}

ssize_t
pwrite (int file, const void *data, size_t length, off_t offset)
{
  return write_recorded (file, data, length, offset);
}

ssize_t
pwrite64 (int file, const void *data, size_t length, off64_t offset)
{
  return write_recorded (file, data, length, offset);
}

/* Writes only the first part; callers continue after a short write. */
ssize_t
writev (int file, const struct iovec *parts, int n_parts)
{
  char path[PATH_MAX];
  uint64_t inode;

  if (n_parts > 0 && (file == STDOUT_FILENO || find_file (file, path, &inode)))
    return write_recorded (file, parts[0].iov_base, parts[0].iov_len, -1);
  return NEXT (writev) (file, parts, n_parts);
}

static int
truncate_recorded (int file, int64_t size)
{
  char path[PATH_MAX];
  uint64_t inode;
  int result;

  if (!find_file (file, path, &inode))
    return NEXT (ftruncate64) (file, size);
  pthread_mutex_lock (&mutex);
  result = NEXT (ftruncate64) (file, size);
  if (result == 0)
    put_path ('T', inode, size, path);
  pthread_mutex_unlock (&mutex);
  return result;
}

int
ftruncate (int file, off_t size)
{
  return truncate_recorded (file, size);
}

int
ftruncate64 (int file, off64_t size)
{
  return truncate_recorded (file, size);
}

int
posix_fallocate (int file, off_t offset, off_t length)
{
  char path[PATH_MAX];
  uint64_t inode;

  if (find_file (file, path, &inode))
    put_path ('X', inode, 0, "posix_fallocate");
  return NEXT (posix_fallocate) (file, offset, length);
}

/* The index of a WAL is mapped; it is rebuilt after a crash. */
void *
mmap (void *address, size_t length, int protection, int flags, int file, off_t offset)
{
  char path[PATH_MAX];
  uint64_t inode;

  if ((flags & MAP_SHARED) != 0 && (protection & PROT_WRITE) != 0 && file >= 0 &&
      find_file (file, path, &inode) && strstr (path, "-shm") == NULL)
    put_path ('X', inode, 0, "mmap");
  return NEXT (mmap) (address, length, protection, flags, file, offset);
}

/* --- Making durable ----------------------------------------------------------------------------*/

static int
sync_recorded (int file, int (*sync_file) (int))
{
  char path[PATH_MAX];
  struct stat status;
  uint64_t inode;
  int result, is_folder;

  if (!find_file (file, path, &inode))
    return sync_file (file);
  is_folder = fstat (file, &status) == 0 && S_ISDIR (status.st_mode);
  pthread_mutex_lock (&mutex);
  result = sync_file (file);
  if (result == 0 && !is_left_out (is_folder ? "folder" : "file"))
    put_path ('S', inode, is_folder, path);
  pthread_mutex_unlock (&mutex);
  return result;
}

int
fsync (int file)
{
  return sync_recorded (file, NEXT (fsync));
}

int
fdatasync (int file)
{
  return sync_recorded (file, NEXT (fdatasync));
}

/* --- Names ------------------------------------------------------------------------------------ */

int
renameat (int old_folder, const char *old_name, int new_folder, const char *new_name)
{
  char old_path[PATH_MAX], new_path[PATH_MAX];
  int result;

  make_path (old_path, old_folder, old_name);
  make_path (new_path, new_folder, new_name);
  pthread_mutex_lock (&mutex);
  result = NEXT (renameat) (old_folder, old_name, new_folder, new_name);
  if (result == 0 && (is_inside (old_path) || is_inside (new_path)))
    put ('R', 0, 0, old_path, strlen (old_path), new_path, strlen (new_path));
  pthread_mutex_unlock (&mutex);
  return result;
}

int
rename (const char *old_name, const char *new_name)
{
  return renameat (AT_FDCWD, old_name, AT_FDCWD, new_name);
}

int
unlinkat (int folder, const char *name, int flags)
{
  char path[PATH_MAX];
  int result;

  make_path (path, folder, name);
  pthread_mutex_lock (&mutex);
  result = NEXT (unlinkat) (folder, name, flags);
  if (result == 0 && is_inside (path))
    put_path ('U', 0, 0, path);
  pthread_mutex_unlock (&mutex);
  return result;
}

int
unlink (const char *name)
{
  return unlinkat (AT_FDCWD, name, 0);
}

int
mkdirat (int folder, const char *name, mode_t mode)
{
  char path[PATH_MAX];
  int result;

  make_path (path, folder, name);
  pthread_mutex_lock (&mutex);
  result = NEXT (mkdirat) (folder, name, mode);
  if (result == 0 && is_inside (path))
    put_path ('M', 0, 0, path);
  pthread_mutex_unlock (&mutex);
  return result;
}

int
mkdir (const char *name, mode_t mode)
{
  return mkdirat (AT_FDCWD, name, mode);
}
