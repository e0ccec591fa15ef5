/* troupe-run-declarations.c: check of the crew files that a flow refers to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-declarations"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-prepared-crew.h"
#include "troupe-run-declarations.h"
#include "troupe-tree.h"

typedef struct
{
  TroupeJsonText *source;
  const char *folder;
  const char *method;
  GPtrArray *problems;
} Check;

static void check_action (Check *check, const TroupeFlowAction *action, const char *path);

static void
report (Check *check, const TroupeFlowAction *action, const char *path, const GError *error)
{
  g_autofree char *place = g_strconcat (path, ".from_declaration", NULL);
  TroupeProblem *problem =
      troupe_problem_new (TROUPE_SEVERITY_WARNING, "unreadable_crew", place,
                          /* Translators: %s is a sentence that describes the problem */
                          _ ("The method will fail when it is reached. %s"), error->message);
  JsonNode *node = troupe_tree_get_member (action->node, "from_declaration");
  TroupePlace found;

  g_assert (check != NULL);

  problem->method = g_strdup (check->method);
  if (check->source != NULL && node != NULL &&
      troupe_json_text_get_place (check->source, node, &found))
    {
      problem->line = found.line;
      problem->column = found.column;
    }
  g_ptr_array_add (check->problems, problem);
}

static void
check_steps (Check *check, const TroupeFlowAction *action, const char *path)
{
  g_assert (check != NULL);

  for (guint i = 0; i < action->n_steps; i++)
    {
      g_autofree char *place = g_strdup_printf ("%s.do[%u].action", path, i);

      if (action->steps[i].action != NULL)
        check_action (check, action->steps[i].action, place);
    }
}

static void
check_action (Check *check, const TroupeFlowAction *action, const char *path)
{
  TroupePreparedCrew *cast;

  g_assert (check != NULL);

  if (action->type == TROUPE_ACTION_EACH)
    check_steps (check, action, path);
  if (action->type != TROUPE_ACTION_CREW || action->definition != NULL ||
      action->reference == NULL || *action->reference == '\0')
    return;
  cast = troupe_prepared_crew_new (action, check->folder, TRUE);
  if (cast->error != NULL)
    report (check, action, path, cast->error);
  troupe_prepared_crew_free (cast);
}

void
troupe_run_check_declarations (TroupeFlowDocument *document, GPtrArray *problems)
{
  const TroupeDocumentPart *part;
  const char *file;
  TroupeFlow *flow;
  g_autofree char *folder = NULL;
  Check check = { .problems = problems };

  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (document) && problems != NULL);

  file = troupe_document_get_path (TROUPE_DOCUMENT (document));
  flow = troupe_flow_document_get_flow (document);
  if (file == NULL || flow == NULL)
    return;
  part = troupe_document_parts_find (troupe_document_get_parts (TROUPE_DOCUMENT (document)), "");
  folder = g_path_get_dirname (file);
  check.folder = folder;
  check.source = part->source;
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      g_autofree char *path = g_strdup_printf ("methods.%s.do", method->name);

      check.method = method->name;
      if (method->action != NULL)
        check_action (&check, method->action, path);
    }
}
