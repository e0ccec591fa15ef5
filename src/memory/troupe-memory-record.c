/* troupe-memory-record.c: memory record and match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-record"

#include "config.h"

#include <string.h>

#include "troupe-memory-record.h"
#include "troupe-python-text.h"

/* Maximum number of characters of a record in a prompt (doc/crew-semantics.md §12.3). */
#define CONTENT_MOST 20000

TroupeMemoryRecord *
troupe_memory_record_new (const char *content)
{
  TroupeMemoryRecord *self = g_new0 (TroupeMemoryRecord, 1);
  TroupeMapBuilder builder;

  g_return_val_if_fail (content != NULL, self);

  g_atomic_ref_count_init (&self->ref_count);
  troupe_map_builder_init (&builder);
  self->id = g_uuid_string_random ();
  self->content = g_strdup (content);
  self->scope = g_strdup ("/");
  self->categories = g_new0 (char *, 1);
  self->metadata = troupe_map_builder_end (&builder);
  self->importance = 0.5;
  self->created_us = self->accessed_us = g_get_real_time ();

  return self;
}

TroupeMemoryRecord *
troupe_memory_record_copy (const TroupeMemoryRecord *self)
{
  TroupeMemoryRecord *copy = g_new0 (TroupeMemoryRecord, 1);

  g_return_val_if_fail (self != NULL, copy);

  *copy = *self;
  g_atomic_ref_count_init (&copy->ref_count);
  copy->id = g_strdup (self->id);
  copy->content = g_strdup (self->content);
  copy->scope = g_strdup (self->scope);
  copy->categories = g_strdupv (self->categories);
  copy->metadata = troupe_value_ref (self->metadata);
  copy->source = g_strdup (self->source);

  return copy;
}

TroupeMemoryRecord *
troupe_memory_record_ref (TroupeMemoryRecord *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_memory_record_unref (TroupeMemoryRecord *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->id);
  g_free (self->content);
  g_free (self->scope);
  g_strfreev (self->categories);
  troupe_value_unref (self->metadata);
  g_free (self->source);
  g_free (self);
}

gboolean
troupe_memory_record_is_seen (const TroupeMemoryRecord *self, const char *source, gboolean is_all)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return is_all || !self->is_private || (source != NULL && g_strcmp0 (self->source, source) == 0);
}

TroupeMemoryMatch *
troupe_memory_match_new (TroupeMemoryRecord *record, double similarity)
{
  TroupeMemoryMatch *self = g_new0 (TroupeMemoryMatch, 1);

  g_return_val_if_fail (record != NULL, self);

  self->record = troupe_memory_record_ref (record);
  self->similarity = self->score = similarity;
  self->reasons = TROUPE_MEMORY_REASON_SEMANTIC;

  return self;
}

void
troupe_memory_match_free (TroupeMemoryMatch *self)
{
  g_return_if_fail (self != NULL);

  troupe_memory_record_unref (self->record);
  g_strfreev (self->evidence_gaps);
  g_free (self);
}

char *
troupe_memory_matches_to_text (GPtrArray *matches)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; matches != NULL && i < matches->len; i++)
    {
      const TroupeMemoryMatch *match = g_ptr_array_index (matches, i);
      char score[G_ASCII_DTOSTR_BUF_SIZE];
      const char *end;

      g_ascii_formatd (score, sizeof score, "%.2f", match->score);
      g_string_append_printf (out, "%s- (score=%s) ", i > 0 ? "\n" : "", score);
      /* Appends the beginning of content, in whole characters. */
      end = match->record->content;
      g_assert (match->record->content != NULL);
      for (guint k = 0; k < CONTENT_MOST && *end != '\0'; k++)
        end = g_utf8_next_char (end);
      g_string_append_len (out, match->record->content, end - match->record->content);
      if (*end != '\0')
        g_string_append (out, "…");
      if (match->record->categories[0] != NULL)
        {
          g_autofree char *categories = g_strjoinv (", ", match->record->categories);

          g_string_append_printf (out, "\n  categories: %s", categories);
        }
      /* The metadata is formatted as CrewAI does it. */
      for (gsize j = 0; j < troupe_value_map_get_size (match->record->metadata); j++)
        {
          TroupeValue *value = troupe_value_map_get_value (match->record->metadata, j);
          g_autofree char *key = NULL;
          g_autofree char *text = NULL;

          if (troupe_value_is (value, TROUPE_VALUE_NULL))
            continue;
          key = troupe_python_text_str (troupe_value_map_get_key (match->record->metadata, j));
          text = troupe_python_text_str (value);
          g_string_append_printf (out, "\n  %s: %s", key, text);
        }
    }

  return g_string_free (out, FALSE);
}
