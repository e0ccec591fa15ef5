/* troupe-source-item.c: list model item for a knowledge source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-item"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-memory-texts.h"
#include "troupe-source-item.h"

struct _TroupeSourceItem
{
  GObject parent_instance;

  TroupeSourceFacts *facts;
  gboolean is_read;
  gboolean is_in_run; /* a run is reading it */
  guint done;
  guint n;
  char *error; /* (nullable) */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeSourceItem, troupe_source_item, G_TYPE_OBJECT)

const TroupeSourceFacts *
troupe_source_item_get_facts (TroupeSourceItem *self)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), NULL);

  return self->facts;
}

void
troupe_source_item_set_facts (TroupeSourceItem *self, TroupeSourceFacts *facts)
{
  g_return_if_fail (TROUPE_IS_SOURCE_ITEM (self));
  g_return_if_fail (facts != NULL);

  g_clear_pointer (&self->facts, troupe_source_facts_free);
  self->facts = facts;
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_source_item_is_same (TroupeSourceItem *self, const TroupeSourceFacts *facts)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), FALSE);
  g_return_val_if_fail (facts != NULL, FALSE);

  return self->facts->index == facts->index &&
         g_str_equal (self->facts->owner->collection, facts->owner->collection) &&
         g_strcmp0 (self->facts->key, facts->key) == 0;
}

void
troupe_source_item_set_reading (TroupeSourceItem *self, gboolean is_read, guint done, guint n)
{
  g_return_if_fail (TROUPE_IS_SOURCE_ITEM (self));

  self->is_read = is_read;
  self->done = done;
  self->n = n;
  if (is_read)
    g_clear_pointer (&self->error, g_free);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_source_item_set_run (TroupeSourceItem *self, gboolean is_read, guint done, guint n)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), FALSE);

  if (self->is_in_run == is_read && (!is_read || (self->done == done && self->n == n)))
    return FALSE;
  self->is_in_run = is_read;
  self->done = done;
  self->n = n;
  g_signal_emit (self, signals[CHANGED], 0);

  return TRUE;
}

gboolean
troupe_source_item_is_in_run (TroupeSourceItem *self)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), FALSE);

  return self->is_in_run;
}

gboolean
troupe_source_item_get_reading (TroupeSourceItem *self, guint *done, guint *n)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), FALSE);

  *done = self->done;
  *n = self->n;

  return self->is_read;
}

void
troupe_source_item_set_error (TroupeSourceItem *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_SOURCE_ITEM (self));

  g_free (self->error);
  self->error = g_strdup (text);
  g_signal_emit (self, signals[CHANGED], 0);
}

const char *
troupe_source_item_get_error (TroupeSourceItem *self)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), NULL);

  return self->error != NULL                          ? self->error
         : self->facts->state == TROUPE_SOURCE_FAILED ? self->facts->failure
                                                      : NULL;
}

char *
troupe_source_item_describe (TroupeSourceItem *self)
{
  g_autofree char *moment = NULL;

  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), NULL);

  if ((self->is_read || self->is_in_run) && self->n > 0)
    /* Translators: number of embedded chunks and of all chunks of a knowledge source */
    return g_strdup_printf (_ ("Embedding, %u of %u"), self->done, self->n);
  if (self->is_read || self->is_in_run)
    return g_strdup (_ ("Loading"));
  if (troupe_source_item_get_error (self) != NULL)
    return g_strdup (troupe_source_item_get_error (self));
  switch (self->facts->state)
    {
    case TROUPE_SOURCE_READ:
      moment = troupe_memory_text_moment (self->facts->read_us, g_get_real_time ());
      /* Translators: %s is the time at which a knowledge source was embedded */
      return g_strdup_printf (_ ("Embedded %s"), moment);
    case TROUPE_SOURCE_CHANGED:
      return g_strdup (_ ("Changed since it was embedded"));
    case TROUPE_SOURCE_UNREAD:
    case TROUPE_SOURCE_FAILED:
    default:
      return g_strdup (_ ("Embedded during the next run"));
    }
}

const char *
troupe_source_item_get_style (TroupeSourceItem *self)
{
  g_return_val_if_fail (TROUPE_IS_SOURCE_ITEM (self), NULL);

  if (self->is_read || self->is_in_run)
    return "running";
  if (troupe_source_item_get_error (self) != NULL)
    return "failed";

  return self->facts->state == TROUPE_SOURCE_READ      ? "done"
         : self->facts->state == TROUPE_SOURCE_CHANGED ? "stale"
                                                       : "waiting";
}

static void
troupe_source_item_finalize (GObject *object)
{
  TroupeSourceItem *self = TROUPE_SOURCE_ITEM (object);

  g_clear_pointer (&self->facts, troupe_source_facts_free);
  g_free (self->error);

  G_OBJECT_CLASS (troupe_source_item_parent_class)->finalize (object);
}

static void
troupe_source_item_class_init (TroupeSourceItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_source_item_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_source_item_init (TroupeSourceItem *self)
{
}

TroupeSourceItem *
troupe_source_item_new (TroupeSourceFacts *facts)
{
  TroupeSourceItem *self = g_object_new (TROUPE_TYPE_SOURCE_ITEM, NULL);

  self->facts = facts;

  return self;
}
