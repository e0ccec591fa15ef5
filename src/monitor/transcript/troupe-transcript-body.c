/* troupe-transcript-body.c: text of a transcript entry below its first line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-body"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-transcript-body.h"
#include "troupe-transcript-line.h"
#include "troupe-transcript-text.h"
#include "troupe-value-item.h"

static TroupeSpan *
span_of (TroupeTranscriptEntry *entry)
{
  return troupe_transcript_entry_get_span (entry);
}

static const TroupeTranscriptPlace *
place_of (TroupeTranscriptEntry *entry)
{
  return troupe_transcript_entry_get_place (entry);
}

char *
troupe_transcript_body_dup_text (TroupeTranscriptEntry *entry, gsize limit, gsize *length)
{
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeValue *said;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  if (length != NULL)
    *length = 0;
  switch (troupe_transcript_entry_get_kind (entry))
    {
    case TROUPE_TRANSCRIPT_THOUGHT:
      {
        TroupeValue *thought_said = place_of (entry)->event != NULL
                                        ? troupe_event_get_field (place_of (entry)->event, "plan")
                                    : place_of (entry)->extra != NULL
                                        ? troupe_transcript_find_said (place_of (entry)->extra)
                                        : troupe_span_get_output (span_of (entry));
        g_autofree char *thought = NULL;
        const char *text;
        gsize size;

        if (thought_said == NULL || !troupe_value_is (thought_said, TROUPE_VALUE_STRING))
          return troupe_transcript_write (thought_said, limit, length);
        text = troupe_value_get_string (thought_said, &size);
        /* A thought of this length is only copied whole. */
        thought = troupe_transcript_find_thought (text, limit > 0 ? MIN (size, TROUPE_VALUE_COUNTED)
                                                                  : size);
        return troupe_transcript_write_text (thought != NULL ? thought : "",
                                             thought != NULL ? strlen (thought) : 0, limit, length);
      }
    case TROUPE_TRANSCRIPT_ANSWER:
      {
        TroupeValue *output = place_of (entry)->extra != NULL
                                  ? troupe_span_get_output (place_of (entry)->extra)
                                  : NULL;

        return troupe_transcript_write (
            output != NULL ? output : troupe_span_get_output (span_of (entry)), limit, length);
      }
    case TROUPE_TRANSCRIPT_DELEGATION:
      arguments = troupe_span_dup_arguments (span_of (entry));
      said = troupe_transcript_find (arguments, "question");
      if (said == NULL)
        said = troupe_transcript_find (arguments, "task");
      return troupe_transcript_write (said != NULL ? said : troupe_span_get_input (span_of (entry)),
                                      limit, length);
    case TROUPE_TRANSCRIPT_CHECK:
      {
        g_autofree char *error = troupe_span_dup_error (span_of (entry));

        return error != NULL ? troupe_transcript_write_text (error, strlen (error), limit, length)
                             : g_strdup ("");
      }
    case TROUPE_TRANSCRIPT_QUESTION:
      said = troupe_span_get_output (span_of (entry));
      return troupe_transcript_write (said != NULL ? said : troupe_span_get_input (span_of (entry)),
                                      limit, length);
    case TROUPE_TRANSCRIPT_STREAM:
      {
        const char *end = troupe_span_text_get_end (&span_of (entry)->text,
                                                    limit > 0 ? limit : TROUPE_TRANSCRIPT_STREAMED);

        return troupe_transcript_write_text (end, strlen (end), limit, length);
      }
    case TROUPE_TRANSCRIPT_TASK:
    case TROUPE_TRANSCRIPT_SPEAKER:
    case TROUPE_TRANSCRIPT_SYSTEM:
    case TROUPE_TRANSCRIPT_TOOL:
    case TROUPE_TRANSCRIPT_TROUBLE:
    case TROUPE_TRANSCRIPT_N_KINDS:
    default:
      return g_strdup ("");
    }
}

static void
part_free (gpointer data)
{
  TroupeTranscriptPart *part = data;

  g_free (part->name);
  g_free (part->text);
  g_strfreev (part->files);
  g_free (part);
}

static void
add_part (GPtrArray *parts, const char *name, TroupeValue *value, gsize limit)
{
  TroupeTranscriptPart *part = g_new0 (TroupeTranscriptPart, 1);

  part->name = g_strdup (name);
  part->text = troupe_transcript_write (value, limit, &part->length);
  g_ptr_array_add (parts, part);
}

/* Adds a message with a list of parts: its texts, and the names of its files. */
static void
add_mixed (GPtrArray *parts, const char *name, TroupeValue *content, gsize limit)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GStrvBuilder) files = g_strv_builder_new ();
  g_autoptr (TroupeValue) value = NULL;

  for (gsize i = 0; i < troupe_value_list_get_length (content); i++)
    {
      TroupeValue *item = troupe_value_list_get (content, i);
      const char *words = troupe_transcript_find_text (item, "text", NULL);
      const char *file =
          troupe_transcript_find_text (troupe_transcript_find (item, "image_url"), "url", NULL);

      if (words != NULL && (limit == 0 || text->len <= TROUPE_VALUE_COUNTED))
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", words);
      if (file != NULL)
        g_strv_builder_add (files, file);
    }
  value = troupe_value_new_string (text->str, (gssize) text->len);
  add_part (parts, name, value, limit);
  ((TroupeTranscriptPart *) g_ptr_array_index (parts, parts->len - 1))->files =
      g_strv_builder_end (files);
}

static void
add_messages (TroupeTranscriptEntry *entry, GPtrArray *parts, gsize limit)
{
  TroupeValue *messages = troupe_span_get_input (span_of (entry));
  gboolean has_task = FALSE;

  g_assert (TROUPE_IS_TRANSCRIPT_ENTRY (entry));

  if (messages == NULL || !troupe_value_is (messages, TROUPE_VALUE_LIST))
    {
      add_part (parts, _ ("Task"), messages, limit);
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (messages); i++)
    {
      TroupeValue *message = troupe_value_list_get (messages, i);
      const char *role = troupe_transcript_find_text (message, "role", NULL);
      g_autofree char *name = NULL;
      TroupeValue *content;

      if (g_strcmp0 (role, "system") == 0)
        name = g_strdup (_ ("System"));
      else if (g_strcmp0 (role, "user") == 0)
        name = g_strdup (has_task ? _ ("Prompt") : _ ("Task"));
      else if (g_strcmp0 (role, "assistant") == 0)
        name = g_strdup (_ ("Answer"));
      else
        name = troupe_transcript_write_words (role != NULL ? role : "?");
      has_task = has_task || g_strcmp0 (role, "user") == 0;
      content = troupe_transcript_find (message, "content");
      if (content != NULL && troupe_value_is (content, TROUPE_VALUE_LIST))
        add_mixed (parts, name, content, limit);
      else
        add_part (parts, name, content, limit);
    }
}

GPtrArray *
troupe_transcript_body_list_parts (TroupeTranscriptEntry *entry, gsize limit)
{
  GPtrArray *parts;
  TroupeValue *error;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  parts = g_ptr_array_new_with_free_func (part_free);
  if (troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_SYSTEM)
    add_messages (entry, parts, limit);
  if (troupe_transcript_entry_get_kind (entry) != TROUPE_TRANSCRIPT_TOOL)
    return parts;

  add_part (parts, _ ("Arguments"), troupe_transcript_find (span_of (entry)->given, "tool_args"),
            limit);
  error = troupe_transcript_find (span_of (entry)->outcome, "error");
  if (troupe_transcript_find (error, "message") != NULL)
    error = troupe_transcript_find (error, "message");
  if (error != NULL && !troupe_value_is (error, TROUPE_VALUE_NULL))
    add_part (parts, _ ("Error"), error, limit);
  else
    add_part (parts, _ ("Result"), troupe_span_get_output (span_of (entry)), limit);
  if (span_of (entry)->is_open)
    {
      TroupeTranscriptPart *part = g_ptr_array_index (parts, parts->len - 1);

      g_free (part->text);
      part->text = g_strdup ("…");
    }

  return parts;
}

char *
troupe_transcript_body_to_text (TroupeTranscriptEntry *entry, gsize limit)
{
  g_autofree char *title = NULL;
  g_autofree char *detail = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) parts = NULL;
  GString *all;

  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_ENTRY (entry), NULL);

  text = troupe_transcript_body_dup_text (entry, limit, NULL);
  /* Text written by a model is copied without a heading. */
  if (troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_THOUGHT ||
      troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_STREAM ||
      troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_ANSWER)
    return g_steal_pointer (&text);
  title = troupe_transcript_line_dup_title (entry);
  detail = troupe_transcript_entry_get_kind (entry) == TROUPE_TRANSCRIPT_TOOL
               ? g_strdup ("")
               : troupe_transcript_line_dup_detail (entry);
  all = g_string_new (title);
  if (*detail != '\0')
    g_string_append_printf (all, " · %s", detail);
  if (*text != '\0')
    g_string_append_printf (all, "\n%s", text);
  parts = troupe_transcript_body_list_parts (entry, limit);
  for (guint i = 0; i < parts->len; i++)
    {
      const TroupeTranscriptPart *part = g_ptr_array_index (parts, i);

      g_string_append_printf (all, "\n%s: %s", part->name, part->text);
      for (guint j = 0; part->files != NULL && part->files[j] != NULL; j++)
        {
          g_autofree char *file = troupe_transcript_write_words (part->files[j]);

          g_string_append_printf (all, "\n%s", file);
        }
    }

  return g_string_free (all, FALSE);
}
