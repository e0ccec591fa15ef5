/* troupe-crew-import.h: a classic crew as a project: agents.yaml and tasks.yaml, with a crew.py beside them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_CREW_IMPORT_LEFT_OUT, /* it could not come */
  TROUPE_CREW_IMPORT_CHANGED,  /* it came otherwise, and needs a look */
  TROUPE_CREW_IMPORT_CARRIED,
} TroupeCrewImportKind;

/**
 * TroupeCrewImportItem:
 * @file: from the folder of the import on, `config/tasks.yaml`
 * @line, @last_line: from 1; 0 where it is not known
 * @what: what stood there, in one line
 * @why: what became of it, as a sentence for a person (translated)
 * @path: (nullable): the place in the new crew, as #TroupeCrewSubject has paths
 * @fix_action, @fix_label: (nullable): a repair, as #TroupeProblem has them
 *
 * One line of the report. Immutable.
 */
typedef struct
{
  TroupeCrewImportKind kind;
  char *file;
  guint line;
  guint last_line;
  char *what;
  char *why;
  char *path;
  char *fix_action;
  char *fix_label;
} TroupeCrewImportItem;

/**
 * TroupeCrewImport:
 * @folder: all files of the source lie below it
 * @files: those that were read, from @folder on. NULL-terminated
 * @document: the new crew, which lies nowhere yet. It may have errors, which its problems tell
 * @items: (element-type TroupeCrewImportItem): what was left out, then what was changed, then what came over; each kind
 *   in the order of the files
 * @n_left_out, @n_changed, @n_carried: how many of each
 */
typedef struct
{
  char *folder;
  char **files;
  TroupeCrewDocument *document;
  GPtrArray *items;
  guint n_left_out;
  guint n_changed;
  guint n_carried;
} TroupeCrewImport;

/**
 * troupe_crew_import_new:
 * @path: `agents.yaml` or `tasks.yaml`, or a folder with both in it, in its `config`, or in `src/NAME/config`
 *
 * Reads a classic crew. A `crew.py` beside the files or their folder says, as text, which agents and tasks there are,
 * in which order and how they work; it is never run. Nothing of the source is touched. Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL with a %G_IO_ERROR, %TROUPE_JSON_ERROR or
 *   %TROUPE_DOCUMENT_ERROR_INVALID, whose message names file and line
 */
TroupeCrewImport *troupe_crew_import_new (const char *path, GError **error);
void troupe_crew_import_free (TroupeCrewImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewImport, troupe_crew_import_free)

/* Whether there is such a pair at @path. Reads no file. */
gboolean troupe_crew_import_is_classic (const char *path);
/* `config/agents.yaml:14: left out: tools: [StatsTool]: …`. (transfer full) */
char *troupe_crew_import_item_to_text (const TroupeCrewImportItem *item);

G_END_DECLS
