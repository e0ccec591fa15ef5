/* troupe-transcript-group.c: transcript group: a task or an agent by which the transcript is
 * filtered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-group"

#include "config.h"

#include <string.h>

#include "troupe-transcript-group.h"
#include "troupe-transcript-text.h"

#define NAME_LIMIT 200

struct _TroupeTranscriptGroup
{
  GObject parent_instance;

  char *key;
  char *name;
  TroupeTranscriptGroupKind kind;
  guint number;
  guint n_calls;
  gboolean manages;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTranscriptGroup, troupe_transcript_group, G_TYPE_OBJECT)

static void
troupe_transcript_group_finalize (GObject *object)
{
  TroupeTranscriptGroup *self = TROUPE_TRANSCRIPT_GROUP (object);

  g_free (self->key);
  g_free (self->name);

  G_OBJECT_CLASS (troupe_transcript_group_parent_class)->finalize (object);
}

static void
troupe_transcript_group_class_init (TroupeTranscriptGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_transcript_group_finalize;

  signals[CHANGED] = g_signal_new ("changed", TROUPE_TYPE_TRANSCRIPT_GROUP, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_transcript_group_init (TroupeTranscriptGroup *self)
{
}

TroupeTranscriptGroup *
troupe_transcript_group_new (TroupeTranscriptGroupKind kind,
                             const char *key,
                             const char *name,
                             guint number)
{
  TroupeTranscriptGroup *self;
  g_autoptr (TroupeValue) value = NULL;

  g_return_val_if_fail (key != NULL && name != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_TRANSCRIPT_GROUP, NULL);
  value = troupe_value_new_string (name, -1);
  self->kind = kind;
  self->key = g_strdup (key);
  self->name = troupe_transcript_write_line (value, NAME_LIMIT);
  self->number = number;

  return self;
}

TroupeTranscriptGroupKind
troupe_transcript_group_get_kind (TroupeTranscriptGroup *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self), TROUPE_TRANSCRIPT_EVERYTHING);

  return self->kind;
}

const char *
troupe_transcript_group_get_key (TroupeTranscriptGroup *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self), NULL);

  return self->key;
}

const char *
troupe_transcript_group_get_name (TroupeTranscriptGroup *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self), NULL);

  return self->name;
}

guint
troupe_transcript_group_get_number (TroupeTranscriptGroup *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self), 0);

  return self->number;
}

gboolean
troupe_transcript_group_get_manages (TroupeTranscriptGroup *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self), FALSE);

  return self->manages;
}

void
troupe_transcript_group_set_manages (TroupeTranscriptGroup *self, gboolean manages)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self));

  self->manages = manages;
}

guint
troupe_transcript_group_get_n_calls (TroupeTranscriptGroup *self)
{
  g_return_val_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self), 0);

  return self->n_calls;
}

void
troupe_transcript_group_set_n_calls (TroupeTranscriptGroup *self, guint n_calls)
{
  g_return_if_fail (TROUPE_IS_TRANSCRIPT_GROUP (self));

  if (self->n_calls == n_calls)
    return;
  self->n_calls = n_calls;
  g_signal_emit (self, signals[CHANGED], 0);
}
