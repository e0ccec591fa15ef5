/* troupe-model-files.h: kinds of files, and which models accept them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How the content of a file reaches a model. */
typedef enum
{
  TROUPE_FILE_FORM_NONE, /* the model does not accept it */
  TROUPE_FILE_FORM_SENT, /* as a part of the message */
  TROUPE_FILE_FORM_READ, /* as text, with the tool `read_file` */
} TroupeFileForm;

/* Limit of a text that a model reads with the tool, in bytes. */
#define TROUPE_MODEL_FILES_TEXT_LIMIT (10u * 1024 * 1024)

/**
 * troupe_media_type_find:
 * @path: the name determines the type if the content does not
 * @bytes: (nullable): the beginning of the file, @length bytes
 *
 * Returns: the media type, such as `image/png`; `application/octet-stream` if it is unknown
 */
const char *troupe_media_type_find (const char *path, const char *bytes, gsize length);

/**
 * troupe_model_files_find_form:
 * @model: (nullable): a model string; %NULL if it is not known
 * @is_responses: whether it is called with OpenAI's Responses API
 * @limit: (out): maximum size in bytes
 *
 * The services and limits are those of CrewAI (doc/crew-semantics.md §10), except that models of
 * other services are recognized by their names.
 */
TroupeFileForm troupe_model_files_find_form (const char *model,
                                             gboolean is_responses,
                                             const char *media_type,
                                             gsize *limit);

/**
 * troupe_model_files_refuse:
 * @name: the file, as written in the document
 * @size: its size in bytes
 *
 * Returns: (transfer full) (nullable): a sentence that says why the model cannot get the file and
 * what to do, or %NULL if it can
 */
char *troupe_model_files_refuse (const char *model,
                                 gboolean is_responses,
                                 const char *name,
                                 const char *media_type,
                                 guint64 size);

G_END_DECLS
