/* troupe-unsupported.c: fields of a declared crew, task or agent that this version cannot run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-unsupported"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-unsupported.h"

/* Maximum depth of a Python reference below its field, as in CrewAI. */
#define DEEPEST 64

typedef enum
{
  MADE,     /* a Python reference in the field, in its list or nested inside */
  GIVEN,    /* anything that is not empty */
  NO_GUARD, /* anything but a non-empty string or a Python function */
  CUSTOM,   /* a nested reference, unless the whole value is one */
} When;

typedef struct
{
  const char *key;
  When when;
  const char *advice;
} Row;

#define WRITE_EMBEDDER                                                                             \
  N_ ("CrewAI does not accept this form either: create a CustomProvider in Python and name it as " \
      "the embedder.")

static const Row crew_rows[] = {
  { "embedder", CUSTOM, WRITE_EMBEDDER },
  { NULL },
};

static const Row task_rows[] = {
  { NULL },
};

static const Row agent_rows[] = {
  { "embedder", CUSTOM, WRITE_EMBEDDER },
  { "knowledge", GIVEN, N_ ("Use knowledge_sources instead.") },
  { "guardrail", NO_GUARD, N_ ("Write a sentence, or a function as {\"python\": …}.") },
  { "agent_executor", MADE, N_ ("Remove the executor.") },
  { "from_repository", GIVEN, N_ ("Write the agent’s role, goal and backstory here.") },
  { NULL },
};

/* Fields of an agent without a crew, in addition to those of every agent. */
static const Row lone_rows[] = {
  { "type", MADE, N_ ("Remove the type, or put the agent in a crew with one task.") },
  { "executor_class", MADE, N_ ("Remove the executor, or put the agent in a crew with one task.") },
  { NULL },
};

static const Row *const tables[] = {
  [TROUPE_DECLARED_CREW] = crew_rows,
  [TROUPE_DECLARED_TASK] = task_rows,
  [TROUPE_DECLARED_AGENT] = agent_rows,
  [TROUPE_DECLARED_LONE_AGENT] = lone_rows,
};

/* --- Unsupported fields ----------------------------------------------------------------------- */

static void
unsupported_free (gpointer data)
{
  TroupeUnsupported *self = data;

  g_free (self->path);
  g_free (self->sentence);
  g_free (self->advice);
  g_free (self);
}

static void
add (GPtrArray *found, const Row *row, const char *path, gboolean is_python)
{
  TroupeUnsupported *item = g_new0 (TroupeUnsupported, 1);
  const char *dot = strrchr (path, '.');
  const char *key = dot != NULL ? dot + 1 : path;

  g_assert (row != NULL);

  item->key = row->key;
  item->path = g_strdup (path);
  item->sentence =
      is_python
          ? g_strdup_printf (
                /* Translators: the placeholder is a key of a document, such
                                    * as converter_cls */
                _ ("“%s” is created in Python, which this version of Troupe does not support."),
                key)
          : g_strdup_printf (
                /* Translators: the placeholder is a key of a document, such
                                    * as from_repository */
                _ ("This version of Troupe does not support “%s”."), key);
  item->advice = g_strdup (_ (row->advice));
  g_ptr_array_add (found, item);
}

static gboolean
is_reference (TroupeValue *value)
{
  return troupe_value_get_member (value, "python") != NULL;
}

/* Returns TRUE if @value or anything nested in it is a Python reference. Recursion is safe,
 * because it is limited to DEEPEST levels. */
static gboolean
has_reference (TroupeValue *value, guint depth)
{
  g_assert (value != NULL);

  if (depth > DEEPEST)
    return FALSE;
  if (is_reference (value))
    return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      if (has_reference (troupe_value_list_get (value, i), depth + 1))
        return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      if (has_reference (troupe_value_map_get_value (value, i), depth + 1))
        return TRUE;
  return FALSE;
}

static void
look (GPtrArray *found, const Row *row, TroupeValue *value)
{
  g_assert (row != NULL && value != NULL);

  switch (row->when)
    {
    case MADE:
      /* Reports each entry of a list separately, so that its path identifies the entry. */
      g_assert (found != NULL);
      if (!troupe_value_is (value, TROUPE_VALUE_LIST))
        {
          if (has_reference (value, 0))
            add (found, row, row->key, TRUE);
        }
      else
        {
          for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
            {
              g_autofree char *path = g_strdup_printf ("%s[%" G_GSIZE_FORMAT "]", row->key, i);

              if (has_reference (troupe_value_list_get (value, i), 0))
                add (found, row, path, TRUE);
            }
        }
      break;
    case CUSTOM:
      if (!is_reference (value) && has_reference (value, 0))
        add (found, row, row->key, TRUE);
      break;
    case GIVEN:
      if (troupe_value_is_filled (value))
        add (found, row, row->key, has_reference (value, 0));
      break;
    case NO_GUARD:
      if (troupe_value_is_filled (value) && !troupe_value_is (value, TROUPE_VALUE_STRING) &&
          !is_reference (value))
        add (found, row, row->key, is_reference (value));
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
list_rows (GPtrArray *found, const Row *rows, TroupeValue *map)
{
  g_assert (found != NULL);

  for (const Row *row = rows; row->key != NULL; row++)
    {
      TroupeValue *value = troupe_value_get_member (map, row->key);

      if (value != NULL)
        look (found, row, value);
    }
}

GPtrArray *
troupe_unsupported_list (TroupeDeclared declared, TroupeValue *map)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (unsupported_free);

  g_return_val_if_fail (declared < G_N_ELEMENTS (tables), NULL);

  list_rows (found, tables[declared], map);
  if (declared == TROUPE_DECLARED_LONE_AGENT)
    list_rows (found, agent_rows, map);
  return g_steal_pointer (&found);
}
