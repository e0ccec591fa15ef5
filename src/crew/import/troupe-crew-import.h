/* troupe-crew-import.h: import of a classic crew (agents.yaml, tasks.yaml, crew.py) as a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-document.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_CREW_IMPORT_LEFT_OUT, /* could not be imported */
  TROUPE_CREW_IMPORT_CHANGED,  /* imported with changes that the user should review */
  TROUPE_CREW_IMPORT_CARRIED,
} TroupeCrewImportKind;

/**
 * TroupeCrewImportItem:
 * @file: relative to the imported folder, such as `config/tasks.yaml`
 * @line, @last_line: starting at 1; 0 if unknown
 * @what: the original text, in one line
 * @why: a sentence for the user about what happened to the text (translated)
 * @path: (nullable): the path of the item in the new crew, as for #TroupeCrewSubject
 * @fix_action, @fix_label: (nullable): a fix, as in #TroupeProblem
 *
 * An entry of the import report. Immutable.
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
 * @folder: common parent folder of all source files
 * @files: the files that were read, relative to @folder. NULL-terminated
 * @document: the new, unsaved crew. It may have errors, which its problems report
 * @items: (element-type TroupeCrewImportItem): first the skipped items, then the changed items,
 *   then the items that were imported unchanged; each group in file order
 * @n_left_out, @n_changed, @n_carried: number of items of each kind
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
 * @path: `agents.yaml` or `tasks.yaml`, or a folder that contains both files directly, in `config`,
 *   or in `src/NAME/config`
 *
 * Imports a classic crew. A `crew.py` next to the files or in the parent of their folder is parsed
 * as text to determine which agents and tasks are used, their order and their settings. It is never
 * executed. The source files are not modified. Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL with a %G_IO_ERROR, %TROUPE_JSON_ERROR or
 * %TROUPE_DOCUMENT_ERROR_INVALID, whose message names file and line
 */
TroupeCrewImport *troupe_crew_import_new (const char *path, GError **error);
void troupe_crew_import_free (TroupeCrewImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewImport, troupe_crew_import_free)

/* Returns TRUE if @path contains the two files of a classic crew. The files are not read. */
gboolean troupe_crew_import_is_classic (const char *path);
/* Formats an item in the form `config/agents.yaml:14: left out: tools: [StatsTool]: …`.
 * (transfer full) */
char *troupe_crew_import_item_to_text (const TroupeCrewImportItem *item);

G_END_DECLS
