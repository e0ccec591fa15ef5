/* lessons-test.h: synchronous storing and recalling of lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "../test-wait.h"
#include "troupe-feedback-lessons.h"

static inline void
called_back_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_assert_true (TROUPE_IS_LESSONS (source));
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static inline GAsyncResult *
wait_for (GAsyncResult **result)
{
  test_wait_until (*result != NULL);
  return *result;
}

static inline void
keep_lessons (TroupeLessons *lessons, const TroupeLessonsPlace *place, const char *const *texts)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  troupe_lessons_keep_async (lessons, place, texts, NULL, called_back_cb, &result);
  troupe_lessons_keep_finish (lessons, wait_for (&result), &error);
  g_assert_no_error (error);
}

/* Returns the recalled lessons, joined with `|`. */
static inline char *
recall (TroupeLessons *lessons, const TroupeLessonsPlace *place, guint limit)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) found = NULL;

  troupe_lessons_recall_async (lessons, place, "any", limit, NULL, called_back_cb, &result);
  found = troupe_lessons_recall_finish (lessons, wait_for (&result), &error);
  g_assert_no_error (error);
  return g_strjoinv ("|", found);
}

#define assert_recalled(lessons, place, limit, expected)                                           \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *recalled_ = recall (lessons, place, limit);                                   \
    g_assert_cmpstr (recalled_, ==, expected);                                                     \
  }                                                                                                \
  G_STMT_END
