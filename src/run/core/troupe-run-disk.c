/* troupe-run-disk.c: limit for what a run stores on the disk
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-disk"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-run-disk.h"
#include "troupe-run.h"

/* Number of bytes that a row or file needs in addition to its values, for keys, indexes, and the
 * names in an event. The number is empirical. */
#define OVERHEAD 200

/* Maximum number of bytes that a byte of a value requires in JSON. For example, a control
 * character is written as \u0001. */
#define MAX_EXPANSION 6

/* Values of at least this weight are measured once, see @measured. */
#define LARGE 4096

/* @limit: 0 for none; @measured, @measured_size: the large value that was measured last. The state of
 * a flow is stored by several rows and rarely changes */
struct _TroupeRunDisk
{
  gatomicrefcount ref_count;
  gsize limit;
  GMutex lock;           /* protects the following */
  gsize n_bytes;         /* read atomically without the lock, before each method */
  TroupeValue *measured; /* (nullable) */
  gsize measured_size;
};

TroupeRunDisk *
troupe_run_disk_new (void)
{
  TroupeRunDisk *self = g_new0 (TroupeRunDisk, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  return self;
}

TroupeRunDisk *
troupe_run_disk_ref (TroupeRunDisk *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_run_disk_unref (TroupeRunDisk *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->measured, troupe_value_unref);
  g_free (self);
}

void
troupe_run_disk_set_limit (TroupeRunDisk *self, gsize n_bytes)
{
  g_return_if_fail (self != NULL);

  self->limit = n_bytes;
}

/* Returns the size of @value in JSON. Beyond the limit the exact size does not matter. */
static gsize
measure_value (TroupeRunDisk *self, TroupeValue *value)
{
  gsize size = 0;
  gboolean is_known;

  g_assert (self != NULL);

  if (troupe_value_get_weight (value) < LARGE)
    return troupe_value_measure_json (value, self->limit);
  g_mutex_lock (&self->lock);
  is_known = self->measured == value;
  size = self->measured_size;
  g_mutex_unlock (&self->lock);
  if (is_known)
    return size;
  size = troupe_value_measure_json (value, self->limit);
  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->measured, troupe_value_unref);
  self->measured = troupe_value_ref (value);
  self->measured_size = size;
  g_mutex_unlock (&self->lock);
  return size;
}

/* Returns the rest of the limit, or 0 if the limit is exceeded. */
static gsize
get_room (TroupeRunDisk *self)
{
  const gsize n_bytes = GPOINTER_TO_SIZE (g_atomic_pointer_get (&self->n_bytes));

  g_assert (self != NULL);

  return n_bytes < self->limit ? self->limit - n_bytes : 0;
}

gboolean
troupe_run_disk_has_room (TroupeRunDisk *self, gsize n_bytes)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->limit == 0 || get_room (self) > n_bytes;
}

gboolean
troupe_run_disk_has_room_for (TroupeRunDisk *self, TroupeValue *value, guint n_copies)
{
  gsize most;

  g_return_val_if_fail (self != NULL, TRUE);
  g_return_val_if_fail (value != NULL, TRUE);
  g_return_val_if_fail (n_copies > 0, TRUE);

  if (self->limit == 0)
    return TRUE;
  most = get_room (self) / n_copies;
  return troupe_value_get_weight (value) < most / MAX_EXPANSION ||
         measure_value (self, value) < most;
}

GError *
troupe_run_disk_make_error (TroupeRunDisk *self)
{
  g_autofree char *limit = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  limit = g_format_size_full (self->limit, G_FORMAT_SIZE_IEC_UNITS);
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK,
      /* Translators: %s is a size such as “512 MiB” */
      _ ("This run has reached its limit of %s for what it stores on the disk. Return less data or "
         "run methods less often, or increase the limit (--disk-limit of troupectl, the setting "
         "“run-disk-limit” of the application) and resume the run."),
      limit);
}

/* --- Counting --------------------------------------------------------------------------------- */

/* The sum stays at the maximum instead of overflowing. */
static gsize
add_sizes (gsize a, gsize b)
{
  return b < G_MAXSIZE - a ? a + b : G_MAXSIZE;
}

void
troupe_run_disk_add (TroupeRunDisk *self, gsize n_bytes)
{
  g_return_if_fail (self != NULL);

  if (self->limit == 0)
    return;
  g_mutex_lock (&self->lock);
  g_atomic_pointer_set (&self->n_bytes, add_sizes (self->n_bytes, add_sizes (n_bytes, OVERHEAD)));
  g_mutex_unlock (&self->lock);
}

void
troupe_run_disk_remove (TroupeRunDisk *self, gsize n_bytes)
{
  g_return_if_fail (self != NULL);

  if (self->limit == 0)
    return;
  g_mutex_lock (&self->lock);
  g_atomic_pointer_set (&self->n_bytes,
                        self->n_bytes - MIN (self->n_bytes, add_sizes (n_bytes, OVERHEAD)));
  g_mutex_unlock (&self->lock);
}

/* @value: (nullable) */
static gsize
measure (TroupeRunDisk *self, TroupeValue *value)
{
  g_assert (self != NULL);

  return value != NULL && self->limit > 0 ? measure_value (self, value) : 0;
}

void
troupe_run_disk_add_value (TroupeRunDisk *self, TroupeValue *value)
{
  troupe_run_disk_add (self, measure (self, value));
}

void
troupe_run_disk_add_step (TroupeRunDisk *self, const TroupeRunStep *step, guint n_copies)
{
  gsize n_bytes;

  g_return_if_fail (step != NULL);

  for (guint i = 1; i < n_copies; i++)
    troupe_run_disk_add_value (self, step->value);
  if (step->state != NULL)
    troupe_run_disk_add_value (self, step->state);
  n_bytes = add_sizes (measure (self, step->error), measure (self, step->feedback));
  troupe_run_disk_add (self, add_sizes (n_bytes, measure (self, step->value)));
}

void
troupe_run_disk_add_event (TroupeRunDisk *self, const TroupeEvent *event)
{
  g_return_if_fail (event != NULL);

  if (event->type == TROUPE_EVENT_METHOD_FINISHED)
    troupe_run_disk_add (self, 0);
  else
    troupe_run_disk_add_value (self, event->fields);
}

void
troupe_run_disk_add_answer (TroupeRunDisk *self, const TroupeStoredAnswer *answer)
{
  g_return_if_fail (answer != NULL);

  troupe_run_disk_add_value (self, answer->value);
}

void
troupe_run_disk_add_task (TroupeRunDisk *self, const TroupeTaskOutput *output)
{
  g_return_if_fail (output != NULL);

  troupe_run_disk_add_value (self, output->value);
}

void
troupe_run_disk_add_request (TroupeRunDisk *self, const TroupeRunRequest *request)
{
  g_return_if_fail (request != NULL);

  troupe_run_disk_add_value (self, request->question);
  if (request->state != NULL)
    troupe_run_disk_add_value (self, request->state);
}
