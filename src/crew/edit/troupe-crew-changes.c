/* troupe-crew-changes.c: summary of the differences between two crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-changes"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-changes.h"

/* @first: (nullable): description of the first difference */
typedef struct
{
  char *first;
  guint n;
} Changes;

/* @text: (transfer full) */
static void
add (Changes *changes, char *text)
{
  g_assert (changes != NULL);

  changes->n++;
  if (changes->first == NULL)
    changes->first = text;
  else
    g_free (text);
}

/* @owner: (nullable): the task or the agent; %NULL for the crew itself */
static void
add_field (Changes *changes, const char *owner, const char *key, gboolean was, gboolean is)
{
  g_autofree char *text = NULL;

  g_assert (key != NULL);

  if (!was)
    /* Translators: %s is the key of a setting */
    text = g_strdup_printf (_ ("%s added"), key);
  else if (!is)
    /* Translators: %s is the key of a setting */
    text = g_strdup_printf (_ ("%s removed"), key);
  else
    /* Translators: %s is the key of a setting */
    text = g_strdup_printf (_ ("%s changed"), key);
  add (changes, owner != NULL ? g_strdup_printf ("%s: %s", owner, text) : g_steal_pointer (&text));
}

static void
compare_fields (Changes *changes, const char *owner, TroupeValue *before, TroupeValue *after)
{
  g_assert (before != NULL && after != NULL);

  for (gsize i = 0; i < troupe_value_map_get_size (before); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (before, i), NULL);
      TroupeValue *now = troupe_value_map_lookup_string (after, key, -1);

      if (now == NULL || !troupe_value_equal (troupe_value_map_get_value (before, i), now))
        add_field (changes, owner, key, TRUE, now != NULL);
    }
  for (gsize i = 0; i < troupe_value_map_get_size (after); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (after, i), NULL);

      if (troupe_value_map_lookup_string (before, key, -1) == NULL)
        add_field (changes, owner, key, FALSE, TRUE);
    }
}

/* Finds the corresponding task. Tasks are matched by name; tasks without a name are matched by
 * index. */
static const TroupeCrewTask *
find_task (TroupeCrew *crew, const TroupeCrewTask *task, guint index)
{
  g_assert (crew != NULL && task != NULL);

  if (task->name == NULL)
    return index < crew->n_tasks && crew->tasks[index].name == NULL ? &crew->tasks[index] : NULL;
  for (guint i = 0; i < crew->n_tasks; i++)
    if (g_strcmp0 (crew->tasks[i].name, task->name) == 0)
      return &crew->tasks[i];
  return NULL;
}

/* Returns `gather` or `task 2`. */
static char *
name_task (const TroupeCrewTask *task, guint index)
{
  return task->name != NULL ? g_strdup (task->name)
                            /* Translators: %u is the number of the task */
                            : g_strdup_printf (_ ("task %u"), index + 1);
}

static void
compare_tasks (Changes *changes, TroupeCrew *before, TroupeCrew *after)
{
  g_assert (before != NULL && after != NULL);

  for (guint i = 0; i < after->n_tasks; i++)
    {
      const TroupeCrewTask *was = find_task (before, &after->tasks[i], i);
      g_autofree char *name = name_task (&after->tasks[i], i);

      if (was != NULL)
        compare_fields (changes, name, was->fields, after->tasks[i].fields);
      else
        /* Translators: %s is the name of a task or an agent */
        add (changes, g_strdup_printf (_ ("%s added"), name));
    }
  for (guint i = 0; i < before->n_tasks; i++)
    {
      g_autofree char *name = name_task (&before->tasks[i], i);

      if (find_task (after, &before->tasks[i], i) == NULL)
        /* Translators: %s is the name of a task or an agent */
        add (changes, g_strdup_printf (_ ("%s removed"), name));
    }
}

static const TroupeCrewAgent *
find_agent (TroupeCrew *crew, const char *name)
{
  g_assert (crew != NULL);

  for (guint i = 0; i < crew->n_agents; i++)
    if (g_strcmp0 (crew->agents[i].name, name) == 0)
      return &crew->agents[i];
  return NULL;
}

char *
troupe_crew_describe_changes (TroupeCrew *before, TroupeCrew *after, guint *n)
{
  Changes changes = { 0 };
  g_autofree char *first = NULL;

  g_return_val_if_fail (before != NULL && after != NULL && n != NULL, NULL);

  compare_tasks (&changes, before, after);
  for (guint i = 0; i < after->n_agents; i++)
    {
      const TroupeCrewAgent *was = find_agent (before, after->agents[i].name);
      g_autofree char *title = troupe_crew_agent_dup_title (&after->agents[i]);

      if (was != NULL)
        compare_fields (&changes, title, was->fields, after->agents[i].fields);
      else
        add (&changes, g_strdup_printf (_ ("%s added"), title));
    }
  for (guint i = 0; i < before->n_agents; i++)
    {
      g_autofree char *title = troupe_crew_agent_dup_title (&before->agents[i]);

      if (find_agent (after, before->agents[i].name) == NULL)
        add (&changes, g_strdup_printf (_ ("%s removed"), title));
    }
  compare_fields (&changes, NULL, before->fields, after->fields);
  *n = changes.n;
  first = changes.first;
  if (changes.n < 2)
    return g_steal_pointer (&first);
  return g_strdup_printf (
      /* Translators: %s is the first change, %u the number of further changes */
      ngettext ("%s, and %u more", "%s, and %u more", changes.n - 1), first, changes.n - 1);
}
