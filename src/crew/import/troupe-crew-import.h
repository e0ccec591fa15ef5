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
 * TroupeCrewImportFile:
 * @path: relative to the folder of the new crew
 * @source: (nullable): the file that is copied
 * @project: (nullable): the folder of the imported project, which contains @source
 * @text: (nullable): the contents, if nothing is copied
 *
 * A file that the new crew needs: Python code that it names, or knowledge.
 */
typedef struct
{
  char *path;
  char *source;
  char *project;
  char *text;
} TroupeCrewImportFile;

/**
 * TroupeCrewImport:
 * @id: identifies the crew among all crews
 * @folder: common parent folder of all source files
 * @files: the files that were read, relative to @folder. NULL-terminated
 * @document: the new, unsaved crew. It may have errors, which its problems report
 * @items: (element-type TroupeCrewImportItem): first the skipped items, then the changed items,
 *   then the items that were imported unchanged; each group in file order
 * @needed: (element-type TroupeCrewImportFile)
 * @n_left_out, @n_changed, @n_carried: number of items of each kind
 * @n_wrong: number of skipped items that are mistakes of the project, such as a field that is missing
 *   or has a wrong type
 */
typedef struct
{
  char *id;
  char *folder;
  char **files;
  TroupeCrewDocument *document;
  GPtrArray *items;
  GPtrArray *needed;
  guint n_left_out;
  guint n_changed;
  guint n_carried;
  guint n_wrong;
} TroupeCrewImport;

/**
 * troupe_crew_import_list:
 * @path: a folder, `agents.yaml`, `tasks.yaml`, or a Python file
 *
 * Finds the crews that can be imported: each class with `@CrewBase` in the folder, in its `src` and
 * `crews` folders and in the folders of packages there, or a pair of `agents.yaml` and `tasks.yaml`
 * without such a class. Reads Python files but executes nothing. Blocks.
 *
 * Returns: (transfer full): the names of the classes, in the order of files and lines; an empty
 * string for a pair of YAML files without a class. NULL-terminated. Empty if there is no crew
 */
char **troupe_crew_import_list (const char *path);

/**
 * troupe_crew_import_new:
 * @path: as for troupe_crew_import_list()
 * @name: (nullable): one of the names of that list; %NULL selects the first
 *
 * Imports a classic crew. The Python files of the project are parsed and evaluated as far as their
 * values can be known; nothing is executed. They determine which agents and tasks are used, their
 * order and their settings. The source files are not modified. Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL with a %G_IO_ERROR, %TROUPE_JSON_ERROR or
 * %TROUPE_DOCUMENT_ERROR_INVALID, whose message names file and line
 */
TroupeCrewImport *troupe_crew_import_new (const char *path, const char *name, GError **error);
void troupe_crew_import_free (TroupeCrewImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewImport, troupe_crew_import_free)

/**
 * troupe_crew_import_write_files:
 * @needed: @needed of an import
 * @folder: the folder of the saved crew
 *
 * Writes the files that the crew needs. An existing file is kept: a copy in the folder of the
 * classic crew is the file itself. Blocks.
 *
 * Returns: %FALSE with a %G_IO_ERROR
 */
gboolean troupe_crew_import_write_files (GPtrArray *needed, const char *folder, GError **error);

/**
 * troupe_crew_import_list_programs:
 * @needed: @needed of an import
 * @folder: the folder of the new crew, which need not exist
 *
 * Finds the files whose copies the user has to allow: modules of the imported project that do not exist in @folder, if that, or a folder above it,
 * contains programs of the user. Tools that work there, such as test tools, execute modules that they find. Blocks.
 *
 * Returns: (transfer full) (nullable): their paths relative to @folder; %NULL if there are none. NULL-terminated
 */
GStrv troupe_crew_import_list_programs (GPtrArray *needed, const char *folder);

/* Returns TRUE if @path is one of the files of a classic crew, or a folder with a pair of YAML
 * files or a Python file that names `CrewBase`. */
gboolean troupe_crew_import_is_classic (const char *path);
/* Formats an item in the form `config/agents.yaml:14: left out: tools: [StatsTool]: …`.
 * (transfer full) */
char *troupe_crew_import_item_to_text (const TroupeCrewImportItem *item);

G_END_DECLS
