/* troupe-run-recording.c: recording a run, and running a document with a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-recording"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-run-recording.h"

/* Digits of the digest of a part: enough to tell two versions of it apart. */
#define PART_DIGITS 16
/* Names of parts that a message lists. */
#define MOST_NAMES 5u

/* --- Parts of a document ---------------------------------------------------------------------- */

static void
add_part (TroupeMapBuilder *builder, const char *group, const char *name, TroupeValue *value)
{
  g_autofree char *json = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, json, -1);
  g_autofree char *key = g_strdup_printf ("%s.%s", group, name);

  digest[PART_DIGITS] = '\0';
  troupe_map_builder_add (builder, key, troupe_value_new_string (digest, -1));
}

TroupeValue *
troupe_run_recording_list_parts (const char *text)
{
  static const char *const groups[] = { "methods", "agents", "tasks" };
  g_autoptr (TroupeValue) document = text != NULL ? troupe_value_from_json (text, -1, NULL) : NULL;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      const char *group = groups[i];
      TroupeValue *parts = troupe_value_get_member (document, groups[i]);
      const gboolean is_map = parts != NULL && troupe_value_is (parts, TROUPE_VALUE_MAP);
      const gboolean is_list = parts != NULL && troupe_value_is (parts, TROUPE_VALUE_LIST);

      for (gsize j = 0; is_map && j < troupe_value_map_get_size (parts); j++)
        if (troupe_value_is (troupe_value_map_get_key (parts, j), TROUPE_VALUE_STRING))
          add_part (&builder, group,
                    troupe_value_get_string (troupe_value_map_get_key (parts, j), NULL),
                    troupe_value_map_get_value (parts, j));
      for (gsize j = 0; is_list && j < troupe_value_list_get_length (parts); j++)
        {
          TroupeValue *part = troupe_value_list_get (parts, j);
          const char *name = troupe_value_get_member_text (part, "name");

          if (name != NULL)
            add_part (&builder, group, name, part);
        }
    }
  return troupe_map_builder_end (&builder);
}

/* Lists the parts of @parts that are missing or differ in @others. @only_missing: whether those that differ
 * are left out. (transfer full) (nullable): NULL if there are none */
static char *
list_differing (TroupeValue *parts, TroupeValue *others, gboolean only_missing)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = 0;

  for (gsize i = 0; parts != NULL && i < troupe_value_map_get_size (parts); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (parts, i);
      TroupeValue *other = others != NULL ? troupe_value_map_lookup (others, key) : NULL;
      const gboolean is_missing = other == NULL;

      if (is_missing ||
          (!only_missing && !troupe_value_equal (other, troupe_value_map_get_value (parts, i))))
        {
          /* Appends a name, or an ellipsis for the first one that is too many. */
          const char *name = troupe_value_get_string (key, NULL);

          n++;
          if (n <= MOST_NAMES)
            g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
          else if (n == MOST_NAMES + 1)
            g_string_append (names, ", …");
        }
    }
  return n > 0 ? g_strdup (names->str) : NULL;
}

char *
troupe_run_recording_compare (TroupeRecording *recording, TroupeRun *run, TroupeValue *parts)
{
  TroupeValue *header = NULL;
  TroupeValue *recorded = NULL;
  g_autofree char *differing = NULL;
  g_autofree char *removed = NULL;

  g_return_val_if_fail (recording != NULL && TROUPE_IS_RUN (run), NULL);

  header = troupe_recording_get_header (recording);
  if (g_strcmp0 (troupe_value_get_member_text (header, "document"),
                 troupe_flow_get_digest (troupe_run_get_flow (run))) == 0)
    return NULL;
  recorded = troupe_value_get_member_of (header, "parts", TROUPE_VALUE_MAP);
  differing = list_differing (parts, recorded, FALSE);
  removed = list_differing (recorded, parts, TRUE);
  return g_strdup_printf (
      /* Translators: the first %s is a file, the second one the name of a document, the others are names of
       * methods, agents and tasks */
      _ ("The recording “%s” was made with another version of the document (%s). Changed or new: "
         "%s. "
         "Removed: %s."),
      troupe_recording_get_path (recording),
      troupe_value_get_member_text (header, "name") != NULL
          ? troupe_value_get_member_text (header, "name")
          : "–",
      differing != NULL ? differing : "–", removed != NULL ? removed : "–");
}

/* --- Recording and replaying ------------------------------------------------------------------ */

/* Sets now() to the time in RFC 3339. @time: (nullable) */
static void
set_clock (TroupeRun *run, const char *time)
{
  g_autoptr (GDateTime) date = time != NULL ? g_date_time_new_from_iso8601 (time, NULL) : NULL;

  if (date != NULL)
    troupe_run_set_clock (run, g_date_time_to_unix (date) * G_USEC_PER_SEC +
                                   g_date_time_get_microsecond (date));
}

TroupeRecordingWriter *
troupe_run_recording_begin (TroupeRun *run,
                            TroupeRecorder *recorder,
                            TroupeRecording *replayed,
                            int folder,
                            const char *path,
                            const char *name,
                            TroupeValue *parts,
                            GError **error)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.%fZ");
  TroupeValue *header = replayed != NULL ? troupe_recording_get_header (replayed) : NULL;
  const char *old_time = troupe_value_get_member_text (header, "time");
  const char *old_id = troupe_value_get_member_text (header, "state_id");
  g_autoptr (TroupeValue) first = NULL;
  TroupeRecordingWriter *writer = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run) && recorder != NULL && path != NULL, NULL);

  if (old_time == NULL)
    set_clock (run, time);
  first = troupe_recording_make_header (troupe_flow_get_digest (troupe_run_get_flow (run)), name,
                                        parts, old_time != NULL ? old_time : time,
                                        old_id != NULL ? old_id : troupe_run_get_id (run));
  writer = troupe_recording_writer_new (folder, path, first, error);
  if (writer != NULL)
    troupe_recorder_set_writer (recorder, writer);
  return writer;
}

void
troupe_run_recording_apply (TroupeRun *run, TroupeRecording *recording)
{
  TroupeValue *header = NULL;
  const char *state_id = NULL;

  g_return_if_fail (TROUPE_IS_RUN (run) && recording != NULL);

  header = troupe_recording_get_header (recording);
  state_id = troupe_value_get_member_text (header, "state_id");
  set_clock (run, troupe_value_get_member_text (header, "time"));
  if (state_id != NULL)
    troupe_run_set_state_id (run, state_id);
}
