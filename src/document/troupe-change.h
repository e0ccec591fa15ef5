/* troupe-change.h: why the result of a method or task no longer fits its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeChangeKind:
 * @TROUPE_CHANGE_FIELD: a field of it was changed
 * @TROUPE_CHANGE_MODEL: the model that it uses was changed
 * @TROUPE_CHANGE_AGENT: a field of the agent of a task was changed
 * @TROUPE_CHANGE_AGENT_MODEL: the model of the agent of a task was changed
 * @TROUPE_CHANGE_CREW: a field of the crew of a task was changed
 * @TROUPE_CHANGE_TRIGGER: the condition that starts it was changed
 * @TROUPE_CHANGE_FILE: a file that it uses was changed
 * @TROUPE_CHANGE_PIN: it was pinned or muted, or is not any more
 * @TROUPE_CHANGE_STATE: it uses the state, and the state with which a run begins was changed
 * @TROUPE_CHANGE_OUTPUT: it uses the output of another one that is stale
 * @TROUPE_CHANGE_INPUT: it is given the output of another one that is stale
 * @TROUPE_CHANGE_ROUTER: a router that is stale decides whether it is executed
 * @TROUPE_CHANGE_STATE_OF: it uses the state after another one that is stale may have changed it
 *
 * Everything up to %TROUPE_CHANGE_PIN is a change of its own; the others follow from something else.
 */
typedef enum
{
  TROUPE_CHANGE_FIELD,
  TROUPE_CHANGE_MODEL,
  TROUPE_CHANGE_AGENT,
  TROUPE_CHANGE_AGENT_MODEL,
  TROUPE_CHANGE_CREW,
  TROUPE_CHANGE_TRIGGER,
  TROUPE_CHANGE_FILE,
  TROUPE_CHANGE_PIN,
  TROUPE_CHANGE_STATE,
  TROUPE_CHANGE_OUTPUT,
  TROUPE_CHANGE_INPUT,
  TROUPE_CHANGE_ROUTER,
  TROUPE_CHANGE_STATE_OF,
} TroupeChangeKind;

/**
 * TroupeChange:
 * @name: (nullable): the field, the file, or the method or task on which the result hangs
 * @owner: (nullable): the agent whose field was changed
 */
typedef struct
{
  TroupeChangeKind kind;
  char *name;
  char *owner;
} TroupeChange;

/* Appends a change to @changes, unless it is contained already. @name, @owner: (nullable) */
void
troupe_changes_add (GPtrArray *changes, TroupeChangeKind kind, const char *name, const char *owner);
/* Creates an empty list. (transfer full) (element-type TroupeChange) */
GPtrArray *troupe_changes_new (void);
/* Returns TRUE if one of the changes is its own. @changes: (nullable) */
gboolean troupe_changes_have_own (GPtrArray *changes);
/* Returns TRUE if both lists contain the same changes in the same order. Both are (nullable). */
gboolean troupe_changes_equal (GPtrArray *a, GPtrArray *b);

/* Describes the change to the user as a part of a sentence, such as “with.url” was changed. (transfer full) */
char *troupe_change_to_text (const TroupeChange *self);

/**
 * troupe_changes_compare_fields:
 * @before, @after: (nullable): maps
 * @ignored: %NULL-terminated: keys of the maps that do not count
 * @kind: of the changes that are added; @model_kind: of those of a field that names a model
 * @owner: (nullable): see #TroupeChange
 *
 * Adds a change for each field that differs, by its path (`with.url`), and at most four of them.
 */
void troupe_changes_compare_fields (GPtrArray *changes,
                                    TroupeValue *before,
                                    TroupeValue *after,
                                    const char *const *ignored,
                                    TroupeChangeKind kind,
                                    TroupeChangeKind model_kind,
                                    const char *owner);
/* Adds a change for each file that one of the strings in @value (nullable) refers to and whose digest differs. @files_before, @files_after:
 * (nullable): maps of such strings to a map of the `digest` and the `path`; if one of them is NULL, files are not compared.
 * Files that a run writes (`output_file`, `output_log_file`) are skipped. */
void troupe_changes_compare_files (GPtrArray *changes,
                                   TroupeValue *value,
                                   TroupeValue *files_before,
                                   TroupeValue *files_after);

G_END_DECLS
