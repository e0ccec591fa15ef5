/* troupe-problem.h: a problem found in a document, with its location and fix
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum {
  TROUPE_SEVERITY_ERROR,       /* the document does not load */
  TROUPE_SEVERITY_WARNING,     /* the document loads, but probably does not do what is intended */
  TROUPE_SEVERITY_PORTABILITY, /* it runs here, but not, or differently, in CrewAI */
  TROUPE_SEVERITY_HINT,
} TroupeSeverity;

const char *troupe_severity_get_name (TroupeSeverity severity);

/**
 * TroupeProblem:
 * @code: a stable identifier, `unheard_event`
 * @path: the path inside the document, `methods.review.do.expr`; "" is the document
 * @part: (nullable): the file of the document that contains it, `agents/w.jsonc`; %NULL is the main
 *   one
 * @method: (nullable): the method that it belongs to
 * @line: in the file, from 1; 0 if unknown
 * @message: a sentence for the user: what is wrong, what was expected
 * @fix: (nullable): a sentence that explains how to fix it, for the command line
 * @fix_action: (nullable): a machine-readable fix that the editor can apply: `make-router:M`,
 *   `make-start:M`, `rename-method:NAME` (of @method), `add-event:E`, `remove-event:E` (of
 *   @method), `replace:START:END:TEXT` (bytes inside the text at @path), `set-value:JSON`,
 *   `rename-key:NAME` and `remove-key` (of the key at @path); for crews also `add-agent:NAME`,
 *   `assign-agent:INDEX:NAME` (of a task), `manager-model:MODEL`, `unlist-agent:NAME`,
 *   `make-conditional` and `make-unconditional` (of the task at @path)
 * @fix_label: (nullable): the label of the button
 *
 * Immutable once created; atomic reference count.
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

/* Returns TRUE if the document fails to load, or if the method fails whenever it is run, for
 * example because an expression names something unknown. Such a problem is shown in red, even if
 * CrewAI opens the document. */
gboolean troupe_problem_fails (const TroupeProblem *self);

/* Returns TRUE if CrewAI refuses the document for this problem, or fails whenever it comes to the
 * reported part. Problems of a run in Troupe (doc/diagnostics.md, “Runs”) say nothing about CrewAI. */
gboolean troupe_problem_fails_in_crewai (const TroupeProblem *self);

/* Formats the problem and its location as a translated sentence for a window, without severity
 * and code. (transfer full) */
char *troupe_problem_to_sentence (const TroupeProblem *self);

/* Prefixes @text with the line of the problem, and with the file if it is not the main file.
 * (transfer full) */
char *troupe_problem_put_place (const TroupeProblem *self, const char *text);

/* Formats the problem as `file:line:column: severity: path: message [code]`. @file: file of the
 * main part. If the problem is in another part, the file of this part in the same folder is
 * named instead. (transfer full) */
char *troupe_problem_to_text (const TroupeProblem *self, const char *file);

G_END_DECLS
