/* troupe-permission-list.h: list of permissions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

/**
 * TroupePermission:
 *
 * What a person is asked about before anything runs. What only reads in a folder names it as what writes does.
 */
typedef enum
{
  TROUPE_PERMISSION_MODEL, /* a model that is asked */
  TROUPE_PERMISSION_HOST, /* a host, or `host:port`, that is talked to, or TROUPE_PERMISSION_ANY_HOST */
  TROUPE_PERMISSION_PROGRAM,     /* a program that is started, as it would be typed */
  TROUPE_PERMISSION_REFERENCE,   /* code that is named and not run by this version */
  TROUPE_PERMISSION_FOLDER,      /* a folder that is read or written in */
  TROUPE_PERMISSION_ENVIRONMENT, /* an environment variable that is read */
  TROUPE_PERMISSION_KEYS,        /* a file of keys */
  TROUPE_PERMISSION_N,
} TroupePermission;

/* In the place of a host: any of the public web, as a model will name it. */
#define TROUPE_PERMISSION_ANY_HOST "*"

/**
 * TroupePermissionPlace:
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
} TroupePermissionPlace;

/**
 * TroupePermissionPython:
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
} TroupePermissionPython;

/**
 * TroupePermissionList:
 *
 * What actions, agents, models and tools could do, collected by asking each of them. A name stands in it
 * once, in the order in which names were told; Python stands in it as often as it would be run.
 */
typedef struct _TroupePermissionList TroupePermissionList;

TroupePermissionList *troupe_permission_list_new (void);
void troupe_permission_list_free (TroupePermissionList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePermissionList, troupe_permission_list_free)

/* Where that stands which is asked next. Borrowed until the next place. @place: (nullable) */
void troupe_permission_list_set_place (TroupePermissionList *self,
                                       const TroupePermissionPlace *place);

/* @name: (nullable): copied; nothing is added where it is empty */
void
troupe_permission_list_add (TroupePermissionList *self, TroupePermission right, const char *name);
/* The texts of a list. @names: (nullable) */
void troupe_permission_list_add_all (TroupePermissionList *self,
                                     TroupePermission right,
                                     const TroupeValue *names);
/* The document's folder is read and written in, wherever that is: a name could be taken for another place. */
void troupe_permission_list_add_project_folder (TroupePermissionList *self);
gboolean troupe_permission_list_has_project_folder (TroupePermissionList *self);
/* @permission: _SCRIPT, _CODE or _TOOL; @text: the code, or the reference to it */
void troupe_permission_list_add_python (TroupePermissionList *self,
                                        TroupePythonPermissions permission,
                                        const char *text);

/* An MCP server of the web to which a person may have to sign in, by its address (troupe_mcp_resource_name()). */
void troupe_permission_list_add_server (TroupePermissionList *self, const char *address);
/* Each once, in their order. (transfer full) */
char **troupe_permission_list_get_servers (TroupePermissionList *self);

/* A document of its own that another one names, as it was read: @digest of what stands in it, SHA-256, hex. */
void troupe_permission_list_add_declaration (TroupePermissionList *self,
                                             const char *name,
                                             const char *digest);
/* Name and digest of each, as a list of maps. (transfer full) */
TroupeValue *troupe_permission_list_get_declarations (TroupePermissionList *self);
gboolean troupe_permission_list_has_declarations (TroupePermissionList *self);
/* (nullable): the document's folder, where what it names is looked for */
void troupe_permission_list_set_folder (TroupePermissionList *self, const char *folder);
const char *troupe_permission_list_get_folder (TroupePermissionList *self);

/* A list of texts. (transfer full) */
TroupeValue *troupe_permission_list_get_names (TroupePermissionList *self, TroupePermission right);
guint troupe_permission_list_get_n_python (TroupePermissionList *self);
const TroupePermissionPython *troupe_permission_list_get_python (TroupePermissionList *self,
                                                                 guint index);
/* All kinds of Python together. */
TroupePythonPermissions troupe_permission_list_get_permissions (TroupePermissionList *self);

G_END_DECLS
