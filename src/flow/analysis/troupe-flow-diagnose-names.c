/* troupe-flow-diagnose-names.c: diagnostics of method names and of layout entries for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-diagnose-names"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-diagnose-parts.h"
#include "troupe-flow-diagnosis.h"
#include "troupe-flow-offer.h"
#include "troupe-flow-reader.h"
#include "troupe-tree.h"

/* --- Methods ------------------------------------------------------------------------------- */

/* Reports methods of the document that replace built-in methods of a conversation, because they
 * have their names (§12). */
static void
check_builtin (TroupeFlowDiagnosis *self, const TroupeFlowMethod *method)
{
  static const char *const builtin[] = { "route_conversation", "converse_turn", "end_conversation",
                                         "answer_from_history_turn", NULL };

  g_assert (self != NULL);

  /* An exported class refers to CrewAI's built-in method. */
  if (troupe_flow_is_conversational (self->flow) && g_strv_contains (builtin, method->name) &&
      (method->action->reference == NULL ||
       !g_str_has_prefix (method->action->reference, "crewai.")))
    troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_HINT, method->node, "replaces_builtin",
                               _ ("“%s” overrides the built-in method of conversations."),
                               method->name);
}

void
troupe_diagnose_names (TroupeFlowDiagnosis *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      char *folded = g_ascii_strdown (method->name, -1);
      const char *earlier = g_hash_table_lookup (seen, folded);
      gsize mark = troupe_flow_reader_enter (self->reader, method->name);
      static const char *const reserved[] = { "true", "false", "null", "in", NULL };
      g_autofree char *name = NULL;

      self->reader->method = method->name;
      if (earlier != NULL)
        troupe_flow_reader_report (
            self->reader, TROUPE_SEVERITY_HINT, method->node, "similar_names",
            _ ("“%s” and “%s” are different methods, although their names differ only in case."),
            earlier, method->name);
      g_hash_table_insert (seen, folded, method->name);
      /* Reports method names that cannot follow a period in an expression (doc/cel.md §2). */
      if (g_strv_contains (reserved, method->name))
        {
          name = g_strconcat (method->name, "_", NULL);
          troupe_diagnosis_offer (
              troupe_flow_reader_report (self->reader, TROUPE_SEVERITY_WARNING, method->node,
                                         "reserved_name",
                                         _ ("“%s” is a reserved word of the expression language, "
                                            "so outputs.%s is not valid."),
                                         method->name, method->name),
              g_strdup (_ ("Choose another name.")), g_strdup_printf ("rename-method:%s", name),
              g_strdup_printf (_ ("Rename to %s"), name));
        }
      check_builtin (self, method);
      self->reader->method = NULL;
      troupe_flow_reader_leave (self->reader, mark);
    }
}

/* --- Layout -------------------------------------------------------------------------------- */

static void
report_unknown (TroupeFlowDiagnosis *self, JsonNode *node, const char *name)
{
  troupe_diagnosis_offer_removal (troupe_flow_reader_report (
      self->reader, TROUPE_SEVERITY_HINT, node, "layout_of_nothing",
      _ ("The layout refers to the method “%s”, which does not exist."), name));
}

/* Reports layout entries of unknown methods. Keys are method names for positions, and
 * `METHOD/PATH` for gates. */
static void
check_section (TroupeFlowDiagnosis *self, JsonNode *block, const char *key)
{
  JsonNode *section = troupe_tree_get_member (block, key);
  gsize mark = troupe_flow_reader_enter (self->reader, key);
  JsonObjectIter iter;
  const char *id;
  JsonNode *member;

  g_assert (self != NULL);

  if (section != NULL && JSON_NODE_HOLDS_OBJECT (section))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (section));
      while (json_object_iter_next_ordered (&iter, &id, &member))
        {
          g_autofree char *name = g_strndup (id, strcspn (id, "/"));
          gsize inner = troupe_flow_reader_enter (self->reader, id);

          if (troupe_flow_find_index (self->flow, name) < 0)
            report_unknown (self, member, name);
          troupe_flow_reader_leave (self->reader, inner);
        }
    }
  troupe_flow_reader_leave (self->reader, mark);
}

void
troupe_diagnose_layout (TroupeFlowDiagnosis *self)
{
  JsonNode *block = troupe_tree_get_member (troupe_flow_get_root (self->flow), "x-troupe");
  JsonArray *groups = troupe_tree_get_member_list (block, "groups");
  gsize mark;

  if (block == NULL)
    return;
  mark = troupe_flow_reader_enter (self->reader, "x-troupe");
  check_section (self, block, "positions");
  check_section (self, block, "gates");
  troupe_flow_reader_enter (self->reader, "groups");
  for (guint i = 0; groups != NULL && i < json_array_get_length (groups); i++)
    {
      gsize inner = troupe_flow_reader_enter_index (self->reader, i);
      JsonArray *methods =
          troupe_tree_get_member_list (json_array_get_element (groups, i), "methods");
      gsize group_mark = troupe_flow_reader_enter (self->reader, "methods");

      for (guint j = 0; methods != NULL && j < json_array_get_length (methods); j++)
        {
          JsonNode *node = json_array_get_element (methods, j);
          gsize group_inner = troupe_flow_reader_enter_index (self->reader, j);

          if (troupe_json_node_is_text (node) &&
              troupe_flow_find_index (self->flow, json_node_get_string (node)) < 0)
            report_unknown (self, node, json_node_get_string (node));
          troupe_flow_reader_leave (self->reader, group_inner);
        }
      troupe_flow_reader_leave (self->reader, group_mark);
      troupe_flow_reader_leave (self->reader, inner);
    }
  troupe_flow_reader_leave (self->reader, mark);
}
