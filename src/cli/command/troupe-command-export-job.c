/* troupe-command-export-job.c: troupectl export-job
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-export-job"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-job.h"
#include "troupe-known-keys.h"
#include "troupe-project-file.h"
#include "troupe-consent.h"
#include "troupe-run-execute.h"
#include "troupe-terminal.h"

#define DEFAULT_IMAGE "troupectl:latest"
#define DEFAULT_SHARDS 4
#define MAX_SHARDS 100000
/* Size limit of a ConfigMap in bytes, with some space for its other fields. */
#define MAX_CONFIG_MAP 1000000
/* Names of Kubernetes objects have at most 63 characters, some of which are needed for
 * `-document` and the suffix of a pod. */
#define MAX_NAME 40

static const TroupeOption options[] = {
  { "target", 't', "NAME", N_ ("kubernetes, argo, nextflow, slurm or compose") },
  { "out", 'o', "DIR", N_ ("Output folder") },
  { "inputs-file", 0, "FILE",
    N_ ("File with the items, copied to the output folder if the target supports it") },
  { "shards", 0, "N", N_ ("Number of shards (default: 4)") },
  { "parallelism", 0, "N", N_ ("Number of shards that run in parallel (default: all)") },
  { "image", 0, "NAME", N_ ("Container image (default: troupectl:latest)") },
  { "name", 0, "NAME", N_ ("Job name (default: name of the document)") },
  { "env", 0, "NAME", N_ ("Additional environment variable to pass to the job; can be repeated") },
  { "max-concurrency", 0, "N", N_ ("Maximum number of items in progress per shard") },
  { "retries", 0, "N", N_ ("Retry a failed item up to N times") },
  { "budget-usd", 0, "N", N_ ("Budget for the model calls of a shard, in dollars") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { NULL },
};

/* --- The command line ------------------------------------------------------------------------- */

static gboolean
find_number (TroupeCommandLine *line, const char *name, guint most, guint *number)
{
  const char *text = troupe_command_line_get (line, name);
  guint64 value = 0;

  if (text == NULL)
    return TRUE;
  if (g_ascii_string_to_unsigned (text, 10, 1, most, &value, NULL))
    {
      *number = (guint) value;
      return TRUE;
    }
  troupe_terminal_print_error (
      /* Translators: %s is the name of an option, the two %u are the minimum and maximum, the
       * last %s is what the user entered */
      _ ("--%s must be a number from %u to %u, not “%s”."), name, 1, most, text);
  return FALSE;
}

/* Converts @text to a DNS label: lowercase letters, digits and dashes, starting with a letter.
 * (transfer full) */
static char *
make_name (const char *text)
{
  GString *name = g_string_new (NULL);

  for (const char *at = text != NULL ? text : ""; *at != '\0' && name->len < MAX_NAME; at++)
    if (g_ascii_isalnum (*at) && (name->len > 0 || g_ascii_isalpha (*at)))
      g_string_append_c (name, g_ascii_tolower (*at));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c (name, '-');
  while (name->len > 0 && name->str[name->len - 1] == '-')
    g_string_truncate (name, name->len - 1);
  if (name->len == 0)
    g_string_assign (name, "batch");
  return g_string_free (name, FALSE);
}

static gboolean
is_variable (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;
  return TRUE;
}

static void
add_variable (GPtrArray *variables, const char *name)
{
  g_assert (variables != NULL);

  if (is_variable (name) && !g_ptr_array_find_with_equal_func (variables, name, g_str_equal, NULL))
    g_ptr_array_add (variables, g_strdup (name));
}

/* Lists the variables that the document reads from the environment and the variables that --env
 * names. (nullable): NULL if a name is invalid */
static GPtrArray *
list_variables (TroupeCommandLine *line, TroupeValue *permission_report)
{
  g_autoptr (GPtrArray) variables = g_ptr_array_new_with_free_func (g_free);
  g_autofree const char **named = troupe_command_line_get_all (line, "env");
  TroupeValue *found = troupe_value_map_lookup_string (permission_report, "environment", -1);

  for (gsize i = 0; found != NULL && i < troupe_value_list_get_length (found); i++)
    add_variable (variables, troupe_value_get_string (troupe_value_list_get (found, i), NULL));
  for (guint i = 0; named[i] != NULL; i++)
    {
      if (!is_variable (named[i]))
        {
          troupe_terminal_print_error (
              _ ("--env must be the name of a variable, without a value, not “%s”."),
              strchr (named[i], '=') != NULL ? "NAME=…" : named[i]);
          return NULL;
        }
      add_variable (variables, named[i]);
    }
  g_ptr_array_add (variables, NULL);
  return g_steal_pointer (&variables);
}

/* Lists the options that are passed on to each part. (nullable): NULL if an option is invalid */
static GPtrArray *
list_arguments (TroupeCommandLine *line)
{
  static const struct
  {
    const char *name;
    guint most;
  } numbers[] = { { "max-concurrency", 10000 }, { "retries", 100 } };
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  const char *budget = troupe_command_line_get (line, "budget-usd");
  g_autofree const char **words = troupe_command_line_get_all (line, "allow");
  guint number = 0;

  g_ptr_array_add (arguments, g_strdup ("--yes"));
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_ptr_array_add (arguments, g_strdup ("--allow"));
      g_ptr_array_add (arguments, g_strdup (words[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      if (!find_number (line, numbers[i].name, numbers[i].most, &number))
        return NULL;
      if (troupe_command_line_has (line, numbers[i].name))
        {
          g_ptr_array_add (arguments, g_strconcat ("--", numbers[i].name, NULL));
          g_ptr_array_add (arguments, g_strdup_printf ("%u", number));
        }
    }
  if (budget != NULL)
    {
      char *end = NULL;
      const double sum = g_ascii_strtod (budget, &end);

      if (end == budget || *end != '\0' || !(sum > 0) || sum > 1e9)
        {
          troupe_terminal_print_error (_ ("--budget-usd must be a number of dollars greater than "
                                          "0, such as 2.50, not “%s”."),
                                       budget);
          return NULL;
        }
      g_ptr_array_add (arguments, g_strdup ("--budget-usd"));
      g_ptr_array_add (arguments, g_strdup (budget));
    }
  g_ptr_array_add (arguments, NULL);
  return g_steal_pointer (&arguments);
}

/* --- Document --------------------------------------------------------------------------------- */

/* Returns the files of the document under fixed names. The files by which a crew finds its
 * agents keep their names. */
static TroupePlotCarried *
list_files (TroupeLoaded *loaded)
{
  TroupeDocument *document =
      loaded->crew != NULL ? TROUPE_DOCUMENT (loaded->crew) : TROUPE_DOCUMENT (loaded->document);
  TroupeDocumentParts *parts = troupe_document_get_parts (document);
  const TroupeDocumentPart *main_part = troupe_document_parts_get (parts, 0);
  TroupePlotCarried *files = troupe_plot_carried_new (loaded->crew != NULL);
  g_autofree char *text = troupe_document_to_text (document, NULL);

  g_assert (loaded != NULL);

  if (loaded->crew != NULL)
    troupe_plot_carried_add (files, "crew.jsonc", text);
  else
    troupe_plot_carried_add (
        files,
        main_part->source != NULL && troupe_json_text_is_yaml (main_part->source) ? "flow.yaml"
                                                                                  : "flow.json",
        text);
  for (guint i = 1; i < troupe_document_parts_get_n (parts); i++)
    {
      const TroupeDocumentPart *part = troupe_document_parts_get (parts, i);
      g_autofree char *other =
          part->root != NULL ? troupe_document_write_part (part, TROUPE_FORMAT_JSON, NULL) : NULL;

      if (other != NULL)
        troupe_plot_carried_add (files, part->name, other);
    }
  return files;
}

/* Checks that no file name contains line breaks or placeholders of an engine. */
static gboolean
check_names (const TroupePlotCarried *files)
{
  g_assert (files != NULL);

  for (guint i = 0; i < files->names->len; i++)
    {
      const char *name = g_ptr_array_index (files->names, i);
      g_autofree char *shown = troupe_text_to_line (name);

      if (g_str_equal (shown, name) && strstr (name, "{{") == NULL && name[0] != '/' &&
          strstr (name, "..") == NULL)
        continue;
      troupe_terminal_print_error (
          _ ("The document’s file “%s” has a name that cannot be used in a job. Rename it."),
          shown);
      return FALSE;
    }
  return TRUE;
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* Finds an entry of the folder that is neither one of the files nor a folder of them. Links are such entries. @place: the folder
 * relative to the output folder, "" for this folder itself. (transfer full) (nullable) */
static char *
find_foreign (const char *folder, const char *place, GHashTable *files)
{
  g_autofree char *full = g_build_filename (folder, place, NULL);
  g_autoptr (GDir) dir = g_dir_open (full, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *below =
          *place != '\0' ? g_build_filename (place, name, NULL) : g_strdup (name);
      g_autofree char *path = g_build_filename (folder, below, NULL);
      g_autofree char *inner = NULL;
      GStatBuf status;

      if (g_lstat (path, &status) != 0 || S_ISLNK (status.st_mode) ||
          !g_hash_table_contains (files, below))
        return g_steal_pointer (&below);
      inner = S_ISDIR (status.st_mode) ? find_foreign (folder, below, files) : NULL;
      if (inner != NULL)
        return g_steal_pointer (&inner);
    }
  return NULL;
}

/* Adds a file and the folders above it. */
static void
add_with_folders (GHashTable *files, const char *name)
{
  g_autofree char *above = g_path_get_dirname (name);

  if (!g_str_equal (above, "."))
    add_with_folders (files, above);
  g_hash_table_add (files, g_strdup (name));
}

/* Checks that the output folder contains nothing but files of an earlier export. The job finds other files beside those
 * that were written, and engines do so, too: settings in `.env`, modules, `nextflow.config`, or the state of another batch. The
 * permissions of the document do not cover them. @inputs: (nullable): name of the copied inputs */
static gboolean
check_folder (const char *folder, const TroupePlotCarried *files, const char *inputs)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *copied = inputs != NULL ? g_build_filename ("inputs", inputs, NULL) : NULL;
  g_autofree char *foreign = NULL;
  g_autofree char *shown = NULL;

  for (guint i = 0; i < files->names->len; i++)
    add_with_folders (names, g_ptr_array_index (files->names, i));
  if (copied != NULL)
    add_with_folders (names, copied);
  foreign = find_foreign (folder, "", names);
  if (foreign == NULL)
    return TRUE;
  shown = troupe_text_to_line (foreign);
  troupe_terminal_print_error (
      /* Translators: the first %s is a folder, the second one a file or folder in it */
      _ ("The folder “%s” contains “%s”, which is not part of the job but could be used by it. "
         "Nothing was written. Specify "
         "a new folder with --out."),
      folder, shown);
  return FALSE;
}

/* Links in the output folder are followed only inside of it, because the folder may have come with the document. */
static gboolean
copy_inputs (const char *from, const char *folder, const char *name, GError **error)
{
  g_autofree char *below = g_build_filename ("inputs", name, NULL);
  g_autoptr (GMappedFile) source = NULL;
  const char *data;
  int descriptor;
  struct stat status;

  g_assert (from != NULL && folder != NULL);

  /* Maps a file, which may be large, into memory. A pipe is refused. */
  descriptor = open (from, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor >= 0 && fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode))
    source = g_mapped_file_new_from_fd (descriptor, FALSE, error);
  else
    g_set_error (error, G_IO_ERROR,
                 descriptor < 0 ? (int) g_io_error_from_errno (errno) : G_IO_ERROR_NOT_REGULAR_FILE,
                 /* Translators: %s are a file and the reason */
                 _ ("Could not read “%s”: %s"), from,
                 descriptor < 0 ? g_strerror (errno) : _ ("it is not a regular file"));
  if (descriptor >= 0)
    close (descriptor);
  data = source != NULL ? g_mapped_file_get_contents (source) : NULL;
  return source != NULL &&
         troupe_project_file_save (folder, below, data != NULL ? data : "",
                                   g_mapped_file_get_length (source), NULL, FALSE, NULL, error);
}

static void
print_text (const TroupeJobTarget *target,
            const TroupeJob *job,
            const TroupePlotCarried *files,
            TroupeConsent *consent)
{
  g_autofree char *permissions = troupe_consent_describe (consent);
  g_autofree char *next = NULL;

  g_assert (job != NULL);

  for (guint i = 0; i < files->names->len; i++)
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n",
                           (const char *) g_ptr_array_index (files->names, i));
  troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "%s\n%s",
                         _ ("The job grants the document all of these permissions:"), permissions);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  next = g_strdup_printf (_ (target->next), job->name, troupe_job_get_inputs (job));
#pragma GCC diagnostic pop
  troupe_terminal_print (stderr, TROUPE_COLOUR_BOLD, "%s\n", next);
}

static TroupeExit
write_all (TroupeCommandLine *line,
           const TroupeJobTarget *target,
           const TroupeJob *job,
           TroupeConsent *consent)
{
  const char *folder = troupe_command_line_get (line, "out");
  const char *inputs = troupe_command_line_get (line, "inputs-file");
  g_autoptr (TroupePlotCarried) files = troupe_plot_carried_new (FALSE);
  g_autoptr (GError) error = NULL;
  static const char text[] =
      "# Image of troupectl with the document. Build the base image in the source tree of\n"
      "# Troupe: docker build -f build-aux/Containerfile -t troupectl .\n"
      "ARG BASE=" DEFAULT_IMAGE "\n"
      "FROM ${BASE}\n"
      "COPY document /job/document\n";

  g_assert (job != NULL);

  if (!troupe_file_check_chosen_folder (folder, &error))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_INVALID;
    }
  target->write (job, files);
  g_assert (files != NULL);
  troupe_plot_carried_add (files, "Containerfile", text);
  for (guint i = 0; i < job->document->names->len; i++)
    {
      g_autofree char *name =
          g_strconcat ("document/", (const char *) g_ptr_array_index (job->document->names, i),
                       NULL);

      troupe_plot_carried_add (files, name, g_ptr_array_index (job->document->texts, i));
    }
  if (!check_folder (folder, files,
                     target->copies_inputs && inputs != NULL ? troupe_job_get_inputs (job) : NULL))
    return TROUPE_EXIT_INVALID;
  if (!troupe_plot_carried_write (files, folder, &error) ||
      (target->copies_inputs && inputs != NULL &&
       !copy_inputs (inputs, folder, troupe_job_get_inputs (job), &error)))
    {
      troupe_terminal_print_error ("%s", error->message);
      return TROUPE_EXIT_RUN_FAILED;
    }
  if (troupe_command_line_has (line, "json"))
    {
      g_autofree TroupeValue **names = g_new (TroupeValue *, files->names->len + 1);
      g_autoptr (GPtrArray) variables = g_ptr_array_new ();
      g_autoptr (TroupeValue) value = NULL;
      TroupeMapBuilder builder;

      for (guint i = 0; i < files->names->len; i++)
        names[i] = troupe_value_new_string (g_ptr_array_index (files->names, i), -1);
      for (guint i = 0; job->variables[i] != NULL; i++)
        g_ptr_array_add (variables, troupe_value_new_string (job->variables[i], -1));
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "target", troupe_value_new_string (target->name, -1));
      troupe_map_builder_add (&builder, "name", troupe_value_new_string (job->name, -1));
      troupe_map_builder_add (&builder, "files", troupe_value_new_list (names, files->names->len));
      troupe_map_builder_add (&builder, "variables",
                              troupe_value_new_list ((TroupeValue **) variables->pdata,
                                                     variables->len));
      value = troupe_map_builder_end (&builder);
      troupe_terminal_print_json (value);
    }
  else if (!troupe_command_line_has (line, "quiet"))
    print_text (target, job, files, consent);
  return TROUPE_EXIT_OK;
}

static TroupeExit
export_job (TroupeCommandLine *line,
            const TroupeJobTarget *target,
            TroupeLoaded *loaded,
            GPtrArray *arguments)
{
  g_autoptr (TroupeRun) run = troupe_run_new (troupe_flow_document_get_flow (loaded->document));
  g_autoptr (TroupePlotCarried) document = list_files (loaded);
  g_autoptr (TroupeConsent) consent = NULL;
  g_autoptr (GPtrArray) variables = NULL;
  g_autofree char *name = NULL;
  const char *inputs = troupe_command_line_get (line, "inputs-file");
  const char *image = troupe_command_line_get (line, "image");
  const char *named = troupe_command_line_get (line, "name");
  TroupeJob job = { .image = image != NULL ? image : DEFAULT_IMAGE,
                    .document = document,
                    .n_shards = DEFAULT_SHARDS };
  g_autoptr (TroupeKeyFinder) finder = NULL;
  const char *path;
  g_autofree char *folder = NULL;
  gsize size = 0;

  g_assert (loaded != NULL);

  troupe_run_set_store (run, NULL, troupe_loaded_get_path (loaded), NULL);
  consent = troupe_consent_new_for_run (run);
  variables = list_variables (line, troupe_consent_get_report (consent));
  if (variables == NULL || !find_number (line, "shards", MAX_SHARDS, &job.n_shards))
    return TROUPE_EXIT_INVALID;
  job.parallelism = job.n_shards;
  if (!find_number (line, "parallelism", MAX_SHARDS, &job.parallelism) || !check_names (document))
    return TROUPE_EXIT_INVALID;
  g_assert (document != NULL);
  for (guint i = 0; i < document->texts->len; i++)
    size += strlen (g_ptr_array_index (document->texts, i));
  if (target->needs_config_map && size > MAX_CONFIG_MAP)
    {
      troupe_terminal_print_error (
          _ ("The document has %" PRIuPTR " bytes; Kubernetes allows at most 1 MiB."), size);
      return TROUPE_EXIT_INVALID;
    }
  /* Checks that the files contain no API keys, because the job may only contain the names of
   * keys. */
  finder = troupe_key_finder_new ();
  path = troupe_loaded_get_path (loaded);
  folder = path != NULL ? g_path_get_dirname (path) : NULL;
  g_assert (document != NULL);
  troupe_known_keys_gather (finder, folder, NULL);
  for (guint i = 0; i < document->texts->len; i++)
    {
      g_autofree char *what =
          troupe_key_finder_find (finder, g_ptr_array_index (document->texts, i));

      if (what == NULL)
        continue;
      troupe_terminal_print_error (
          /* Translators: the first %s is the name of a file, the second one the kind of API key */
          _ ("%s contains an API key (%s). Nothing was written. Remove it from the document: the "
             "job reads keys from its environment."),
          (const char *) g_ptr_array_index (document->names, i), what);
      return TROUPE_EXIT_RUN_FAILED;
    }
  name = make_name (named != NULL
                        ? named
                        : troupe_flow_get_name (troupe_flow_document_get_flow (loaded->document)));
  job.name = name;
  job.has_table = inputs != NULL && !g_str_has_suffix (inputs, ".jsonl") &&
                  (g_str_has_suffix (inputs, ".csv") || g_str_has_suffix (inputs, ".tsv"));
  job.arguments = (const char *const *) arguments->pdata;
  job.variables = (const char *const *) variables->pdata;
  return write_all (line, target, &job, consent);
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const TroupeJobTarget *target;
  const char *image;
  g_autoptr (TroupeLoaded) loaded = NULL;
  g_autoptr (GPtrArray) arguments = NULL;
  const char *name;

  name = troupe_command_line_get (line, "target");
  target = name != NULL ? troupe_job_find_target (name) : NULL;
  if (target == NULL)
    troupe_terminal_print_error (
        _ ("--target must be kubernetes, argo, nextflow, slurm or compose, not “%s”."),
        name != NULL ? name : "");
  image = troupe_command_line_get (line, "image");
  if (target == NULL || !troupe_consent_prompt_check_words (line))
    return TROUPE_EXIT_INVALID;
  arguments = list_arguments (line);
  if (arguments == NULL)
    return TROUPE_EXIT_INVALID;
  if (troupe_command_line_get (line, "out") == NULL)
    {
      troupe_terminal_print_error (_ ("Specify the output folder with --out DIR."));
      return TROUPE_EXIT_INVALID;
    }
  if (image != NULL && !g_utf8_validate (image, -1, NULL))
    {
      troupe_terminal_print_error (_ ("--image is not UTF-8 text."));
      return TROUPE_EXIT_INVALID;
    }
  loaded = troupe_command_load (troupe_command_line_get_arguments (line)[0]);
  if (loaded->document == NULL || troupe_loaded_has_errors (loaded))
    return troupe_run_refuse (line, loaded, "load_error", "document", NULL, NULL);
  return export_job (line, target, loaded, arguments);
}

const TroupeCommand troupe_command_export_job = {
  .name = "export-job",
  .arguments = "FILE --target NAME --out DIR",
  .summary = N_ ("Export a batch as a job for a cluster or for containers."),
  .example = "troupectl export-job review.json --target kubernetes --shards 100 --out job",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 1,
  .run = run,
};
