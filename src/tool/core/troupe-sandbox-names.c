/* troupe-sandbox-names.c: keeps code in a sandbox from creating names that other programs execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "troupe-folder-project.h"
#include "troupe-installed-files.h"
#include "troupe-names-format.h"
#include "troupe-python-modules.h"
#include "troupe-sandbox-names.h"
#include "troupe-sanitize-text.h"
#include "troupe-search-paths.h"

/* The path of the program in a sandbox, at which no user has files. */
#define PROGRAM_PATH "/run/" TROUPE_NAMES_PROGRAM
#define LOCK_NAME "troupe-names.lock"
/* Maximum size of a report that is read, in bytes. */
#define MOST_REPORT (256u * 1024)

/* @folders, @homes, @variables: parts of the rules; @granted: (element-type utf8): paths in the sandbox; @outputs: (element-type TroupeSandboxOutput);
 * @rules, @report, @lock: descriptors, or -1 */
struct _TroupeSandboxNames
{
  GByteArray *folders;
  GByteArray *homes;
  GByteArray *variables;
  GPtrArray *granted;
  GPtrArray *outputs;
  gboolean may_change_programs;
  gboolean is_needed;
  gboolean is_denied;
  int rules;
  int report;
  int lock;
};

/* --- Program ------------------------------------------------------------------------------------- */

char *
troupe_sandbox_names_find_program (void)
{
  static const char *const others[] = { "../libexec/troupe/" TROUPE_NAMES_PROGRAM,
                                        "../tool/" TROUPE_NAMES_PROGRAM,
                                        "../../src/tool/" TROUPE_NAMES_PROGRAM, NULL };

  return troupe_installed_files_choose (TROUPE_LIBEXEC_DIR "/" TROUPE_NAMES_PROGRAM, others);
}

/* Returns why the program does not work on this system. (transfer full) (nullable) */
static char *
probe (void)
{
  g_autofree char *program = troupe_sandbox_names_find_program ();
  const char *const words[] = { program, TROUPE_NAMES_PROBE, NULL };
  g_auto (GStrv) environment = troupe_search_paths_make_environment ();
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  int status = 0;

  if (!g_file_test (program, G_FILE_TEST_IS_EXECUTABLE))
    return g_strdup_printf (_ ("%s is missing; reinstall Troupe"), program);
  if (!g_spawn_sync ("/", (char **) words, environment, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                     NULL, &output, &status, &error))
    return g_strdup (error->message);
  if (g_spawn_check_wait_status (status, NULL))
    return NULL;
  g_strstrip (output);
  return *output != '\0' ? troupe_text_to_line (output)
                         : g_strdup (_ ("the kernel does not let it supervise other processes"));
}

const char *
troupe_sandbox_names_get_problem (void)
{
  static gsize is_known;
  static char *problem;

  if (g_once_init_enter (&is_known))
    {
      problem = probe ();
      g_once_init_leave (&is_known, 1);
    }
  return problem;
}

/* --- Rules --------------------------------------------------------------------------------------- */

TroupeSandboxNames *
troupe_sandbox_names_new (void)
{
  TroupeSandboxNames *self = g_new0 (TroupeSandboxNames, 1);

  self->folders = g_byte_array_new ();
  self->homes = g_byte_array_new ();
  self->variables = g_byte_array_new ();
  self->granted = g_ptr_array_new_with_free_func (g_free);
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_sandbox_output_free);
  self->rules = self->report = self->lock = -1;
  return self;
}

void
troupe_sandbox_names_free (TroupeSandboxNames *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->folders);
  g_byte_array_unref (self->homes);
  g_byte_array_unref (self->variables);
  g_ptr_array_unref (self->granted);
  g_ptr_array_unref (self->outputs);
  if (self->rules >= 0)
    close (self->rules);
  if (self->report >= 0)
    close (self->report);
  if (self->lock >= 0)
    close (self->lock);
  g_free (self);
}

static void
add_text (GByteArray *part, const char *text)
{
  g_byte_array_append (part, (const guint8 *) text, (guint) strlen (text) + 1);
}

static void
add_rule (GByteArray *part, const char *tag, const char *value)
{
  add_text (part, tag);
  add_text (part, value);
}

void
troupe_sandbox_names_add_folder (TroupeSandboxNames *self,
                                 const char *source,
                                 const char *path,
                                 GHashTable *named)
{
  g_autoptr (GHashTable) modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) hiding = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer name;

  g_return_if_fail (self != NULL && source != NULL && path != NULL && named != NULL);

  self->is_needed = TRUE;
  add_rule (self->folders, TROUPE_NAMES_FOLDER, path);
  if (troupe_folder_project_is_around (source))
    add_rule (self->folders, TROUPE_NAMES_PROJECT, "");
  g_hash_table_iter_init (&iter, named);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    add_rule (self->folders, TROUPE_NAMES_NAMED, name);
  /* Filters and hooks of Git, and tasks of editors, start `python -m` in the folder. */
  troupe_python_module_add_hiding (hiding);
  g_hash_table_iter_init (&iter, hiding);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    add_rule (self->folders, TROUPE_NAMES_NAMED, name);
  troupe_search_paths_collect_modules (source, modules);
  g_hash_table_iter_init (&iter, modules);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    add_rule (self->folders, TROUPE_NAMES_MODULES, name);
}

void
troupe_sandbox_names_grant (TroupeSandboxNames *self, const char *path)
{
  g_return_if_fail (self != NULL && path != NULL);

  add_rule (self->folders, TROUPE_NAMES_GRANTED, path);
  g_ptr_array_add (self->granted, g_strdup (path));
}

void
troupe_sandbox_names_allow_programs (TroupeSandboxNames *self)
{
  g_return_if_fail (self != NULL);

  add_rule (self->folders, TROUPE_NAMES_PROGRAMS, "");
  self->may_change_programs = TRUE;
}

gboolean
troupe_sandbox_names_limits_to_output (TroupeSandboxNames *self, const char *path)
{
  g_return_val_if_fail (self != NULL && path != NULL, TRUE);

  return !self->may_change_programs &&
         !g_ptr_array_find_with_equal_func (self->granted, path, g_str_equal, NULL);
}

void
troupe_sandbox_names_take_output (TroupeSandboxNames *self, TroupeSandboxOutput *output)
{
  g_return_if_fail (self != NULL && output != NULL);

  g_ptr_array_add (self->outputs, output);
}

GPtrArray *
troupe_sandbox_names_steal_outputs (TroupeSandboxNames *self)
{
  GPtrArray *outputs;

  g_return_val_if_fail (self != NULL, NULL);

  outputs = g_steal_pointer (&self->outputs);
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_sandbox_output_free);
  return outputs;
}

gboolean
troupe_sandbox_names_is_needed (TroupeSandboxNames *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_needed;
}

void
troupe_sandbox_names_deny (TroupeSandboxNames *self)
{
  g_return_if_fail (self != NULL);

  self->is_denied = TRUE;
}

gboolean
troupe_sandbox_names_is_denied (TroupeSandboxNames *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_denied;
}

void
troupe_sandbox_names_add_home (TroupeSandboxNames *self, const char *path)
{
  g_return_if_fail (self != NULL && path != NULL);

  add_rule (self->homes, TROUPE_NAMES_HOME, path);
}

void
troupe_sandbox_names_set_variable (TroupeSandboxNames *self,
                                   GPtrArray *words,
                                   const char *name,
                                   const char *value)
{
  g_return_if_fail (self != NULL && words != NULL && name != NULL && value != NULL);

  if (self->is_needed)
    {
      add_rule (self->variables, TROUPE_NAMES_VARIABLE, name);
      add_text (self->variables, value);
      return;
    }
  g_ptr_array_add (words, g_strdup ("--setenv"));
  g_ptr_array_add (words, g_strdup (name));
  g_ptr_array_add (words, g_strdup (value));
}

/* --- Start --------------------------------------------------------------------------------------- */

/* Adds the file systems that bubblewrap makes for the sandbox. What is mounted in them later has rules of its own. */
static void
add_free (GByteArray *rules, GPtrArray *words)
{
  for (guint i = 0; i + 1 < words->len; i++)
    if (g_strcmp0 (words->pdata[i], "--tmpfs") == 0 || g_strcmp0 (words->pdata[i], "--dev") == 0)
      add_rule (rules, TROUPE_NAMES_FREE, words->pdata[i + 1]);
}

static int
open_own (const char *path)
{
  const int file = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  struct stat status;

  if (file < 0)
    return -1;
  /* Another user may have created it in a shared folder. */
  if (fstat (file, &status) == 0 && status.st_uid == geteuid () && S_ISREG (status.st_mode))
    return file;
  close (file);
  return -1;
}

/* Opens the file with which the supervisors of the user lock each other. Sandboxes do not show these folders, which no document may use.
 * Returns a descriptor, or -1 if the system has none of them; sandboxes that start at the same time then do not wait for each other. */
static int
open_lock (void)
{
  const char *runtime = g_getenv ("XDG_RUNTIME_DIR");
  g_autofree char *shared = g_strdup_printf ("/dev/shm/%u-" LOCK_NAME, (guint) geteuid ());
  g_autofree char *own = runtime != NULL && g_path_is_absolute (runtime)
                             ? g_build_filename (runtime, LOCK_NAME, NULL)
                             : NULL;
  const int lock = own != NULL ? open_own (own) : -1;

  return lock >= 0 ? lock : open_own (shared);
}

static gboolean
store (TroupeSandboxNames *self, GByteArray *rules)
{
  g_assert (self != NULL);

  self->rules = memfd_create ("troupe-names", MFD_CLOEXEC);
  self->report = memfd_create ("troupe-refused", MFD_CLOEXEC);
  self->lock = open_lock ();
  return self->rules >= 0 && self->report >= 0 &&
         write (self->rules, rules->data, rules->len) == (gssize) rules->len;
}

gboolean
troupe_sandbox_names_add (TroupeSandboxNames *self, GPtrArray *words, GError **error)
{
  g_autoptr (GByteArray) rules = g_byte_array_new ();
  g_autofree char *program = NULL;

  g_return_val_if_fail (self != NULL && words != NULL, FALSE);

  if (!self->is_needed)
    return TRUE;
  program = troupe_sandbox_names_find_program ();
  add_free (rules, words);
  g_byte_array_append (rules, self->homes->data, self->homes->len);
  g_byte_array_append (rules, self->folders->data, self->folders->len);
  g_byte_array_append (rules, self->variables->data, self->variables->len);
  if (!store (self, rules))
    {
      g_set_error_literal (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                           g_strerror (errno));
      return FALSE;
    }
  g_ptr_array_add (words, g_strdup ("--ro-bind"));
  g_ptr_array_add (words, g_steal_pointer (&program));
  g_ptr_array_add (words, g_strdup (PROGRAM_PATH));
  return TRUE;
}

void
troupe_sandbox_names_add_command (TroupeSandboxNames *self, GPtrArray *words, int number)
{
  g_return_if_fail (self != NULL && words != NULL);

  if (!self->is_needed)
    return;
  g_ptr_array_add (words, g_strdup (PROGRAM_PATH));
  g_ptr_array_add (words, g_strdup_printf ("%d", number));
  g_ptr_array_add (words, g_strdup_printf ("%d", number + 1));
  g_ptr_array_add (words, g_strdup_printf ("%d", self->lock >= 0 ? number + 2 : -1));
  g_ptr_array_add (words, g_strdup_printf ("%d", number + 3));
}

void
troupe_sandbox_names_give (TroupeSandboxNames *self,
                           int start,
                           GSubprocessLauncher *launcher,
                           int number)
{
  g_return_if_fail (self != NULL && launcher != NULL);

  if (!self->is_needed)
    {
      close (start);
      return;
    }
  g_subprocess_launcher_take_fd (launcher, g_steal_fd (&self->rules), number);
  g_subprocess_launcher_take_fd (launcher, fcntl (self->report, F_DUPFD_CLOEXEC, 3), number + 1);
  if (self->lock >= 0)
    g_subprocess_launcher_take_fd (launcher, g_steal_fd (&self->lock), number + 2);
  g_subprocess_launcher_take_fd (launcher, start, number + 3);
}

/* --- Report -------------------------------------------------------------------------------------- */

int
troupe_sandbox_names_dup_report (TroupeSandboxNames *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->report >= 0 ? fcntl (self->report, F_DUPFD_CLOEXEC, 3) : -1;
}

/* Returns TRUE if the permission to change other files allows what was refused for @reason. */
static gboolean
is_for_permission (char reason)
{
  return reason == TROUPE_NAMES_IS_PROGRAM || reason == TROUPE_NAMES_NO_RESULT ||
         reason == TROUPE_NAMES_IN_PROJECT || reason == TROUPE_NAMES_OUTSIDE_OUTPUT ||
         reason == TROUPE_NAMES_IS_PICKLED;
}

static char *
describe_one (char reason, const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  /* Code chooses the name, which must not look like other lines of a terminal. */
  g_autofree char *shown = troupe_text_to_line (name);

  if (reason == TROUPE_NAMES_IS_NAMED)
    return g_strdup_printf (
        /* Translators: %s is a path. */
        _ ("Code of the document tried to create “%s”, which is named by the configuration of a "
           "repository or by a "
           "variable such as PATH, so that other programs would execute it. This was refused. "
           "Create it yourself if "
           "you need it."),
        shown);
  if (reason == TROUPE_NAMES_IS_SHARED)
    return g_strdup_printf (
        /* Translators: %s is a path. */
        _ ("Code of the document tried to change “%s”, which has other names (hard links), so that "
           "files elsewhere would change as well. It could not be replaced by a copy, so this was "
           "refused. Copy the file yourself."),
        shown);
  if (reason == TROUPE_NAMES_LEADS_OUT)
    return g_strdup_printf (
        /* Translators: %s is a path. */
        _ ("Code of the document tried to create the link “%s”, which leads out of the folder, so "
           "that "
           "other programs would write elsewhere. This was refused. Create it yourself if you need "
           "it."),
        shown);
  if (reason == TROUPE_NAMES_IS_PROGRAM)
    return g_strdup_printf (
        /* Translators: %s is a path; the text in quotes is the title of a switch. */
        _ ("Code of the document tried to create, change or move “%s”, which is not a document or "
           "data by its name. This was refused, because other programs may execute it or take "
           "settings from it. If the document should do this, turn on “Also Change Other "
           "Files” in “Permissions…”, or use --allow programs."),
        shown);
  if (reason == TROUPE_NAMES_NO_RESULT)
    return g_strdup_printf (
        /* Translators: %s is a path; the text in quotes at the end is the title of a switch. */
        _ ("Code of the document tried to create, change or move “%s”. This was refused, because "
           "tools look for settings in JSON files and for instructions in Markdown files with many "
           "names. Use a name that says that the file is a result, such as “city_results.json” or "
           "“report.md”, turn on “Also Change Other Files” in “Permissions…”, or use --allow "
           "programs."),
        shown);
  if (reason == TROUPE_NAMES_IN_PROJECT)
    return g_strdup_printf (
        /* Translators: %s is a path; the text in quotes at the end is the title of a switch. */
        _ ("Code of the document tried to create, change, move or link “%s”, which is in a folder "
           "in "
           "which something is developed, such as one with package.json or a Makefile. Tools may "
           "take "
           "settings or sources from texts and data there. This was refused. Let the document "
           "write a table, an image or a log instead, turn on “Also Change Other Files” in "
           "“Permissions…”, or use --allow programs."),
        shown);
  if (reason == TROUPE_NAMES_OUTSIDE_OUTPUT)
    return g_strdup_printf (
        /* Translators: %s is a path; the text in quotes at the end is the title of a switch. */
        _ ("Code of the document tried to create, change or move “%s”. This was refused, because "
           "it may write only in the folder “output”: tools may execute other files, or take "
           "settings or sources from them. Let the document write there, turn on “Also Change "
           "Other Files” in “Permissions…”, or use --allow programs."),
        shown);
  if (reason == TROUPE_NAMES_IS_PICKLED)
    return g_strdup_printf (
        /* Translators: %s is a path; the text in quotes at the end is the title of a switch. A pickle is a format of Python. */
        _ ("Code of the document tried to change or replace “%s”, a database or pickle from which "
           "Python may load code. This was refused. Let the document write to another file, turn "
           "on "
           "“Also Change Other Files” in “Permissions…”, or use --allow programs."),
        shown);
  return g_strdup_printf (
      /* Translators: %s is a path. */
      _ ("Code of the document tried to create or change “%s”, which other programs execute or "
         "take "
         "settings from without being asked. This was refused. Create it yourself if you need it, "
         "or "
         "let the code use another name."),
      shown);
}

void
troupe_sandbox_refusal_free (TroupeSandboxRefusal *self)
{
  if (self == NULL)
    return;
  g_free (self->message);
  g_free (self->file);
  g_free (self);
}

/* @message: (transfer full); @file: (transfer full) (nullable) */
static void
add_refusal (GPtrArray *refusals, char *message, char *file, gboolean is_permission)
{
  TroupeSandboxRefusal *refusal;

  for (guint i = 0; i < refusals->len; i++)
    {
      const TroupeSandboxRefusal *other = refusals->pdata[i];

      if (g_str_equal (other->message, message))
        {
          g_free (message);
          g_free (file);
          return;
        }
    }
  refusal = g_new0 (TroupeSandboxRefusal, 1);
  refusal->message = message;
  refusal->file = file;
  refusal->is_permission = is_permission;
  g_ptr_array_add (refusals, refusal);
}

void
troupe_sandbox_names_list_refusals (int report, GPtrArray *refusals)
{
  g_autofree char *text = g_malloc0 (MOST_REPORT + 1);
  const gssize length = pread (report, text, MOST_REPORT, 0);
  guint32 n_refused = 0;
  guint n_told = 0;

  g_return_if_fail (refusals != NULL);

  if (length < (gssize) sizeof n_refused)
    return;
  memcpy (&n_refused, text, sizeof n_refused);
  for (const char *at = text + sizeof n_refused;
       at < text + length && n_told < TROUPE_NAMES_MOST_REPORTED; at += strlen (at) + 1)
    {
      const char *path = *at != '\0' ? at + 1 : at;

      add_refusal (refusals, describe_one (*at, path), g_path_get_basename (path),
                   is_for_permission (*at));
      n_told++;
    }
  if (n_refused > n_told)
    add_refusal (
        refusals,
        g_strdup_printf (
            /* Translators: %u is a number of attempts. */
            ngettext (
                "Code of the document tried %u more time to create a file or folder that other "
                "programs "
                "execute, which was refused.",
                "Code of the document tried %u more times to create files or folders that other "
                "programs execute, which was refused.",
                n_refused - n_told),
            n_refused - n_told),
        NULL, FALSE);
}

char *
troupe_sandbox_names_describe_problem (const char *problem)
{
  g_return_val_if_fail (problem != NULL, NULL);

  return g_strdup_printf (
      /* Translators: %s is the reason. */
      _ ("Code of the document could not write in the folder, because this system cannot keep it "
         "from creating files "
         "that other programs execute: %s. Use Linux 5.9 or later, and let Troupe use seccomp and "
         "ptrace."),
      problem);
}
