/* troupe-convert-flow.c: conversion of a Python flow to its declaration
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-convert-flow"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-consent-prompt.h"
#include "troupe-convert-flow.h"
#include "troupe-flow-declaration.h"
#include "troupe-run-execute.h"
#include "troupe-terminal.h"

/* Returns the class to convert. (transfer none) (nullable): NULL if the user has to choose one, which
 * is printed */
static const char *
choose_class (const TroupePythonFlow *flow, const char *name)
{
  g_autofree char *names = g_strjoinv (", ", flow->classes);

  if (name == NULL && flow->classes[1] == NULL)
    return flow->classes[0];
  for (guint i = 0; name != NULL && flow->classes[i] != NULL; i++)
    if (g_str_equal (flow->classes[i], name))
      return flow->classes[i];
  troupe_terminal_print_error (
      /* Translators: the first %s is a file, the second one a list of names */
      _ ("%s contains these flows: %s. Choose one of them with --crew NAME."), flow->path, names);
  return NULL;
}

TroupeLoaded *
troupe_convert_flow (TroupeCommandLine *line,
                     const TroupePythonFlow *flow,
                     const char *name,
                     TroupeExit *exit)
{
  const char *class = choose_class (flow, name);
  g_autofree char *obstacle = NULL;
  g_autofree char *reason = NULL;
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeRunResult) result = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document;

  *exit = TROUPE_EXIT_INVALID;
  if (class == NULL)
    return NULL;
  obstacle = troupe_flow_declaration_find_obstacle (flow);
  if (obstacle != NULL)
    {
      troupe_terminal_print_error ("%s: %s", flow->path, obstacle);
      return NULL;
    }
  run = troupe_flow_declaration_make_run (flow, class);
  if (!troupe_consent_prompt_ask_code (line, run, &reason))
    {
      troupe_terminal_print_error ("%s: %s", flow->path, reason);
      *exit = TROUPE_EXIT_CONSENT;
      return NULL;
    }
  *exit = troupe_run_execute_alone (line, run, &result);
  document = troupe_flow_declaration_read (flow, run, result, class, &problems, &error);
  if (document != NULL)
    {
      /* Moves the document into an object like that of a file. */
      TroupeLoaded *loaded = g_new0 (TroupeLoaded, 1);

      loaded->name = g_strdup (flow->path);
      loaded->document = document;
      loaded->problems =
          problems != NULL ? g_ptr_array_ref (problems)
                           : g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
      return loaded;
    }
  troupe_terminal_print_error ("%s", error->message);
  if (*exit == TROUPE_EXIT_OK)
    *exit = TROUPE_EXIT_INVALID;
  return NULL;
}

void
troupe_convert_flow_check_place (const TroupePythonFlow *flow,
                                 const char *output,
                                 GPtrArray *problems)
{
  g_autofree char *full =
      g_canonicalize_filename (g_str_equal (output, "-") ? "output" : output, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autofree char *target = troupe_path_resolve (folder);
  g_autofree char *wanted = troupe_path_resolve (flow->folder);

  if (g_strcmp0 (target, wanted) == 0)
    return;
  g_ptr_array_add (problems,
                   troupe_problem_new (
                       TROUPE_SEVERITY_WARNING, "missing_module", "methods",
                       /* Translators: the first %s is a Python module, the second one a folder */
                       _ ("The methods refer to the Python module “%s”, which is found from the "
                          "folder %s. Move the document to that folder to run it."),
                       flow->module, flow->folder));
}
