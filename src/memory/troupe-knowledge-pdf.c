/* troupe-knowledge-pdf.c: PDF reader of knowledge sources, in a process with limits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-pdf"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-knowledge-file.h"

#ifdef TROUPE_HAS_POPPLER

#  include <errno.h>
#  include <fcntl.h>
#  include <poll.h>
#  include <signal.h>
#  include <sys/mman.h>
#  include <sys/prctl.h>
#  include <unistd.h>

#  include "troupe-installed-files.h"
#  include "troupe-pdf-text.h"

/* The program limits its own processor time. This ends it if it sleeps, or if the machine has too
 * much to do. */
#  define DEADLINE_SECONDS (5 * TROUPE_PDF_TEXT_MOST_SECONDS)
#  define CHUNK_SIZE 65536u

/* --- Starting the program ----------------------------------------------------------------------- */

/* (transfer full) (nullable) */
static char *
find_program (const char *path, GError **error)
{
  static const char *const others[] = { "../libexec/troupe/" TROUPE_PDF_TEXT_PROGRAM,
                                        "../memory/" TROUPE_PDF_TEXT_PROGRAM,
                                        "../../src/memory/" TROUPE_PDF_TEXT_PROGRAM, NULL };
  g_autofree char *program =
      troupe_installed_files_choose (TROUPE_LIBEXEC_DIR "/" TROUPE_PDF_TEXT_PROGRAM, others);
  g_autofree char *what = NULL;

  if (g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&program);
  what =
      g_strdup_printf (_ ("%s is required to read PDF files, but it is missing. Reinstall Troupe, "
                          "or save the text as a text file"),
                       program);
  troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path, what);

  return NULL;
}

static gboolean
refuse_system (GError **error, const char *path)
{
  const int code = errno;

  troupe_knowledge_file_refuse (error, g_io_error_from_errno (code), path, g_strerror (code));

  return FALSE;
}

/* Writes the content to a file in memory, which the program maps. Returns -1 with @error set. */
static int
make_input (const char *path, GBytes *bytes, GError **error)
{
  const int input = memfd_create (TROUPE_PDF_TEXT_PROGRAM, MFD_CLOEXEC);
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  for (gsize at = 0; input >= 0 && at < size;)
    {
      const gssize n_written = write (input, data + at, size - at);

      if (n_written < 0 && errno != EINTR)
        {
          refuse_system (error, path);
          close (input);
          return -1;
        }
      at += (gsize) MAX (n_written, 0);
    }
  if (input < 0)
    refuse_system (error, path);

  return input;
}

/* Runs in the child process, which ends with the thread that waits for it. */
static void
set_up_child (gpointer user_data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid () != GPOINTER_TO_INT (user_data))
    _exit (TROUPE_PDF_TEXT_FAILED);
}

/* @output: (out): the end of the pipe with the text. (transfer full) (nullable) */
static GSubprocess *
start (const char *path, GBytes *bytes, int *output, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *program = find_program (path, error);
  const char *const words[] = { program, NULL };
  /* Without keys and settings of the user, and without LD_LIBRARY_PATH: the program has no sandbox, and code of a document
   * may write into a folder of this path. */
  char language[] = "LANG=C.UTF-8";
  char *environment[] = { language, NULL };
  int input = program != NULL ? make_input (path, bytes, error) : -1;
  GSubprocess *self;
  int ends[2];

  if (input < 0)
    return NULL;
  if (pipe2 (ends, O_CLOEXEC) != 0)
    {
      refuse_system (error, path);
      close (input);
      return NULL;
    }
  g_subprocess_launcher_set_environ (launcher, environment);
  g_subprocess_launcher_set_cwd (launcher, "/");
  g_subprocess_launcher_take_stdin_fd (launcher, input);
  g_subprocess_launcher_take_stdout_fd (launcher, ends[1]);
  g_subprocess_launcher_set_child_setup (launcher, set_up_child, GINT_TO_POINTER (getpid ()), NULL);
  self = g_subprocess_launcher_spawnv (launcher, words, error);
  if (self == NULL)
    close (ends[0]);
  *output = ends[0];

  return self;
}

/* --- Reading its text --------------------------------------------------------------------------- */

/* Waits for output. Returns FALSE with @error set if there is none in time, or on cancellation. */
static gboolean
wait_output (const char *path,
             int output,
             gint64 deadline_us,
             GCancellable *cancellable,
             GError **error)
{
  GPollFD polls[2] = { { output, G_IO_IN, 0 } };
  const guint n_polls = 1 + (g_cancellable_make_pollfd (cancellable, &polls[1]) ? 1 : 0);
  gint64 left_us;

  do
    {
      left_us = deadline_us - g_get_monotonic_time ();
    }
  while (left_us > 0 && !g_cancellable_is_cancelled (cancellable) &&
         g_poll (polls, n_polls, (int) (left_us / 1000) + 1) < 0 && errno == EINTR);
  if (n_polls > 1)
    g_cancellable_release_fd (cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (left_us > 0)
    return TRUE;
  troupe_knowledge_file_refuse (error, G_IO_ERROR_TIMED_OUT, path,
                                _ ("reading it takes too long. Save the text as a text file"));

  return FALSE;
}

/* Reads until the program closes its output. (transfer full) (nullable) */
static GString *
read_output (const char *path, int output, GCancellable *cancellable, GError **error)
{
  const gint64 deadline_us = g_get_monotonic_time () + DEADLINE_SECONDS * G_USEC_PER_SEC;
  g_autofree char *chunk = g_malloc (CHUNK_SIZE);
  GString *out = g_string_new (NULL);
  gssize n_read = 1;

  while (n_read != 0 && wait_output (path, output, deadline_us, cancellable, error))
    {
      n_read = read (output, chunk, CHUNK_SIZE);
      if (n_read < 0 && errno != EINTR && !refuse_system (error, path))
        break;
      if (out->len + (gsize) MAX (n_read, 0) > TROUPE_LIMIT_KNOWLEDGE_FILE)
        {
          troupe_knowledge_file_refuse (error, G_IO_ERROR_INVALID_DATA, path,
                                        _ ("its text is larger than 100 MB"));
          break;
        }
      g_string_append_len (out, chunk, MAX (n_read, 0));
    }
  if (n_read != 0)
    g_string_free (g_steal_pointer (&out), TRUE);

  return out;
}

/* Sets the error of a program that did not end normally. */
static void
refuse_end (GError **error, const char *path, GSubprocess *process, const char *output)
{
  g_autofree char *message = g_strchomp (g_utf8_make_valid (output, -1));
  g_autofree char *what = NULL;
  const int status =
      g_subprocess_get_if_exited (process) ? g_subprocess_get_exit_status (process) : -1;
  const int number =
      g_subprocess_get_if_signaled (process) ? g_subprocess_get_term_sig (process) : 0;
  GIOErrorEnum code = G_IO_ERROR_INVALID_DATA;

  if (status == TROUPE_PDF_TEXT_INVALID)
    what = g_strdup (message);
  else if (status == TROUPE_PDF_TEXT_LOCKED)
    {
      code = G_IO_ERROR_NOT_SUPPORTED;
      what = g_strdup (_ ("it is encrypted. Save it without a password"));
    }
  else if (status == TROUPE_PDF_TEXT_NO_LIBRARY)
    {
      code = G_IO_ERROR_NOT_SUPPORTED;
      what = g_strdup (_ ("Poppler, which is required to read PDF files, is not installed. Install "
                          "it, or save the text as a text file"));
    }
  else if (number == SIGXCPU || number == SIGKILL)
    what = g_strdup (_ ("its pages take too much processor time. Save the text as a text file"));
  else
    /* Translators: %u is a number of megabytes. */
    what = g_strdup_printf (_ ("its pages need more than %u MB of memory, or Poppler cannot read "
                               "them. Save the text as a text file"),
                            TROUPE_PDF_TEXT_MEMORY / (1024 * 1024));
  troupe_knowledge_file_refuse (error, code, path, what);
}

char *
troupe_knowledge_file_read_pdf (const char *path,
                                GBytes *bytes,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (GSubprocess) process = NULL;
  GString *out;
  int output;

  g_return_val_if_fail (path != NULL && bytes != NULL, NULL);

  process = start (path, bytes, &output, error);
  if (process == NULL)
    return NULL;
  out = read_output (path, output, cancellable, error);
  close (output);
  if (out == NULL)
    g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  if (out == NULL)
    return NULL;
  if (g_subprocess_get_successful (process) && g_utf8_validate (out->str, (gssize) out->len, NULL))
    return g_string_free (out, FALSE);
  refuse_end (error, path, process, out->str);
  g_string_free (out, TRUE);

  return NULL;
}

#else

char *
troupe_knowledge_file_read_pdf (const char *path,
                                GBytes *bytes,
                                GCancellable *cancellable,
                                GError **error)
{
  troupe_knowledge_file_refuse (error, G_IO_ERROR_NOT_SUPPORTED, path,
                                _ ("this build of Troupe has no PDF support, because it was built "
                                   "without Poppler. Save the text as a text file"));

  return NULL;
}

#endif
