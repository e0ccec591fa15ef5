/* troupe-flow-declaration.c: declarations of Python flows, as CrewAI creates them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-declaration"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-declaration.h"
#include "troupe-program.h"
#include "troupe-python-module.h"
#include "troupe-python-package.h"

char *
troupe_flow_declaration_find_obstacle (const TroupePythonFlow *flow)
{
  g_autofree char *missing = NULL;
  g_autofree char *interpreter = NULL;
  g_autofree char *advice = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  interpreter = troupe_program_find ("python3", flow->folder);
  if (interpreter == NULL)
    return g_strdup (_ ("Python is not installed, so the flow cannot be read. Install Python 3 and "
                        "CrewAI."));
  missing = troupe_python_module_find_missing ("crewai", flow->folder);
  if (missing == NULL)
    return NULL;
  advice = troupe_python_package_make_advice ("crewai");
  return g_strdup_printf (
      /* Translators: first %s is the path of the Python interpreter, second %s says how to install
       * CrewAI */
      _ ("Opening a Python flow requires CrewAI, which is not installed for %s. %s"), interpreter,
      advice);
}

/* --- Run -------------------------------------------------------------------------------------- */

static TroupeValue *
new_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

/* Returns the name of the method for a class. Names of classes are not always valid names of methods.
 * (transfer full) */
static char *
make_method_name (guint index)
{
  return g_strdup_printf ("m%u", index);
}

/* Returns a method that calls `flow_definition()` of a class. */
static TroupeValue *
make_method (const TroupePythonFlow *flow, const char *class)
{
  TroupeMapBuilder action, method;

  troupe_map_builder_init (&action);
  troupe_map_builder_add (&action, "call", new_text ("code"));
  troupe_map_builder_add (&action, "ref",
                          troupe_value_take_string (
                              g_strdup_printf ("%s:%s.flow_definition", flow->module, class), -1));
  troupe_map_builder_init (&method);
  troupe_map_builder_add (&method, "start", troupe_value_new_boolean (TRUE));
  troupe_map_builder_add (&method, "do", troupe_map_builder_end (&action));
  return troupe_map_builder_end (&method);
}

TroupeRun *
troupe_flow_declaration_make_run (const TroupePythonFlow *flow, const char *name)
{
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autofree char *text = NULL;
  g_autofree char *base = NULL;
  g_autofree char *path = NULL;
  TroupeMapBuilder methods, root;
  TroupeRun *run;

  g_return_val_if_fail (flow != NULL, NULL);

  troupe_map_builder_init (&methods);
  for (guint i = 0; flow->classes[i] != NULL; i++)
    if (name == NULL || g_str_equal (flow->classes[i], name))
      {
        g_autofree char *method = make_method_name (i);

        troupe_map_builder_add (&methods, method, make_method (flow, flow->classes[i]));
      }
  base = g_filename_display_basename (flow->path);
  troupe_map_builder_init (&root);
  troupe_map_builder_add (&root, "schema", new_text ("crewai.flow/v1"));
  troupe_map_builder_add (&root, "name", new_text (base));
  troupe_map_builder_add (&root, "methods", troupe_map_builder_end (&methods));
  whole = troupe_map_builder_end (&root);
  text = troupe_value_to_json (whole, TROUPE_JSON_PRETTY);
  document = troupe_flow_document_load_text (text, strlen (text), base, NULL, NULL);
  /* Its only parts from outside are strings. */
  g_assert (document != NULL);
  run = troupe_run_new (troupe_flow_document_get_flow (document));
  troupe_run_set_folder (run, flow->folder);
  /* Modules are found from the folder of this path, which for a package is not that of the file. The
   * name is that of the module, so that each file has its own consent. */
  path = g_build_filename (flow->folder, flow->module, NULL);
  troupe_run_set_store (run, NULL, path, NULL);
  return run;
}

/* --- Result ----------------------------------------------------------------------------------- */

static const char *
describe_end (const TroupeRunResult *result)
{
  if (result->error != NULL)
    return result->error->message;
  if (result->type == TROUPE_RESULT_CANCELLED)
    return _ ("It was cancelled.");
  if (result->type == TROUPE_RESULT_TIMEOUT)
    return _ ("The time limit was exceeded.");
  return _ ("The code returned nothing.");
}

TroupeFlowDocument *
troupe_flow_declaration_read (const TroupePythonFlow *flow,
                              TroupeRun *run,
                              const TroupeRunResult *result,
                              const char *name,
                              GPtrArray **problems,
                              GError **error)
{
  g_autoptr (TroupeFlowDocument) document = NULL;
  TroupeValue *value;
  g_autofree char *text = NULL;
  TroupeFlow *output_flow;
  g_autofree char *method = NULL;

  g_return_val_if_fail (flow != NULL && result != NULL && name != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  output_flow = troupe_run_get_flow (run);
  value = NULL;
  for (guint i = 0; flow->classes[i] != NULL && method == NULL; i++)
    if (g_str_equal (flow->classes[i], name))
      method = make_method_name (i);
  for (guint i = 0; result->outputs != NULL && i < result->outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (result->outputs, TroupeRunOutput, i);

      if (g_strcmp0 (troupe_flow_get_method (output_flow, output->method)->name, method) == 0)
        {
          value = output->value;
          break;
        }
    }
  if (result->type != TROUPE_RESULT_OK || value == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR,
                   result->error != NULL ? result->error->code : TROUPE_RUN_ERROR_DOCUMENT,
                   /* Translators: the first %s is a class, the second one a file, the third one a
                    * sentence */
                   _ ("Could not create the declaration of %s in %s: %s"), name, flow->path,
                   describe_end (result));
      return NULL;
    }
  text = troupe_value_to_json (value, TROUPE_JSON_PRETTY);
  document = troupe_flow_document_load_text (text, strlen (text), name, problems, error);
  if (document == NULL)
    return NULL;
  troupe_document_set_folder (TROUPE_DOCUMENT (document), flow->folder);
  troupe_document_set_unsaved (TROUPE_DOCUMENT (document));
  return g_steal_pointer (&document);
}
