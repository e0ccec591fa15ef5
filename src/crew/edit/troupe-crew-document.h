/* troupe-crew-document.h: a crew project that is open: crew.jsonc with a file for each agent
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
 * A crew that is open: the main part is `crew.jsonc` or `crew.json`, and each agent that it names is a part
 * (`agents/NAME.jsonc`, else `.json`). Its model is a #TroupeCrew.
 */
#define TROUPE_TYPE_CREW_DOCUMENT (troupe_crew_document_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewDocument,
                      troupe_crew_document,
                      TROUPE,
                      CREW_DOCUMENT,
                      TroupeDocument)

/**
 * troupe_crew_document_load:
 * @path: a crew file, or a folder that holds one (`crew.jsonc` goes before `crew.json`)
 * @problems: (out) (optional) (transfer full) (element-type TroupeProblem): all that was found in all files
 *
 * Reads a crew project. Opens nothing outside its folder, and runs nothing. Blocks.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with a %G_IO_ERROR, %TROUPE_JSON_ERROR or
 *   %TROUPE_DOCUMENT_ERROR_INVALID. The message names file, line, column and path.
 */
TroupeCrewDocument *
troupe_crew_document_load (const char *path, GPtrArray **problems, GError **error);
/* As load, but a document with load errors opens too, so that it can be repaired. */
TroupeCrewDocument *
troupe_crew_document_open (const char *path, GPtrArray **problems, GError **error);

/**
 * troupe_crew_document_new_from_trees:
 * @crew: the crew, whose `agents` is a list of names
 * @names, @agents: the agents that get a file each; NULL-terminated, and as many
 *
 * A crew that lies nowhere yet. (transfer full) (nullable): %NULL with a %TROUPE_JSON_ERROR or
 * %TROUPE_DOCUMENT_ERROR_INVALID where the trees make no document
 */
TroupeCrewDocument *troupe_crew_document_new_from_trees (JsonNode *crew,
                                                         const char *const *names,
                                                         JsonNode *const *agents,
                                                         GError **error);

/**
 * troupe_crew_document_new_from_texts:
 * @names, @texts: the files of a project, its crew first, which may be called anything. NULL-terminated, and as many
 * @shown_name: (nullable): what to call the crew's file in messages
 *
 * The same of texts, as a picture has them with it. (transfer full) (nullable): as above
 */
TroupeCrewDocument *troupe_crew_document_new_from_texts (const char *const *names,
                                                         const char *const *texts,
                                                         const char *shown_name,
                                                         GError **error);

/* The model; NULL where the document does not load. (transfer none) (nullable) */
TroupeCrew *troupe_crew_document_get_crew (TroupeCrewDocument *self);

/**
 * troupe_crew_check_agent_file:
 * @path: the file of one agent; the project is the folder around its `agents`
 * @problems: (out) (transfer full) (element-type TroupeProblem): all that was found
 *
 * Checks an agent without the crew around it. Blocks.
 *
 * Returns: %FALSE where it does not load, or could not be read: then @problems has at least one error
 */
gboolean troupe_crew_check_agent_file (const char *path, GPtrArray **problems);

/* Whether @path is called as the file of an agent is: JSON in a folder `agents`. */
gboolean troupe_crew_is_agent_path (const char *path);

/* Whether @name can be that of a file in the folder `agents`: it is made of no folders. What a document calls an
 * agent never leads out of its project. */
gboolean troupe_crew_is_file_name (const char *name);

/* Whether @root, the tree of a file, is a crew: lists of agents and tasks. */
gboolean troupe_crew_is_crew (JsonNode *root);
/* The crew file in @path, which is a folder or the file itself; NULL where there is none. (transfer full) (nullable) */
char *troupe_crew_find_file (const char *path);

G_END_DECLS
