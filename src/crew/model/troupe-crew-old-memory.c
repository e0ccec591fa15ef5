/* troupe-crew-old-memory.c: memory fields of crews from before CrewAI 1.0
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-old-memory"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-old-memory.h"

/* The old memory fields and their equivalents in the single memory of current versions. */
static const struct
{
  const char *key;
  const char *scope; /* below the crew's scope; NULL if there is none */
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

/* Returns -1 if @key is not an old memory field. */
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
                       /* Translators: first %s is a key of a document, second %s what replaces
                        * it */
                       _ ("“%s” was removed in CrewAI 1.0. There is now a single memory: %s."), key,
                       _ (olds[row].what));
}

/* Returns TRUE if the value is neither missing, null nor false. A memory that is configured with
 * options is a map. */
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

/* Returns the row of the only enabled field, or -1 if no field or more than one field is
 * enabled. @n_wanted: (nullable) */
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

/* --- Reporting -------------------------------------------------------------------------------- */

static void
report_field (TroupeCrewReader *reader, TroupeValue *crew, guint row)
{
  const char *key = olds[row].key;
  TroupeProblem *problem = NULL;
  TroupeValue *value;

  if (!is_wanted (crew, key))
    problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_PORTABILITY, "old_memory",
                                         /* Translators: %s is a key of a document */
                                         _ ("“%s” is a memory type from before CrewAI 1.0, which "
                                            "no longer loads crews that contain it."),
                                         key);
  else if (!has_memory (crew) && find_only (crew, NULL) == (int) row)
    problem = troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_PORTABILITY, "old_memory",
        /* Translators: first %s is a key of a document, second %s the name of a memory scope */
        _ ("“%s” is a memory type from before CrewAI 1.0, which no longer loads crews that contain "
           "it. Troupe uses the scope “%s” of the crew’s memory instead."),
        key, olds[row].scope);
  else
    problem = troupe_crew_reader_report (
        reader, TROUPE_SEVERITY_PORTABILITY, "old_memory",
        /* Translators: %s is a key of a document */
        _ ("“%s” is a memory type from before CrewAI 1.0, which no longer loads crews that contain "
           "it. Troupe uses the crew’s single memory instead."),
        key);
  value = troupe_value_get_member (crew, key);
  g_assert (problem != NULL);
  if (has_memory (crew) || !is_wanted (crew, key))
    {
      problem->fix = g_strdup (_ ("Remove it."));
      problem->fix_action = g_strdup ("remove-key");
      problem->fix_label = g_strdup (_ ("Remove It"));
      return;
    }
  problem->fix = g_strdup (_ ("Remove it, and add “\"memory\": true”."));
  /* The key cannot be renamed to `memory` if the document already has a `memory` that is null. */
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
      troupe_value_map_lookup_string (crew, "memory", -1) != NULL)
    return;
  problem->fix_action = g_strdup ("rename-key:memory");
  problem->fix_label = g_strdup_printf (_ ("Use “%s”"), "memory");
}

gboolean
troupe_crew_old_memory_report (TroupeCrewReader *reader, TroupeValue *crew, const char *key)
{
  g_autofree char *message = troupe_crew_old_memory_describe (key);
  TroupeProblem *problem = NULL;

  g_return_val_if_fail (reader != NULL && key != NULL, FALSE);

  if (message == NULL)
    return FALSE;
  if (crew != NULL && troupe_crew_old_memory_get_scope (key) != NULL)
    {
      report_field (reader, crew, (guint) find_row (key));
      return TRUE;
    }
  problem = troupe_crew_reader_report (reader, TROUPE_SEVERITY_ERROR, "unknown_key", "%s", message);
  problem->fix = g_strdup (_ ("Remove it, and add “\"memory\": true”."));
  return TRUE;
}

/* --- Conversion ------------------------------------------------------------------------------- */

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
