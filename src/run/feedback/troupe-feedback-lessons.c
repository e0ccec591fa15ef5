/* troupe-feedback-lessons.c: interface of the stores of lessons that were learnt from human
 * feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-lessons"

#include "config.h"

#include "troupe-feedback-lessons.h"

G_DEFINE_INTERFACE (TroupeLessons, troupe_lessons, G_TYPE_OBJECT)

static void
troupe_lessons_default_init (TroupeLessonsInterface *iface)
{
  g_assert (iface != NULL);
}

void
troupe_lessons_recall_async (TroupeLessons *self,
                             const TroupeLessonsPlace *place,
                             const char *text,
                             guint limit,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_LESSONS (self));
  g_return_if_fail (place != NULL && text != NULL);

  TROUPE_LESSONS_GET_IFACE (self)->recall_async (self, place, text, limit, cancellable, callback,
                                                 user_data);
}

GStrv
troupe_lessons_recall_finish (TroupeLessons *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_LESSONS (self), NULL);

  return TROUPE_LESSONS_GET_IFACE (self)->recall_finish (self, result, error);
}

void
troupe_lessons_keep_async (TroupeLessons *self,
                           const TroupeLessonsPlace *place,
                           const char *const *lessons,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_LESSONS (self));
  g_return_if_fail (place != NULL && lessons != NULL && lessons[0] != NULL);

  TROUPE_LESSONS_GET_IFACE (self)->keep_async (self, place, lessons, cancellable, callback,
                                               user_data);
}

gboolean
troupe_lessons_keep_finish (TroupeLessons *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_LESSONS (self), FALSE);

  return TROUPE_LESSONS_GET_IFACE (self)->keep_finish (self, result, error);
}
