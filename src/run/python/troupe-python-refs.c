/* troupe-python-refs.c: enumeration and replacement of the Python references of a crew, task or
 * agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-refs"

#include "config.h"

#include "troupe-crew-hook-call.h"
#include "troupe-permission-services.h"
#include "troupe-python-refs.h"

/* Maximum nesting depth of a reference below its field, as in CrewAI. */
#define DEEPEST 64

typedef enum
{
  CALLED,  /* a function or a class, or a list of them */
  OBJECT,  /* an object, also nested */
  FILTERS, /* `tool_filter` of servers */
} How;

typedef struct
{
  const char *key;
  How how;
} Row;

static const Row crew_rows[] = {
  { "manager_agent", OBJECT },     { "manager_llm", OBJECT },
  { "planning_llm", OBJECT },      { "function_calling_llm", OBJECT },
  { "chat_llm", OBJECT },          { "memory", OBJECT },
  { "embedder", OBJECT },          { "skills", OBJECT },
  { "knowledge_sources", OBJECT }, { "knowledge", OBJECT },
  { NULL },
};

static const Row task_rows[] = {
  { "type", CALLED },
  { "converter_cls", CALLED },
  { NULL },
};

static const Row agent_rows[] = {
  { "type", CALLED },
  { "executor_class", CALLED },
  { "guardrail", CALLED },
  { "callbacks", CALLED },
  { "mcps", FILTERS },
  { "llm", OBJECT },
  { "function_calling_llm", OBJECT },
  { "memory", OBJECT },
  { "embedder", OBJECT },
  { "skills", OBJECT },
  { "knowledge_sources", OBJECT },
  { "knowledge_config", OBJECT },
  { "planning_config", OBJECT },
  { NULL },
};

static const Row *const tables[] = {
  [TROUPE_DECLARED_CREW] = crew_rows,
  [TROUPE_DECLARED_TASK] = task_rows,
  [TROUPE_DECLARED_AGENT] = agent_rows,
};

const char *
troupe_python_ref_get_reference (TroupeValue *value)
{
  return value != NULL ? troupe_value_get_member_text (value, "python") : NULL;
}

static void
part_free (gpointer data)
{
  TroupePythonRef *part = data;

  g_free (part->source);
  g_free (part->reference);
  g_free (part->path);
  g_free (part);
}

static void
add_part (GPtrArray *parts, TroupePythonKind kind, const char *reference, const char *path)
{
  TroupePythonRef *part = g_new0 (TroupePythonRef, 1);

  g_assert (parts != NULL);

  part->kind = kind;
  part->source = troupe_crew_hook_make_source (reference);
  part->reference = g_strdup (reference);
  part->path = g_strdup (path);
  /* The class of an agent may set the agent's model. */
  part->is_model = kind == TROUPE_PYTHON_KIND_MADE
                       ? g_str_has_suffix (path, "llm") || g_str_has_suffix (path, "memory") ||
                             g_str_equal (path, "embedder") ||
                             g_str_equal (path, "manager_agent") ||
                             g_str_equal (path, "planning_config")
                       : g_str_equal (path, "type");
  g_ptr_array_add (parts, part);
}

void
troupe_python_refs_add (GPtrArray *parts, const char *reference, const char *path)
{
  g_return_if_fail (parts != NULL && reference != NULL && path != NULL);

  add_part (parts, TROUPE_PYTHON_KIND_HOOK, reference, path);
}

/* Adds @value if it is a reference. Otherwise returns FALSE. */
static gboolean
add (GPtrArray *parts, TroupePythonKind kind, TroupeValue *value, const char *path)
{
  const char *reference = troupe_python_ref_get_reference (value);

  if (reference == NULL)
    return FALSE;
  add_part (parts, kind, reference, path);
  return TRUE;
}

/* Adds all references in @value, up to DEEPEST levels. The limit makes the recursion safe. */
static void
add_all (GPtrArray *parts, TroupePythonKind kind, TroupeValue *value, const char *path, guint depth)
{
  g_assert (value != NULL);

  if (depth > DEEPEST || add (parts, kind, value, path))
    return;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      {
        g_autofree char *inner = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", path, i);

        add_all (parts, kind, troupe_value_list_get (value, i), inner, depth + 1);
      }
  if (troupe_value_is (value, TROUPE_VALUE_MAP) && kind == TROUPE_PYTHON_KIND_MADE)
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      {
        TroupeValue *key = troupe_value_map_get_key (value, i);
        g_autofree char *inner =
            g_strdup_printf ("%s.%s", path, troupe_value_get_string (key, NULL));

        add_all (parts, kind, troupe_value_map_get_value (value, i), inner, depth + 1);
      }
}

GPtrArray *
troupe_python_refs_list (TroupeDeclared declared, TroupeValue *fields)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (part_free);

  g_return_val_if_fail (declared < G_N_ELEMENTS (tables), parts);

  for (const Row *row = tables[declared]; row->key != NULL; row++)
    {
      TroupeValue *value = troupe_value_get_member (fields, row->key);

      if (value == NULL)
        continue;
      if (row->how == FILTERS)
        {
          g_assert (parts != NULL);
          for (gsize i = 0; troupe_value_is (value, TROUPE_VALUE_LIST) &&
                            i < troupe_value_list_get_length (value);
               i++)
            {
              g_autofree char *path = g_strdup_printf ("mcps[%" G_GSIZE_FORMAT "].tool_filter", i);

              add (parts, TROUPE_PYTHON_KIND_HOOK,
                   troupe_value_get_member (troupe_value_list_get (value, i), "tool_filter"), path);
            }
        }
      else
        add_all (parts, row->how == CALLED ? TROUPE_PYTHON_KIND_HOOK : TROUPE_PYTHON_KIND_MADE,
                 value, row->key, 0);
    }
  for (guint i = 0; declared == TROUPE_DECLARED_TASK && i < parts->len; i++)
    ((TroupePythonRef *) parts->pdata[i])->is_model = FALSE;
  return parts;
}

/* --- Replacement ------------------------------------------------------------------------------ */

/* Returns @value with its references replaced. @next: index in @values. (transfer full) */
static TroupeValue *
fill (TroupeValue *value, GPtrArray *values, guint *next, guint depth)
{
  g_assert (value != NULL && values != NULL);

  if (depth > DEEPEST)
    return troupe_value_ref (value);
  if (troupe_python_ref_get_reference (value) != NULL && *next < values->len)
    return troupe_value_ref (g_ptr_array_index (values, (*next)++));
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          TroupeValue *item = troupe_value_list_get (value, i);
          g_autoptr (TroupeValue) filled = fill (item, values, next, depth + 1);
          const gboolean is_several = troupe_python_ref_get_reference (item) != NULL &&
                                      troupe_value_is (filled, TROUPE_VALUE_LIST);

          for (gsize k = 0; is_several && k < troupe_value_list_get_length (filled); k++)
            g_ptr_array_add (items, troupe_value_ref (troupe_value_list_get (filled, k)));
          if (!is_several)
            g_ptr_array_add (items, troupe_value_ref (filled));
        }
      return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        troupe_map_builder_add_key (
            &builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
            fill (troupe_value_map_get_value (value, i), values, next, depth + 1));
      return troupe_map_builder_end (&builder);
    }
  return troupe_value_ref (value);
}

TroupeValue *
troupe_python_refs_fill (TroupeDeclared declared, TroupeValue *fields, GPtrArray *values)
{
  TroupeValue *filled = troupe_value_ref (fields);
  guint next = 0;

  g_return_val_if_fail (declared < G_N_ELEMENTS (tables) && values != NULL, filled);

  for (const Row *row = tables[declared]; row->key != NULL; row++)
    {
      TroupeValue *value = troupe_value_get_member (fields, row->key);
      g_autoptr (TroupeValue) made = NULL;
      g_autoptr (TroupeValue) before = filled;

      if (value != NULL && row->how == OBJECT)
        made = fill (value, values, &next, 0);
      filled =
          made != NULL ? troupe_value_map_with (before, row->key, made) : troupe_value_ref (before);
    }
  return filled;
}

/* --- Permissions ------------------------------------------------------------------------------ */

void
troupe_python_refs_list_permissions (GPtrArray *parts, TroupePermissionList *permissions)
{
  g_return_if_fail (parts != NULL && permissions != NULL);

  for (guint i = 0; i < parts->len; i++)
    {
      const TroupePythonRef *part = g_ptr_array_index (parts, i);

      troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_CODE, part->source);
      if (part->is_model)
        troupe_permission_list_add_any_model (permissions, part->source);
    }
}
