/* troupe-permission-list.h: what something could do, as it says of itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

/**
 * TroupeRight:
 *
 * What a person is asked about before anything runs. What only reads in a folder names it as what writes does.
 */
typedef enum
{
  TROUPE_RIGHT_MODEL,     /* a model that is asked */
  TROUPE_RIGHT_HOST,      /* a host, or `host:port`, that is talked to, or TROUPE_RIGHT_ANY_HOST */
  TROUPE_RIGHT_PROGRAM,   /* a program that is started, as it would be typed */
  TROUPE_RIGHT_REFERENCE, /* code that is named and not run by this version */
  TROUPE_RIGHT_FOLDER,    /* a folder that is read or written in */
  TROUPE_RIGHT_ENVIRONMENT, /* an environment variable that is read */
  TROUPE_RIGHT_KEYS,        /* a file of keys */
  TROUPE_RIGHT_N,
} TroupeRight;

/* In the place of a host: any of the public web, as a model will name it. */
#define TROUPE_RIGHT_ANY_HOST "*"

/**
 * TroupeRightsPlace:
 * @method: (nullable): whose action it is; @step: (nullable): the step of its `each`
 * @path: of the action in the document
 * @arguments: (nullable): what it is given, as it is written
 *
 * Where in a document that stands which says what it could do.
 */
typedef struct
{
  const char *method;
  const char *step;
  const char *path;
  TroupeValue *arguments;
} TroupeRightsPlace;

/**
 * TroupeRightsPython:
 * @permission: the one kind of Python that it is
 * @text: the code itself, or the reference to it
 * @method, @step, @path, @arguments: where it stands
 */
typedef struct
{
  TroupePythonPermissions permission;
  char *text;
  char *method;
  char *step;
  char *path;
  TroupeValue *arguments;
} TroupeRightsPython;

/**
 * TroupeRightsList:
 *
 * What actions, agents, models and tools could do, collected by asking each of them. A name stands in it
 * once, in the order in which names were told; Python stands in it as often as it would be run.
 */
typedef struct _TroupeRightsList TroupeRightsList;

TroupeRightsList *troupe_rights_list_new (void);
void troupe_rights_list_free (TroupeRightsList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRightsList, troupe_rights_list_free)

/* Where that stands which is asked next. Borrowed until the next place. @place: (nullable) */
void troupe_rights_list_set_place (TroupeRightsList *self, const TroupeRightsPlace *place);

/* @name: (nullable): copied; nothing is added where it is empty */
void troupe_rights_list_add (TroupeRightsList *self, TroupeRight right, const char *name);
/* The texts of a list. @names: (nullable) */
void
troupe_rights_list_add_all (TroupeRightsList *self, TroupeRight right, const TroupeValue *names);
/* The document's folder is read and written in, wherever that is: a name could be taken for another place. */
void troupe_rights_list_add_project_folder (TroupeRightsList *self);
gboolean troupe_rights_list_has_project_folder (TroupeRightsList *self);
/* @permission: _SCRIPT, _CODE or _TOOL; @text: the code, or the reference to it */
void troupe_rights_list_add_python (TroupeRightsList *self,
                                    TroupePythonPermissions permission,
                                    const char *text);

/* An MCP server of the web to which a person may have to sign in, by its address (troupe_mcp_resource_name()). */
void troupe_rights_list_add_server (TroupeRightsList *self, const char *address);
/* Each once, in their order. (transfer full) */
char **troupe_rights_list_get_servers (TroupeRightsList *self);

/* A document of its own that another one names, as it was read: @digest of what stands in it, SHA-256, hex. */
void troupe_rights_list_add_declaration (TroupeRightsList *self,
                                         const char *name,
                                         const char *digest);
/* Name and digest of each, as a list of maps. (transfer full) */
TroupeValue *troupe_rights_list_get_declarations (TroupeRightsList *self);
gboolean troupe_rights_list_has_declarations (TroupeRightsList *self);
/* (nullable): the document's folder, where what it names is looked for */
void troupe_rights_list_set_folder (TroupeRightsList *self, const char *folder);
const char *troupe_rights_list_get_folder (TroupeRightsList *self);

/* A list of texts. (transfer full) */
TroupeValue *troupe_rights_list_get_names (TroupeRightsList *self, TroupeRight right);
guint troupe_rights_list_get_n_python (TroupeRightsList *self);
const TroupeRightsPython *troupe_rights_list_get_python (TroupeRightsList *self, guint index);
/* All kinds of Python together. */
TroupePythonPermissions troupe_rights_list_get_permissions (TroupeRightsList *self);

G_END_DECLS
