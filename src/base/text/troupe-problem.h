/* troupe-problem.h: what is wrong with a document, and where
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  TROUPE_SEVERITY_ERROR,       /* the document does not load */
  TROUPE_SEVERITY_WARNING,     /* it loads, but will hardly do what was meant */
  TROUPE_SEVERITY_PORTABILITY, /* it runs here and not, or otherwise, in CrewAI */
  TROUPE_SEVERITY_HINT,
} TroupeSeverity;

const char *troupe_severity_get_name (TroupeSeverity severity);

/**
 * TroupeProblem:
 * @code: a stable word, `unheard_event`
 * @path: the place inside the document, `methods.review.do.expr`; "" is the document
 * @part: (nullable): the file of the document that it stands in, `agents/w.jsonc`; %NULL is the main one
 * @method: (nullable): the method that it belongs to
 * @line: in the file, from 1; 0 where it is not known
 * @message: a sentence for a person: what is wrong, what was expected
 * @fix: (nullable): a sentence that says how to repair it, for the command line
 * @fix_action: (nullable): a machine's word for the repair, which the editor knows how to apply:
 *   `make-router:M`, `make-start:M`, `rename-method:NAME` (of @method), `add-event:E`,
 *   `remove-event:E` (of @method), `replace:START:END:TEXT` (bytes inside the text at @path),
 *   `set-value:JSON`, `rename-key:NAME` and `remove-key` (of what stands at @path); of crews also `add-agent:NAME`,
 *   `assign-agent:INDEX:NAME` (of a task), `manager-model:MODEL`, `unlist-agent:NAME`, `make-conditional` and
 *   `make-unconditional` (of the task at @path)
 * @fix_label: (nullable): the words on the button
 *
 * Immutable once made; atomic reference count.
 */
typedef struct {
  gatomicrefcount ref_count;
  TroupeSeverity severity;
  char *code;
  char *path;
  char *part;
  char *method;
  guint line;
  guint column;
  char *message;
  char *fix;
  char *fix_action;
  char *fix_label;
} TroupeProblem;

#define TROUPE_TYPE_PROBLEM (troupe_problem_get_type ())
GType troupe_problem_get_type (void) G_GNUC_CONST;

TroupeProblem *troupe_problem_new (TroupeSeverity severity, const char *code, const char *path,
                                   const char *format, ...) G_GNUC_PRINTF (4, 5);
TroupeProblem *troupe_problem_ref (TroupeProblem *self);
void troupe_problem_unref (TroupeProblem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeProblem, troupe_problem_unref)

/* Whether what it tells of fails: the document, or the method whenever a run comes to it, as an
 * expression does that names what there is not. Shown in red, though CrewAI opens such a document. */
gboolean troupe_problem_fails (const TroupeProblem *self);

/* What is wrong and where as a sentence in the person's language, for a window: no severity, no code.
 * (transfer full) */
char *troupe_problem_to_sentence (const TroupeProblem *self);

/* @text with the line where the problem stands before it, and the file where that is not the main one. (transfer full) */
char *troupe_problem_put_place (const TroupeProblem *self, const char *text);

/* `file:line:column: severity: path: message [code]`. @file: of the main part; where the problem is in another, that is
 * named, beside it. (transfer full) */
char *troupe_problem_to_text (const TroupeProblem *self, const char *file);

G_END_DECLS
