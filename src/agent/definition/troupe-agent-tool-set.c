/* troupe-agent-tool-set.c: tools of an agent, by the names that are sent to its model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-tool-set"

#include "config.h"

#include <string.h>

#include "troupe-agent-arguments.h"
#include "troupe-agent-tool-set.h"
#include "troupe-tool-name.h"

/* Minimum similarity at which a tool is accepted although its name differs from the requested
 * one. */
#define SIMILAR 0.85
/* Longer names are not compared, because the comparison takes time proportional to the product
 * of both lengths. */
#define COMPARED_LONGEST 128u

struct _TroupeAgentToolSet
{
  GPtrArray *tools; /* (element-type TroupeTool) */
  GPtrArray *names; /* (element-type utf8) */
};

/* --- Names ----------------------------------------------------------------------------------- */

static gboolean
is_taken (TroupeAgentToolSet *self, const char *name)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      return TRUE;
  return FALSE;
}

static char *
make_name (TroupeAgentToolSet *self, TroupeTool *tool)
{
  g_autofree char *sanitized = troupe_tool_name_sanitize (troupe_tool_get_name (tool));
  const char *base = *sanitized != '\0' ? sanitized : "tool";
  char *name = g_strdup (base);

  for (guint i = 2; is_taken (self, name); i++)
    {
      g_autofree char *tail = g_strdup_printf ("_%u", i);

      g_free (name);
      name =
          g_strdup_printf ("%.*s%s", (int) (TROUPE_TOOL_NAME_LONGEST - strlen (tail)), base, tail);
    }
  return name;
}

static void
rename_all (TroupeAgentToolSet *self)
{
  g_ptr_array_set_size (self->names, 0);
  for (guint i = 0; i < self->tools->len; i++)
    g_ptr_array_add (self->names, make_name (self, g_ptr_array_index (self->tools, i)));
}

TroupeAgentToolSet *
troupe_agent_tool_set_new (GPtrArray *tools)
{
  TroupeAgentToolSet *self = g_new0 (TroupeAgentToolSet, 1);

  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; tools != NULL && i < tools->len; i++)
    g_ptr_array_add (self->tools, g_object_ref (g_ptr_array_index (tools, i)));
  rename_all (self);
  return self;
}

void
troupe_agent_tool_set_free (TroupeAgentToolSet *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->tools);
  g_ptr_array_unref (self->names);
  g_free (self);
}

const char *
troupe_agent_tool_set_add (TroupeAgentToolSet *self, TroupeTool *tool)
{
  char *name = NULL;

  g_return_val_if_fail (self != NULL && TROUPE_IS_TOOL (tool), NULL);

  name = make_name (self, tool);
  g_ptr_array_add (self->tools, g_object_ref (tool));
  g_ptr_array_add (self->names, name);

  return name;
}

guint
troupe_agent_tool_set_get_n (TroupeAgentToolSet *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->tools->len;
}

TroupeTool *
troupe_agent_tool_set_get_tool (TroupeAgentToolSet *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->tools->len, NULL);

  return g_ptr_array_index (self->tools, index);
}

const char *
troupe_agent_tool_set_get_name (TroupeAgentToolSet *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->names->len, NULL);

  return g_ptr_array_index (self->names, index);
}

/* --- Descriptions ----------------------------------------------------------------------------- */

/* @error: (nullable): of the first tool that failed to describe itself */
typedef struct
{
  TroupeAgentToolSet *set;
  guint n_waiting;
  GError *error;
} Describing;

static void
describing_free (gpointer data)
{
  Describing *describing = data;

  g_assert (describing != NULL);

  g_clear_error (&describing->error);
  g_free (describing);
}

static void
end_describing (GTask *task)
{
  Describing *describing = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (--describing->n_waiting > 0)
    return;
  rename_all (describing->set);
  if (describing->error != NULL)
    g_task_return_error (task, g_steal_pointer (&describing->error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Describing *describing = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  (void) troupe_tool_describe_finish (TROUPE_TOOL (source), result, &error);
  if (describing->error == NULL)
    describing->error = error;
  else
    g_clear_error (&error);
  end_describing (task);
}

void
troupe_agent_tool_set_find_out (TroupeAgentToolSet *self,
                                const TroupeToolContext *context,
                                GTask *task)
{
  Describing *describing = NULL;

  g_return_if_fail (self != NULL && context != NULL);
  g_return_if_fail (G_IS_TASK (task));

  describing = g_new0 (Describing, 1);
  describing->set = self;
  /* This function counts as one pending call, so that the task does not end before all tools
   * have been asked. */
  describing->n_waiting = 1;
  g_task_set_task_data (task, describing, describing_free);
  for (guint i = 0; i < self->tools->len; i++)
    {
      TroupeTool *tool = g_ptr_array_index (self->tools, i);

      if (troupe_tool_get_schema (tool) != NULL)
        continue;
      describing->n_waiting++;
      troupe_tool_describe_async (tool, context, g_task_get_cancellable (task), described_cb,
                                  g_object_ref (task));
    }
  end_describing (task);
}

/* --- Lookup by name --------------------------------------------------------------------------- */

int
troupe_agent_tool_set_find (TroupeAgentToolSet *self, const char *name)
{
  g_autofree char *sanitized = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, -1);

  sanitized = troupe_tool_name_sanitize (name);
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), sanitized))
      return (int) i;
  return -1;
}

/* Finds the first of the longest common substrings. @at: (out): its position in each string */
static gsize
find_common (const char *a, gsize a_length, const char *b, gsize b_length, gsize at[2])
{
  gsize longest = 0;

  for (gsize i = 0; i < a_length; i++)
    for (gsize k = 0; k < b_length; k++)
      {
        gsize length = 0;

        while (i + length < a_length && k + length < b_length && a[i + length] == b[k + length])
          length++;
        if (length <= longest)
          continue;
        longest = length;
        at[0] = i;
        at[1] = k;
      }
  return longest;
}

static gsize
count_common (const char *a, gsize a_length, const char *b, gsize b_length)
{
  gsize at[2] = { 0 };
  gsize length = find_common (a, a_length, b, b_length, at);

  if (length == 0)
    return 0;
  return length + count_common (a, at[0], b, at[1]) +
         count_common (a + at[0] + length, a_length - at[0] - length, b + at[1] + length,
                       b_length - at[1] - length);
}

double
troupe_agent_tool_set_compare (const char *a, const char *b)
{
  gsize a_length, b_length;

  g_return_val_if_fail (a != NULL && b != NULL, 0.0);

  a_length = strlen (a);
  b_length = strlen (b);
  if (a_length + b_length == 0)
    return 1.0;
  if (a_length > COMPARED_LONGEST || b_length > COMPARED_LONGEST)
    return 0.0;
  return 2.0 * (double) count_common (a, a_length, b, b_length) / (double) (a_length + b_length);
}

int
troupe_agent_tool_set_find_similar (TroupeAgentToolSet *self, const char *name)
{
  g_autofree char *sanitized = NULL;
  double best = SIMILAR;
  int found;

  g_return_val_if_fail (self != NULL && name != NULL, -1);

  found = troupe_agent_tool_set_find (self, name);
  if (found >= 0)
    return found;
  sanitized = troupe_tool_name_sanitize (name);
  for (guint i = 0; i < self->names->len; i++)
    {
      double ratio = troupe_agent_tool_set_compare (g_ptr_array_index (self->names, i), sanitized);

      if (ratio <= best)
        continue;
      best = ratio;
      found = (int) i;
    }
  return found;
}

/* --- Text for models -------------------------------------------------------------------------- */

static TroupeValue *
make_empty_schema (void)
{
  return troupe_value_from_json ("{\"type\":\"object\",\"properties\":{}}", -1, NULL);
}

GPtrArray *
troupe_agent_tool_set_make_specs (TroupeAgentToolSet *self)
{
  GPtrArray *specs = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  specs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);
  for (guint i = 0; i < self->tools->len; i++)
    {
      TroupeTool *tool = g_ptr_array_index (self->tools, i);
      const char *name = g_ptr_array_index (self->names, i);
      g_autoptr (TroupeValue) schema = troupe_tool_get_schema (tool) != NULL
                                           ? troupe_value_ref (troupe_tool_get_schema (tool))
                                           : make_empty_schema ();
      gboolean is_strict = FALSE;
      g_autoptr (TroupeValue) strict = troupe_agent_arguments_make_strict (schema, &is_strict);
      TroupeLlmToolSpec *spec =
          troupe_llm_tool_spec_new (name, troupe_tool_get_description (tool), strict);

      g_assert (TROUPE_IS_TOOL (tool));
      spec->is_strict = is_strict;
      g_ptr_array_add (specs, spec);
    }
  return specs;
}

char *
troupe_agent_tool_set_describe (TroupeAgentToolSet *self)
{
  GString *out = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < self->tools->len; i++)
    {
      TroupeTool *tool = g_ptr_array_index (self->tools, i);
      g_autoptr (TroupeValue) schema = troupe_tool_get_schema (tool) != NULL
                                           ? troupe_value_ref (troupe_tool_get_schema (tool))
                                           : make_empty_schema ();
      g_autofree char *arguments = troupe_value_to_json (schema, TROUPE_JSON_SPACED);

      /* Uses CrewAI's format (doc/crew-semantics.md §10). */
      g_string_append_printf (out, "%sTool Name: %s\nTool Arguments: %s\nTool Description: %s",
                              i > 0 ? "\n" : "", (char *) g_ptr_array_index (self->names, i),
                              arguments, troupe_tool_get_description (tool));
    }
  return g_string_free (out, FALSE);
}

char *
troupe_agent_tool_set_list_names (TroupeAgentToolSet *self)
{
  GString *out = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < self->names->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? ", " : "",
                            (char *) g_ptr_array_index (self->names, i));
  return g_string_free (out, FALSE);
}
