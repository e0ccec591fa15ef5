/* troupe-flow-runner-memory.c: how much memory the values of a run may take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-memory"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-private.h"

/* What a run holds is counted as it comes, which takes no time but counts what outputs share as
 * often as they have it. Only where that passes the limit is it measured, and then not again before
 * another part of the limit has come. */
#define LIMIT_PARTS 8

static void
measure (GHashTable *seen, TroupeValue *value, gsize *n_bytes)
{
  if (value != NULL)
    *n_bytes += troupe_value_measure (value, seen);
}

static void
measure_each (GHashTable *seen, TroupeRunnerEach *each, gsize *n_bytes)
{
  gsize n_items = troupe_value_list_get_length (each->items);

  measure (seen, each->items, n_bytes);
  measure (seen, each->last, n_bytes);
  measure (seen, each->pending, n_bytes);
  for (gsize i = 0; each->results != NULL && i < MIN (each->item, n_items); i++)
    measure (seen, each->results[i], n_bytes);
  for (guint i = 0; i < each->n_outputs; i++)
    measure (seen, each->outputs[each->order[i]], n_bytes);
}

/* What is held now, each value once. */
static gsize
measure_all (TroupeFlowRunner *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gsize n_bytes = 0;

  measure (seen, self->state, &n_bytes);
  measure (seen, self->seen_state, &n_bytes);
  for (guint i = 0; i < self->outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (self->outputs, TroupeRunOutput, i);

      measure (seen, output->value, &n_bytes);
      measure (seen, output->feedback, &n_bytes);
    }
  for (TroupeRunnerFrame *frame = self->newest; frame != NULL; frame = frame->older)
    {
      measure (seen, frame->parameter, &n_bytes);
      measure (seen, frame->result, &n_bytes);
      measure (seen, frame->child_result, &n_bytes);
      if (frame->each != NULL)
        measure_each (seen, frame->each, &n_bytes);
    }
  return n_bytes;
}

/**
 * troupe_runner_memory_count:
 * @value: which the run holds from now on
 */
void
troupe_runner_memory_count (TroupeFlowRunner *self, TroupeValue *value)
{
  gsize weight = troupe_value_get_weight (value);

  self->n_bytes = weight < G_MAXSIZE - self->n_bytes ? self->n_bytes + weight : G_MAXSIZE;
}

/**
 * troupe_runner_memory_check:
 *
 * Returns: %FALSE, and @frame has failed, where the values of the run take more memory than they
 * may
 */
gboolean
troupe_runner_memory_check (TroupeFlowRunner *self, TroupeRunnerFrame *frame)
{
  gsize limit = self->options.memory_limit;
  g_autofree char *size = NULL;
  g_autofree char *most = NULL;
  g_autofree char *path = NULL;

  g_assert (frame->method != NULL);

  if (limit == 0 || self->n_bytes <= MAX (limit, self->next_bytes))
    return TRUE;
  self->n_bytes = measure_all (self);
  self->next_bytes = self->n_bytes + limit / LIMIT_PARTS;
  if (self->n_bytes <= limit)
    return TRUE;
  size = g_format_size_full (self->n_bytes, G_FORMAT_SIZE_IEC_UNITS | G_FORMAT_SIZE_LONG_FORMAT);
  most = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);
  path = g_strdup_printf ("methods.%s", frame->method->name);
  troupe_flow_runner_fail (
      self, frame,
      g_error_new (
          TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
          /* Translators: a method, and two sizes such as “1.2 GiB” */
          _ ("With what “%s” gives, the values of this run take %s of memory, and they may "
             "take %s. Let methods give less or run less often, or raise the limit."),
          frame->method->name, size, most),
      path);
  return FALSE;
}
