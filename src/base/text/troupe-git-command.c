/* troupe-git-command.c: asks Git about the objects of a repository
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-git-command"

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-git-command.h"
#include "troupe-search-paths.h"

/* How long Git may take, in milliseconds. */
#define PATIENCE_MS 20000
/* Maximum size of what Git prints, in bytes. */
#define MOST_BYTES (256u * 1024 * 1024)
/* Descriptors of the repository and of the index in the process of Git. */
#define GIT_DESCRIPTOR 3
#define INDEX_DESCRIPTOR 4

static const char *const environment[] = {
  "GIT_DIR=/proc/self/fd/3",  "GIT_CONFIG_GLOBAL=/dev/null",
  "GIT_CONFIG_NOSYSTEM=1",    "GIT_OPTIONAL_LOCKS=0",
  "GIT_NO_REPLACE_OBJECTS=1", "GIT_NO_LAZY_FETCH=1",
  "GIT_ALLOW_PROTOCOL=none",  "GIT_TERMINAL_PROMPT=0",
  "GIT_GRAFT_FILE=/dev/null", "LC_ALL=C",
  "PATH=/usr/bin:/bin",       NULL
};

static const char *const settings[] = { "--no-pager",
                                        "-c",
                                        "core.fsmonitor=false",
                                        "-c",
                                        "core.hooksPath=/dev/null",
                                        "-c",
                                        "core.commitGraph=false",
                                        "-c",
                                        "core.multiPackIndex=false",
                                        "-c",
                                        "core.untrackedCache=false",
                                        NULL };

/* Returns the descriptor of a file without a name that contains @bytes, or -1. @bytes: (nullable) */
static int
make_file (GBytes *bytes)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  const int file = memfd_create ("troupe-git", MFD_CLOEXEC);

  if (file < 0 || length == 0 ||
      (troupe_file_write_all (file, data, length) && lseek (file, 0, SEEK_SET) == 0))
    return file;
  close (file);
  return -1;
}

/* (nullable): %NULL if it is too large */
static GBytes *
read_file (int file)
{
  struct stat status;
  guint8 *data = NULL;
  gsize done = 0;

  if (fstat (file, &status) != 0 || status.st_size > (off_t) MOST_BYTES)
    return NULL;
  data = g_malloc ((gsize) status.st_size + 1);
  while (done < (gsize) status.st_size)
    {
      const gssize length = pread (file, data + done, (gsize) status.st_size - done, (off_t) done);

      if (length < 0 && errno == EINTR)
        continue;
      if (length <= 0)
        break;
      done += (gsize) length;
    }
  return g_bytes_new_take (data, done);
}

/* Waits for the process, and kills it after the deadline. Returns TRUE if it has succeeded. */
static gboolean
wait_for (GPid process)
{
  const int descriptor = (int) syscall (SYS_pidfd_open, process, 0);
  struct pollfd state = { .fd = descriptor, .events = POLLIN };
  int status = -1;

  if (descriptor < 0 || poll (&state, 1, PATIENCE_MS) <= 0)
    kill (process, SIGKILL);
  if (descriptor >= 0)
    close (descriptor);
  while (waitpid (process, &status, 0) < 0)
    if (errno != EINTR)
      return FALSE;
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

/* (transfer full) */
static char **
make_words (const char *program, const char *const *words)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, program);
  g_strv_builder_addv (builder, (const char **) settings);
  g_strv_builder_addv (builder, (const char **) words);
  return g_strv_builder_end (builder);
}

/* Starts Git with open files. Returns 0 if that failed. */
static GPid
start (const char *const *argv, int git, int index, int input, int output)
{
  const int sources[] = { git, index };
  const int targets[] = { GIT_DESCRIPTOR, INDEX_DESCRIPTOR };
  g_auto (GStrv) variables = g_strdupv ((char **) environment);
  GPid process = 0;

  if (index >= 0)
    {
      g_autofree char *variable = g_strdup_printf ("/proc/self/fd/%d", INDEX_DESCRIPTOR);

      variables = g_environ_setenv (variables, "GIT_INDEX_FILE", variable, TRUE);
    }
  if (!g_spawn_async_with_pipes_and_fds ("/", argv, (const char *const *) variables,
                                         G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL,
                                         NULL, NULL, input, output, -1, sources, targets,
                                         index >= 0 ? 2 : 1, &process, NULL, NULL, NULL, NULL))
    return 0;
  return process;
}

GBytes *
troupe_git_command_run (int git, GBytes *index, const char *const *words, GBytes *input)
{
  g_autofree char *program = troupe_search_paths_find_system ("git");
  g_auto (GStrv) argv = NULL;
  GBytes *result = NULL;
  GPid process = 0;
  int in = -1;
  int out = -1;
  int index_file = -1;

  g_return_val_if_fail (git >= 0 && words != NULL, NULL);

  if (program == NULL)
    return NULL;
  argv = make_words (program, words);
  in = make_file (input);
  out = make_file (NULL);
  index_file = index != NULL ? make_file (index) : -1;
  if (in >= 0 && out >= 0 && (index == NULL || index_file >= 0))
    process = start ((const char *const *) argv, git, index_file, in, out);
  if (process != 0 && wait_for (process))
    result = read_file (out);
  for (guint i = 0; i < 3; i++)
    {
      const int files[] = { in, out, index_file };

      if (files[i] >= 0)
        close (files[i]);
    }
  return result;
}
