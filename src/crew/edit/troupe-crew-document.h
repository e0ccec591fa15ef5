/* troupe-crew-document.h: open crew project: crew.jsonc with one file per agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeCrewDocument:
 *
 * An open crew project: the main part is `crew.jsonc` or `crew.json`, and each agent that it lists
 * is a part (`agents/NAME.jsonc`, else `.json`). Its model is a #TroupeCrew.
 *
 * Threads: one thread at a time, as for #TroupeDocument.
 */
#define TROUPE_TYPE_CREW_DOCUMENT (troupe_crew_document_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewDocument,
                      troupe_crew_document,
                      TROUPE,
                      CREW_DOCUMENT,
                      TroupeDocument)

/**
 * troupe_crew_document_load:
 * @path: a crew file, or a folder that contains one (`crew.jsonc` is preferred over `crew.json`)
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all problems of all
 *   files
 *
 * Loads a crew project. Opens no files outside its folder and executes nothing. Blocks.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with a %G_IO_ERROR,
 * %TROUPE_JSON_ERROR or %TROUPE_DOCUMENT_ERROR_INVALID. The message contains file, line, column and
 * path.
 */
TroupeCrewDocument *
troupe_crew_document_load (const char *path, GPtrArray **problems, GError **error);
/* Like troupe_crew_document_load(), but also opens documents with load errors, so that the
 * errors can be repaired. (transfer full) (nullable). Errors: %G_IO_ERROR, or
 * %TROUPE_DOCUMENT_ERROR_INVALID for a file of another type. */
TroupeCrewDocument *
troupe_crew_document_open (const char *path, GPtrArray **problems, GError **error);

/**
 * troupe_crew_document_new_from_trees:
 * @crew: the crew, whose `agents` is a list of names
 * @names, @agents: the agents, each of which gets its own file; NULL-terminated, of the same length
 *
 * Creates a crew that has not been saved yet.
 *
 * Returns: (transfer full) (nullable): %NULL with a %TROUPE_JSON_ERROR or
 * %TROUPE_DOCUMENT_ERROR_INVALID if the trees are not a valid document
 */
TroupeCrewDocument *troupe_crew_document_new_from_trees (JsonNode *crew,
                                                         const char *const *names,
                                                         JsonNode *const *agents,
                                                         GError **error);

/**
 * troupe_crew_document_new_from_texts:
 * @names, @texts: the files of a project. The first file is the crew, whose name is arbitrary.
 *   NULL-terminated, of the same length
 * @shown_name: (nullable): name of the crew's file in messages
 *
 * Creates an unsaved crew from the texts of its files, for example texts that are embedded in a
 * picture.
 *
 * Returns: (transfer full) (nullable): %NULL with a %TROUPE_JSON_ERROR or
 * %TROUPE_DOCUMENT_ERROR_INVALID if the texts are not a valid document
 */
TroupeCrewDocument *troupe_crew_document_new_from_texts (const char *const *names,
                                                         const char *const *texts,
                                                         const char *shown_name,
                                                         GError **error);

/* Returns the model, or NULL if the document does not load. (transfer none) (nullable) */
TroupeCrew *troupe_crew_document_get_crew (TroupeCrewDocument *self);

/**
 * troupe_crew_check_agent_file:
 * @path: the file of one agent; the project is the parent folder of `agents`
 * @problems: (out) (transfer full) (element-type TroupeProblem): all problems that were found
 *
 * Checks a standalone agent file. Blocks.
 *
 * Returns: %FALSE if the file is invalid or could not be read; @problems then has at least one
 * error
 */
gboolean troupe_crew_check_agent_file (const char *path, GPtrArray **problems);

/* Returns TRUE if @path looks like an agent file, which is a JSON file in a folder `agents`. */
gboolean troupe_crew_is_agent_path (const char *path);

/* Returns TRUE if @root, the tree of a file, is a crew. A crew has lists of agents and tasks. */
gboolean troupe_crew_is_crew (JsonNode *root);
/* Returns the crew file in @path, which is a folder or the crew file itself. Returns NULL if
 * there is no crew file. (transfer full) (nullable) */
char *troupe_crew_find_file (const char *path);

/* Copies @problem, whose path is one in the definition of the crew (troupe_crew_to_definition()), with
 * its file, line and column in the document. (transfer full) */
TroupeProblem *troupe_crew_document_place_problem (TroupeCrewDocument *self,
                                                   const TroupeProblem *problem);

G_END_DECLS
