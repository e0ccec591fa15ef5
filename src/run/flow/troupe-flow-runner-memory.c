/* troupe-flow-runner-memory.c: limit on the memory that values of a run use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-memory"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-memory.h"

/* The sizes of values are added as they arrive, which is fast but counts shared data several
 * times. The size is measured exactly only if the sum exceeds the limit. It is not measured
 * again before another 1/8 of the limit was added. */
#define LIMIT_PARTS 8

/* @n_bytes: upper bound of the size of all values; @next_bytes: the size is measured again when
 *   @n_bytes exceeds this value */
struct _TroupeRunnerMemory
{
  gsize limit;
  gsize n_bytes;
  gsize next_bytes;
};

TroupeRunnerMemory *
troupe_runner_memory_new (gsize limit)
{
  TroupeRunnerMemory *self = g_new0 (TroupeRunnerMemory, 1);

  self->limit = limit;
  return self;
}

void
troupe_runner_memory_free (TroupeRunnerMemory *self)
{
  g_free (self);
}

/* Measures all current values, each of them once. */
static gsize
measure_all (TroupeFlowRunner *runner)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  TroupeRunnerFrames *frames = troupe_flow_runner_get_frames (runner);
  gsize n_bytes = troupe_runner_state_measure (troupe_flow_runner_get_state (runner), seen) +
                  troupe_runner_record_measure (troupe_flow_runner_get_record (runner), seen);

  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_newest (frames); frame != NULL;
       frame = troupe_runner_frame_get_older (frame))
    n_bytes += troupe_runner_frame_measure (frame, seen);
  return n_bytes;
}

/**
 * troupe_runner_memory_count:
 * @value: a value that the run has stored
 */
void
troupe_runner_memory_count (TroupeRunnerMemory *self, TroupeValue *value)
{
  gsize weight = troupe_value_get_weight (value);

  self->n_bytes = weight < G_MAXSIZE - self->n_bytes ? self->n_bytes + weight : G_MAXSIZE;
}

/**
 * troupe_runner_memory_check:
 *
 * Returns: %FALSE if the values of the run exceed the memory limit with the output of @frame.
 * Errors: %TROUPE_RUN_ERROR_LIMIT
 */
gboolean
troupe_runner_memory_check (TroupeRunnerMemory *self, TroupeRunnerFrame *frame, GError **error)
{
  const TroupeFlowMethod *method = troupe_runner_frame_get_method (frame);
  gsize limit = self->limit;
  g_autofree char *size = NULL;
  g_autofree char *most = NULL;

  g_assert (method != NULL);

  if (limit == 0 || self->n_bytes <= MAX (limit, self->next_bytes))
    return TRUE;
  self->n_bytes = measure_all (troupe_runner_frame_get_runner (frame));
  self->next_bytes = self->n_bytes + limit / LIMIT_PARTS;
  if (self->n_bytes <= limit)
    return TRUE;
  size = g_format_size_full (self->n_bytes, G_FORMAT_SIZE_IEC_UNITS | G_FORMAT_SIZE_LONG_FORMAT);
  most = g_format_size_full (limit, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
               /* Translators: the first %s is the name of a method, the others are sizes such as
                * “1.2 GiB” */
               _ ("With the output of “%s”, the values of this run use %s of memory, but the limit "
                  "is %s. Return less data, run methods less often, or increase the limit."),
               method->name, size, most);
  return FALSE;
}
