/* troupe-keyring-watch.c: tells the parts of a program which keys it has stored or removed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-keyring-watch"

#include "config.h"

#include "troupe-keyring-watch.h"

struct _TroupeKeyringWatch
{
  GObject parent_instance;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeKeyringWatch, troupe_keyring_watch, G_TYPE_OBJECT)

static void
troupe_keyring_watch_class_init (TroupeKeyringWatchClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
troupe_keyring_watch_init (TroupeKeyringWatch *self)
{
}

TroupeKeyringWatch *
troupe_keyring_watch_get (void)
{
  static TroupeKeyringWatch *watch = NULL;

  if (watch == NULL)
    watch = g_object_new (TROUPE_TYPE_KEYRING_WATCH, NULL);
  return watch;
}

void
troupe_keyring_watch_tell (TroupeKeyringWatch *self, const char *variable, gboolean is_stored)
{
  g_return_if_fail (TROUPE_IS_KEYRING_WATCH (self));
  g_return_if_fail (variable != NULL);

  g_signal_emit (self, signals[CHANGED], 0, variable, is_stored);
}
