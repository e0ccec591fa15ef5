/* troupe-crew-keys.c: warns about API keys in the values of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-keys"

#include "config.h"

#include "troupe-crew-advice.h"
#include "troupe-key-finder.h"

static void
check_value (TroupeCrewReader *reader, TroupeKeyFinder *finder, const char *key, TroupeValue *value)
{
  gsize mark;

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      g_autofree char *found =
          troupe_key_finder_find_member (finder, key, troupe_value_get_string (value, NULL));
      g_autofree char *warning = NULL;

      if (found != NULL)
        {
          warning = troupe_key_finder_make_warning (found);
          troupe_crew_reader_report (reader, TROUPE_SEVERITY_WARNING, "key_in_document", "%s",
                                     warning)
              ->fix = g_strdup (troupe_key_finder_get_advice ());
        }
    }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          mark = troupe_crew_reader_enter_index (reader, i);
          check_value (reader, finder, key, troupe_value_list_get (value, i));
          troupe_crew_reader_leave (reader, mark);
        }
    }
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        {
          const char *name = troupe_value_get_string (troupe_value_map_get_key (value, i), NULL);

          mark = troupe_crew_reader_enter (reader, name);
          check_value (reader, finder, name, troupe_value_map_get_value (value, i));
          troupe_crew_reader_leave (reader, mark);
        }
    }
}

void
troupe_crew_check_keys (TroupeCrewReader *reader, TroupeValue *value)
{
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();

  check_value (reader, finder, NULL, value);
}
