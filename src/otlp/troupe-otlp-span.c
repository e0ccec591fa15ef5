/* troupe-otlp-span.c: a finished span for OTLP export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-span"

#include "config.h"

#include <string.h>

#include "troupe-otlp-span.h"

void
troupe_otlp_span_free (TroupeOtlpSpan *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->name);
  g_free (self->error);
  g_clear_pointer (&self->attributes, troupe_value_unref);
  g_clear_pointer (&self->content, troupe_value_unref);
  g_free (self);
}

gsize
troupe_otlp_span_get_weight (const TroupeOtlpSpan *self)
{
  gsize weight = sizeof *self;

  g_return_val_if_fail (self != NULL, 0);

  weight += troupe_value_get_weight (self->attributes);
  if (self->content != NULL)
    weight += troupe_value_get_weight (self->content);
  if (self->error != NULL)
    weight += strlen (self->error);
  return weight;
}

void
troupe_otlp_span_make_trace (const char *run_id, char trace[33])
{
  guint length = 0;

  g_return_if_fail (run_id != NULL);

  for (const char *at = run_id; *at != '\0'; at++)
    {
      if (*at == '-')
        continue;
      if (!g_ascii_isxdigit (*at) || length == 32)
        {
          length = 0;
          break;
        }
      trace[length++] = g_ascii_tolower (*at);
    }
  trace[length] = '\0';
  if (length != 32 || strspn (trace, "0") == 32)
    {
      g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, run_id, -1);

      memcpy (trace, digest, 32);
      trace[32] = '\0';
    }
}

guint64
troupe_otlp_span_make_id (const char *trace, guint64 sequence)
{
  guint64 id;

  g_return_val_if_fail (trace != NULL && strlen (trace) == 32, 1);

  /* The value is permuted (a bijection of 64 bits), so that ids are unique within a run (Steele,
   * Lea, Flood: SplitMix). */
  id = g_ascii_strtoull (trace + 16, NULL, 16) + sequence * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  id = (id ^ (id >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  id = (id ^ (id >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  id ^= id >> 31;
  return id != 0 ? id : 1;
}
