/* troupe-feedback-lessons.h: what was learnt from people's answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-scope.h"

G_BEGIN_DECLS

/* How many lessons one question is prepared with. */
#define TROUPE_LESSONS_LIMIT 10

/**
 * TroupeLessonsPlace:
 * @document: the path of the document, or the name of a flow that has none
 * @flow: its name
 * @method: which of its methods asked
 * @source: `learn_source`: lessons of another one are not seen
 * @scope: (nullable): in which it is told what happens with them
 *
 * Whose lessons they are.
 */
typedef struct
{
  const char *document;
  const char *flow;
  const char *method;
  const char *source;
  TroupeScope *scope;
} TroupeLessonsPlace;

/**
 * TroupeLessons:
 *
 * Keeps sentences that hold for later work, and finds those that matter for a piece of it
 * (doc/flow-semantics.md §10). How it looks for them is its own affair. Asked on the thread of a run, which it never
 * makes wait; calls back in its main context.
 */
#define TROUPE_TYPE_LESSONS (troupe_lessons_get_type ())
G_DECLARE_INTERFACE (TroupeLessons, troupe_lessons, TROUPE, LESSONS, GObject)

struct _TroupeLessonsInterface
{
  GTypeInterface parent;

  void (*recall_async) (TroupeLessons *self,
                        const TroupeLessonsPlace *place,
                        const char *text,
                        guint limit,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data);
  GStrv (*recall_finish) (TroupeLessons *self, GAsyncResult *result, GError **error);
  void (*keep_async) (TroupeLessons *self,
                      const TroupeLessonsPlace *place,
                      const char *const *lessons,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data);
  gboolean (*keep_finish) (TroupeLessons *self, GAsyncResult *result, GError **error);
};

/* @text: what the lessons are wanted for */
void troupe_lessons_recall_async (TroupeLessons *self,
                                  const TroupeLessonsPlace *place,
                                  const char *text,
                                  guint limit,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Those that matter most first, at most so many; without any an empty array. (transfer full) (nullable): NULL with an
 * error */
GStrv troupe_lessons_recall_finish (TroupeLessons *self, GAsyncResult *result, GError **error);

/* @lessons: at least one */
void troupe_lessons_keep_async (TroupeLessons *self,
                                const TroupeLessonsPlace *place,
                                const char *const *lessons,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
/* TRUE: they are durable. */
gboolean troupe_lessons_keep_finish (TroupeLessons *self, GAsyncResult *result, GError **error);

/**
 * troupe_lessons_file_new:
 * @folder: the data folder; nothing is made in it before there is a lesson
 *
 * Lessons in files of `lessons/` there, one for each document, method and source. Finds the newest ones, whatever the
 * text.
 */
TroupeLessons *troupe_lessons_file_new (const char *folder);
/* The lessons of @place are somewhere else from now on: their file is found no more, and stays. */
void troupe_lessons_file_set_aside (TroupeLessons *self, const TroupeLessonsPlace *place);

G_END_DECLS
