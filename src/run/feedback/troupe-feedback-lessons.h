/* troupe-feedback-lessons.h: interface of the stores of lessons that were learnt from human
 * feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-run-disk.h"
#include "troupe-scope.h"

G_BEGIN_DECLS

/* Maximum number of lessons that are used for one review. */
#define TROUPE_LESSONS_LIMIT 10

/**
 * TroupeLessonsPlace:
 * @document: the path of the document, or the name of a flow that has no document
 * @flow: the name of the flow
 * @method: the method that requested the feedback
 * @source: the value of `learn_source`; lessons with another source are not found
 * @scope: (nullable): the scope in which events about the lessons are emitted
 *
 * Key under which lessons are stored.
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
 * Stores lessons that apply to later outputs, and finds those that are relevant for an output
 * (doc/flow-semantics.md §10). The search strategy depends on the implementation. Called on the
 * thread of a run, which it never blocks; invokes callbacks in the main context of that thread.
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

/* Finds the lessons that are relevant for @text. */
void troupe_lessons_recall_async (TroupeLessons *self,
                                  const TroupeLessonsPlace *place,
                                  const char *text,
                                  guint limit,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Returns the most relevant lessons, the most relevant one first, and at most the requested
 * number. The array is empty if there are none. (transfer full) (nullable): NULL with an error */
GStrv troupe_lessons_recall_finish (TroupeLessons *self, GAsyncResult *result, GError **error);

/* @lessons: at least one */
void troupe_lessons_keep_async (TroupeLessons *self,
                                const TroupeLessonsPlace *place,
                                const char *const *lessons,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
/* Returns TRUE when the lessons are durable. */
gboolean troupe_lessons_keep_finish (TroupeLessons *self, GAsyncResult *result, GError **error);

/**
 * troupe_lessons_file_new:
 * @folder: the data folder; nothing is created in it before the first lesson is stored
 * @disk: (nullable): counts what is stored; without room nothing is stored
 *
 * Stores lessons in files in `lessons/` inside of @folder, one for each document, method and
 * source. Recall returns the newest lessons, regardless of the text.
 */
TroupeLessons *troupe_lessons_file_new (const char *folder, TroupeRunDisk *disk);
/* Renames the file of @place after its lessons were migrated. The file is then no longer found,
 * but it is not deleted. */
void troupe_lessons_file_set_aside (TroupeLessons *self, const TroupeLessonsPlace *place);

G_END_DECLS
