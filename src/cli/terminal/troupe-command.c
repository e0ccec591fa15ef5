/* troupe-command.c: common functions of the troupectl commands: loading documents, opening the
 * store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-plot-carry.h"
#include "troupe-project-kind.h"
#include "troupe-run-crew.h"
#include "troupe-run-secret.h"
#include "troupe-terminal.h"

/* --- Reading ------------------------------------------------------------------------------ */

static char *
read_standard_input (gsize *length, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char buffer[65536];
  gsize count = 0;

  while ((count = fread (buffer, 1, sizeof buffer, stdin)) > 0)
    {
      g_string_append_len (text, buffer, count);
      if (text->len > TROUPE_LIMIT_DOCUMENT)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                       _ ("Standard input is larger than the limit of %u MiB."),
                       TROUPE_LIMIT_DOCUMENT / (1024 * 1024));
          return NULL;
        }
    }
  if (ferror (stdin))
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   _ ("Could not read standard input: %s"), g_strerror (errno));
      return NULL;
    }
  *length = text->len;
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
troupe_command_read (const char *file, gsize *length)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  if (g_str_equal (file, "-"))
    text = read_standard_input (length, &error);
  else
    text = troupe_file_read (file, TROUPE_LIMIT_DOCUMENT, length, NULL, &error);
  if (text == NULL)
    troupe_terminal_print_error ("%s", error->message);
  return text;
}

TroupeValue *
troupe_command_read_json (const char *file)
{
  g_autoptr (GError) error = NULL;
  gsize length = 0;
  g_autofree char *text = troupe_command_read (file, &length);
  TroupeValue *value = NULL;
  TroupePlace place = { 0 };

  if (text == NULL)
    return NULL;
  value = troupe_value_from_json (text, length, &error);
  if (value != NULL)
    return value;
  if (troupe_json_error_get_place (error, &place, NULL))
    troupe_terminal_print_error ("%s:%u:%u: %s", file, place.line, place.column, error->message);
  else
    troupe_terminal_print_error ("%s: %s", file, error->message);
  return NULL;
}

/* --- Loading ------------------------------------------------------------------------------ */

static const char *
get_json_error_code (int code)
{
  switch ((TroupeJsonError) code)
    {
    case TROUPE_JSON_ERROR_EMPTY:
      return "empty";
    case TROUPE_JSON_ERROR_ENCODING:
      return "encoding";
    case TROUPE_JSON_ERROR_DUPLICATE_KEY:
      return "duplicate_key";
    case TROUPE_JSON_ERROR_TOO_DEEP:
      return "too_deep";
    case TROUPE_JSON_ERROR_TOO_LARGE:
      return "too_large";
    case TROUPE_JSON_ERROR_SYNTAX:
    default:
      return "syntax";
    }
}

/* Returns the crew file if @file is a crew. A folder is a crew if it contains a crew file and no
 * flow with a default name. (transfer full) (nullable) */
static char *
find_crew (const char *file)
{
  static const char *const flows[] = { "flow.json", "flow.jsonc", "flow.yaml", "flow.yml" };
  g_autofree char *name = g_path_get_basename (file);

  if (!g_file_test (file, G_FILE_TEST_IS_DIR))
    return g_str_equal (name, "crew.json") || g_str_equal (name, "crew.jsonc") ? g_strdup (file)
                                                                               : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autofree char *path = g_build_filename (file, flows[i], NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return NULL;
    }
  return troupe_crew_find_file (file);
}

/* Loads a crew, which is run as a flow that wraps it. */
static void
load_crew (TroupeLoaded *self, const char *path, GError **error)
{
  TroupeCrew *crew = NULL;

  g_assert (self != NULL);

  troupe_set_str (&self->name, path);
  self->crew = troupe_crew_document_load (path, &self->problems, error);
  crew = self->crew != NULL ? troupe_crew_document_get_crew (self->crew) : NULL;
  if (crew != NULL)
    self->document = troupe_run_crew_make_flow (crew, path, error);
}

/* Loads the document that is embedded in an image. */
static void
load_picture (TroupeLoaded *self, const char *file, GError **error)
{
  g_autoptr (TroupePlotCarried) carried = troupe_plot_carry_read_file (file, error);

  if (carried == NULL)
    return;
  self->is_carried = TRUE;
  if (carried->is_crew)
    {
      /* Loads a crew from an image. Its files are unpacked to a temporary folder, which is
       * deleted immediately. */
      g_autofree char *folder = g_dir_make_tmp ("troupe-XXXXXX", error);
      g_autofree char *path = NULL;

      if (folder != NULL)
        {
          path = g_build_filename (folder, carried->names->pdata[0], NULL);
          if (troupe_plot_carried_write (carried, folder, error))
            {
              g_autofree char *name = g_strdup (self->name);

              load_crew (self, path, error);
              troupe_set_str (&self->name, name);
            }
          troupe_plot_carried_remove (carried, folder);
        }
    }
  else
    self->document = troupe_flow_document_load_text (
        carried->texts->pdata[0], strlen (carried->texts->pdata[0]), file, &self->problems, error);
}

/* Refuses marks of Troupe in a document that was not read from a file. The flow that was just
 * generated for a crew has such a mark. */
static void
check_marks (TroupeLoaded *self, GError **error)
{
  if (self->crew == NULL && self->document != NULL &&
      !troupe_flow_document_check_marks (self->document, error))
    g_clear_object (&self->document);
}

TroupeLoaded *
troupe_command_load (const char *given)
{
  TroupeLoaded *self = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *crew = NULL;
  g_autofree char *declared = NULL;
  const char *file;

  g_return_val_if_fail (given != NULL, NULL);

  declared = troupe_project_find_document (given);
  file = declared != NULL ? declared : given;
  self = g_new0 (TroupeLoaded, 1);
  self->name = g_strdup (file);
  /* A declared crew can have any name. */
  crew = declared != NULL && g_file_test (declared, G_FILE_TEST_IS_REGULAR)
             ? troupe_crew_find_file (declared)
             : find_crew (file);
  if (crew != NULL)
    load_crew (self, crew, &error);
  else if (troupe_plot_carry_is_picture (file))
    {
      load_picture (self, file, &error);
      check_marks (self, &error);
    }
  else if (g_str_equal (file, "-"))
    {
      gsize length = 0;
      g_autofree char *text = read_standard_input (&length, &error);

      if (text != NULL)
        self->document =
            troupe_flow_document_load_text (text, length, file, &self->problems, &error);
      check_marks (self, &error);
    }
  else
    {
      self->document = troupe_flow_document_load (file, &self->problems, &error);
    }

  if (self->problems == NULL)
    self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  if (self->document == NULL && error != NULL && !troupe_loaded_has_errors (self))
    {
      const char *code =
          error->domain == TROUPE_JSON_ERROR ? get_json_error_code (error->code) : "file";
      const char *path = NULL;
      TroupePlace place = { 0 };
      TroupeProblem *problem = NULL;

      /* Converts an error of loading to a problem. */
      if (error->domain == TROUPE_FLOW_ERROR)
        code = "document";
      troupe_json_error_get_place (error, &place, &path);
      problem = troupe_problem_new (TROUPE_SEVERITY_ERROR, code, path != NULL ? path : "", "%s",
                                    error->message);
      problem->line = place.line;
      problem->column = place.column;
      g_ptr_array_insert (self->problems, 0, problem);
    }
  if (self->document == NULL)
    {
      /* Replaces the problems of a file that is not a document with a sentence that says what it
       * is. */
      g_autofree char *text = troupe_project_describe (self->name);

      if (text != NULL)
        {
          g_ptr_array_set_size (self->problems, 0);
          g_ptr_array_add (self->problems,
                           troupe_problem_new (TROUPE_SEVERITY_ERROR, "file", "", "%s", text));
        }
    }
  return self;
}

void
troupe_loaded_free (TroupeLoaded *self)
{
  g_free (self->name);
  g_clear_object (&self->document);
  g_clear_object (&self->crew);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_free (self);
}

const char *
troupe_loaded_get_path (TroupeLoaded *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  /* A document in an image has the folder of the image. The folder in which the user works is not its own. */
  if (self->is_carried)
    return self->name;
  if (self->crew != NULL)
    return troupe_document_get_path (TROUPE_DOCUMENT (self->crew));
  return self->document != NULL ? troupe_document_get_path (TROUPE_DOCUMENT (self->document))
                                : NULL;
}

TroupeRedactor *
troupe_loaded_make_redactor (TroupeLoaded *self)
{
  TroupeRedactor *redactor = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  redactor = troupe_run_make_redactor (NULL, troupe_loaded_get_path (self));
  if (self->document != NULL)
    troupe_run_add_document_keys (redactor, TROUPE_DOCUMENT (self->document));
  if (self->crew != NULL)
    troupe_run_add_document_keys (redactor, TROUPE_DOCUMENT (self->crew));
  return redactor;
}

gboolean
troupe_loaded_has_errors (TroupeLoaded *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  for (guint i = 0; i < self->problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (self->problems, i);

      if (problem->severity == TROUPE_SEVERITY_ERROR)
        return TRUE;
    }
  return FALSE;
}

void
troupe_loaded_print_problems (TroupeLoaded *self, TroupeSeverity severity)
{
  static const TroupeColour colours[] = {
    [TROUPE_SEVERITY_ERROR] = TROUPE_COLOUR_RED,
    [TROUPE_SEVERITY_WARNING] = TROUPE_COLOUR_YELLOW,
    [TROUPE_SEVERITY_PORTABILITY] = TROUPE_COLOUR_BLUE,
    [TROUPE_SEVERITY_HINT] = TROUPE_COLOUR_NONE,
  };

  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (self->problems, i);
      g_autofree char *text = NULL;

      if (problem->severity > severity)
        continue;
      text = troupe_problem_to_text (problem, self->name);
      troupe_terminal_write (stderr, colours[problem->severity], text);
      fputc ('\n', stderr);
      if (problem->fix != NULL)
        {
          g_autofree char *fix = troupe_text_to_line (problem->fix);

          troupe_terminal_print (stderr, TROUPE_COLOUR_NONE, "  %s\n", fix);
        }
    }
}

/* --- Data folder ------------------------------------------------------------------------------ */

gboolean
troupe_command_find_names (TroupeCommandLine *line, const char *name, char ***names)
{
  const char *text = troupe_command_line_get (line, name);
  g_auto (GStrv) found = text != NULL ? g_strsplit (text, ",", -1) : NULL;
  gboolean has_all = text == NULL || found[0] != NULL;

  g_return_val_if_fail (names != NULL, FALSE);

  for (guint i = 0; found != NULL && found[i] != NULL; i++)
    has_all = *g_strstrip (found[i]) != '\0' && has_all;
  *names = has_all ? g_steal_pointer (&found) : NULL;
  if (!has_all)
    /* Translators: first %s is the name of an option, second %s is what was given. */
    troupe_terminal_print_error (_ ("--%s must be names separated by commas, not “%s”."), name,
                                 text);
  return has_all;
}

char *
troupe_command_get_data_folder (TroupeCommandLine *line)
{
  const char *folder = troupe_command_line_get (line, "data-dir");

  return folder != NULL ? g_strdup (folder) : troupe_store_get_default_folder ();
}

char *
troupe_command_get_consent_folder (void)
{
  return troupe_store_get_default_folder ();
}

TroupeStore *
troupe_command_open_store (TroupeCommandLine *line, GError **error)
{
  g_autofree char *folder = troupe_command_get_data_folder (line);
  TroupeStore *store = troupe_store_open (folder, error);

  if (store != NULL && troupe_store_get_notice (store) != NULL)
    troupe_terminal_print_error ("%s", troupe_store_get_notice (store));
  return store;
}

/* --- Values ------------------------------------------------------------------------------- */

TroupeValue *
troupe_command_text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

TroupeValue *
troupe_command_number_or_null (guint number)
{
  return number > 0 ? troupe_value_new_integer (number) : troupe_value_new_null ();
}

static TroupeValue *
problem_to_value (const TroupeProblem *problem)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (problem != NULL, NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "severity",
                          troupe_command_text_or_null (
                              troupe_severity_get_name (problem->severity)));
  troupe_map_builder_add (&builder, "code", troupe_command_text_or_null (problem->code));
  troupe_map_builder_add (&builder, "path", troupe_command_text_or_null (problem->path));
  troupe_map_builder_add (&builder, "line", troupe_command_number_or_null (problem->line));
  troupe_map_builder_add (&builder, "column", troupe_command_number_or_null (problem->column));
  troupe_map_builder_add (&builder, "message", troupe_command_text_or_null (problem->message));
  troupe_map_builder_add (&builder, "fix", troupe_command_text_or_null (problem->fix));
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_command_problems_to_value (GPtrArray *problems)
{
  g_autofree TroupeValue **items = NULL;

  g_return_val_if_fail (problems != NULL, NULL);

  items = g_new (TroupeValue *, problems->len + 1);
  for (guint i = 0; i < problems->len; i++)
    items[i] = problem_to_value (g_ptr_array_index (problems, i));
  return troupe_value_new_list (items, problems->len);
}
