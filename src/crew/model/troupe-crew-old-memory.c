/* troupe-crew-old-memory.c: the kinds of memory that crews had before CrewAI 1.0
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-old-memory"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-old-memory.h"

/* Where in the one memory of today lies what they had. */
static const struct
{
  const char *key;
  const char *scope; /* below that of the crew; NULL where it is none */
  const char *what;
} olds[] = {
  { "short_term_memory", "short-term", N_ ("task outputs are in the crew’s own scope") },
  { "long_term_memory", "long-term",
    N_ ("what was learned is in the crew’s own scope, across all its runs") },
  { "entity_memory", "entity", N_ ("entities are in the metadata of the memory records") },
  { "external_memory", "external", N_ ("“troupectl memory FILE import” imports external memory") },
  { "user_memory", NULL, N_ ("user memory has a separate scope, such as “/user/NAME”") },
  { "memory_config", NULL, N_ ("its options are in the “memory” object") },
};

/* -1 where there is none. */
static int
find_row (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (olds); i++)
    if (g_str_equal (olds[i].key, key))
      return (int) i;
  return -1;
}

const char *
troupe_crew_old_memory_get_scope (const char *key)
{
  int row;

  g_return_val_if_fail (key != NULL, NULL);

  row = find_row (key);
  return row >= 0 ? olds[row].scope : NULL;
}

char *
troupe_crew_old_memory_describe (const char *key)
{
  int row;

  g_return_val_if_fail (key != NULL, NULL);

  row = find_row (key);
  return row < 0 ? NULL
                 : g_strdup_printf (
                       /* Translators: a key of a document, then what became of it. */
                       _ ("“%s” was removed in CrewAI 1.0. There is now a single memory: %s."), key,
                       _ (olds[row].what));
}

/* Neither missing, null nor false; a memory that was made of options is a map. */
static gboolean
is_wanted (TroupeValue *fields, const char *key)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  return value != NULL &&
         (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN) || troupe_value_get_boolean (value));
}

static gboolean
has_memory (TroupeValue *fields)
{
  return troupe_value_get_member (fields, "memory") != NULL;
}

/* The row of the only one that is wanted; -1 where there is none, or more. @n_wanted: (nullable) */
static int
find_only (TroupeValue *fields, guint *n_wanted)
{
  int only = -1;
  guint n_found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (olds); i++)
    if (olds[i].scope != NULL && is_wanted (fields, olds[i].key))
      {
        only = (int) i;
        n_found++;
      }
  if (n_wanted != NULL)
    *n_wanted = n_found;
  return n_found == 1 ? only : -1;
}

/* --- What is said ----------------------------------------------------------------------------- */

static void
offer_repair (TroupeProblem *problem, TroupeValue *fields, const char *key)
{
  TroupeValue *value = troupe_value_get_member (fields, key);

  g_assert (problem != NULL);

  if (has_memory (fields) || !is_wanted (fields, key))
    {
      problem->fix = g_strdup (_ ("Remove it."));
      problem->fix_action = g_strdup ("remove-key");
      problem->fix_label = g_strdup (_ ("Remove It"));
      return;
    }
  problem->fix = g_strdup (_ ("Remove it, and add “\"memory\": true”."));
  /* Beside a `memory` that is null the key cannot get that name. */
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
      troupe_value_map_lookup_string (fields, "memory", -1) != NULL)
    return;
  problem->fix_action = g_strdup ("rename-key:memory");
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), "memory");
}

static void
report_field (TroupeCrewReader *reader, TroupeValue *crew, guint row)
{
  const char *key = olds[row].key;
  TroupeProblem *problem = NULL;

  if (!is_wanted (crew, key))
    problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_PORTABILITY, "old_memory",
                                         /* Translators: a key of a document */
                                         _ ("“%s” is a memory type from before CrewAI 1.0, which "
                                            "no longer loads crews that contain it."),
                                         key);
  else if (!has_memory (crew) && find_only (crew, NULL) == (int) row)
    problem = troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_PORTABILITY, "old_memory",
        /* Translators: a key of a document, then a part of a path */
        _ ("“%s” is a memory type from before CrewAI 1.0, which no longer loads crews that contain "
           "it. Here it becomes the scope “%s” of the crew’s memory."),
        key, olds[row].scope);
  else
    problem = troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_PORTABILITY, "old_memory",
        /* Translators: a key of a document */
        _ ("“%s” is a memory type from before CrewAI 1.0, which no longer loads crews that contain "
           "it. Here it is replaced by the crew’s single memory."),
        key);
  offer_repair (problem, crew, key);
}

gboolean
troupe_crew_old_memory_report (TroupeCrewReader *reader, TroupeValue *crew, const char *key)
{
  g_autofree char *told = troupe_crew_old_memory_describe (key);
  TroupeProblem *problem = NULL;

  g_return_val_if_fail (reader != NULL && key != NULL, FALSE);

  if (told == NULL)
    return FALSE;
  if (crew != NULL && troupe_crew_old_memory_get_scope (key) != NULL)
    {
      report_field (reader, crew, (guint) find_row (key));
      return TRUE;
    }
  problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_key", "%s", told);
  problem->fix = g_strdup (_ ("Remove it, and add “\"memory\": true”."));
  return TRUE;
}

/* --- What it means ---------------------------------------------------------------------------- */

TroupeValue *
troupe_crew_old_memory_apply (TroupeValue *fields, TroupeValue *document, const char **only)
{
  g_autoptr (TroupeValue) memory = NULL;
  guint n_wanted = 0;
  int row;

  g_return_val_if_fail (fields != NULL && document != NULL, NULL);
  g_return_val_if_fail (only != NULL, NULL);

  *only = NULL;
  row = find_only (document, &n_wanted);
  if (n_wanted == 0 || has_memory (document))
    return troupe_value_ref (fields);
  if (row >= 0)
    *only = olds[row].key;
  memory = troupe_value_new_boolean (TRUE);
  return troupe_value_map_with (fields, "memory", memory);
}
