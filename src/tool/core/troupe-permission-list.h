/* troupe-permission-list.h: list of the permissions that a document requires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/**
 * TroupePermission:
 *
 * Everything that the user must permit before a run starts. Tools that read from a folder list the
 * folder in the same manner as tools that write to it.
 */
typedef enum
{
  TROUPE_PERMISSION_MODEL, /* a model that is called */
  TROUPE_PERMISSION_HOST, /* a host, or `host:port`, to connect to, or TROUPE_PERMISSION_ANY_HOST */
  TROUPE_PERMISSION_PROGRAM,     /* a program that is started, as typed in a shell */
  TROUPE_PERMISSION_REFERENCE,   /* code that is referenced but not run by this version */
  TROUPE_PERMISSION_FOLDER,      /* a folder that is read from or written to */
  TROUPE_PERMISSION_ENVIRONMENT, /* an environment variable that is read */
  TROUPE_PERMISSION_KEYS,        /* a file with API keys */
  TROUPE_PERMISSION_N,
} TroupePermission;

/* Used instead of a host name for tools whose model may choose any host of the public web. */
#define TROUPE_PERMISSION_ANY_HOST "*"

/**
 * TroupePermissionPlace:
 * @method: (nullable): the method that contains the action; @step: (nullable): the step of its
 *   `each`
 * @path: the path of the action in the document
 * @arguments: (nullable): the arguments of the action, as written in the document
 *
 * Location in a document of the element that requires a permission.
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
 * @permission: exactly one flag, the kind of Python code
 * @text: the code, or the reference to it
 * @method, @step, @path, @arguments: the location of the code
 * @files: (nullable): for the program of an MCP server: the files of the project that it runs
 */
typedef struct
{
  TroupePythonPermissions permission;
  char *text;
  char **files;
  char *method;
  char *step;
  char *path;
  TroupeValue *arguments;
} TroupePermissionPython;

/* How a document uses a file that it names. */
typedef enum
{
  TROUPE_FILE_READ = 1 << 0,
  TROUPE_FILE_REPLACE = 1 << 1, /* existing content is lost */
  TROUPE_FILE_EXTEND = 1 << 2,  /* existing content is kept, such as in a database */
  TROUPE_FILE_FOLDER = 1 << 3,  /* the path is a folder, whose files are used */
  /* The path is relative to the document's folder, otherwise to the working folder. */
  TROUPE_FILE_IN_PROJECT = 1 << 4,
  /* The file is used without being named, and only if it exists. */
  TROUPE_FILE_IF_EXISTS = 1 << 5,
  TROUPE_FILE_SENT = 1 << 6, /* its content is sent to a model */
} TroupeFileUse;

/* A file that a document names. @path: as in the document, may contain placeholders */
typedef struct
{
  char *path;
  TroupeFileUse use;
} TroupePermissionFile;

/* Where a key comes from, in addition to variables of the environment. */
typedef enum
{
  TROUPE_KEY_FROM_VARIABLES = 0, /* none, if no variables are listed */
  TROUPE_KEY_IN_DOCUMENT = 1 << 0,
  TROUPE_KEY_OF_SIGN_IN = 1 << 1, /* a token, if the user signs in at the server */
} TroupeKeySource;

/**
 * TroupePermissionRecipient:
 * @name: the host, perhaps with a path, as shown to the user, or the command line of a program
 * @program: (nullable): for a program: its absolute path
 * @is_program: whether it is a program
 * @is_plain: whether the connection to the host is not encrypted
 * @user: (nullable): the user name in the address
 * @variables: (element-type utf8): the environment variables whose values it may receive
 * @sources: further keys that it receives
 *
 * A host or program with the keys that it receives.
 */
typedef struct
{
  char *name;
  char *program;
  gboolean is_program;
  gboolean is_plain;
  char *user;
  GPtrArray *variables;
  TroupeKeySource sources;
} TroupePermissionRecipient;

/**
 * TroupePermissionList:
 *
 * The permissions that actions, agents, models and tools require, collected by querying each of
 * them. Each name is listed once, in the order in which it was added. Python code is listed once
 * for each location where it would run.
 */
typedef struct _TroupePermissionList TroupePermissionList;

TroupePermissionList *troupe_permission_list_new (void);
void troupe_permission_list_free (TroupePermissionList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePermissionList, troupe_permission_list_free)

/* Sets whether the run calls no service, because all answers are recorded. Then hosts, programs of servers,
 * keys and the variables for them are not added. Call it first. */
void troupe_permission_list_set_offline (TroupePermissionList *self, gboolean is_offline);
gboolean troupe_permission_list_is_offline (TroupePermissionList *self);
/* Sets the model that is called instead of every other one (troupe_run_set_model()). Call it first. @model:
 * (nullable) */
void troupe_permission_list_set_only_model (TroupePermissionList *self, const char *model);
/* (transfer none) (nullable) */
const char *troupe_permission_list_get_only_model (TroupePermissionList *self);
/* Sets the location of the element that is queried next. Borrowed until the next call. @place:
 * (nullable) */
void troupe_permission_list_set_place (TroupePermissionList *self,
                                       const TroupePermissionPlace *place);

/* @name: (nullable): copied; an empty name is ignored */
void
troupe_permission_list_add (TroupePermissionList *self, TroupePermission right, const char *name);
/* Returns TRUE if the list contains the name. */
gboolean
troupe_permission_list_has (TroupePermissionList *self, TroupePermission right, const char *name);
/* Adds all strings of a list. @names: (nullable) */
void troupe_permission_list_add_all (TroupePermissionList *self,
                                     TroupePermission right,
                                     const TroupeValue *names);
/* Adds access to the document's folder, regardless of its location. A name is not used, because
 * it could be confused with another folder. @may_write: whether files in it are created and replaced, too */
void troupe_permission_list_add_project_folder (TroupePermissionList *self, gboolean may_write);
gboolean troupe_permission_list_has_project_folder (TroupePermissionList *self);
/* Returns TRUE if files in the document's folder are also created and replaced. */
gboolean troupe_permission_list_may_write (TroupePermissionList *self);
/* Adds a file that the document names. If it is listed already, it is used in both ways. @path:
 * (nullable): ignored if empty */
void
troupe_permission_list_add_file (TroupePermissionList *self, const char *path, TroupeFileUse use);
guint troupe_permission_list_get_n_files (TroupePermissionList *self);
const TroupePermissionFile *troupe_permission_list_get_file (TroupePermissionList *self,
                                                             guint index);
/**
 * troupe_permission_list_add_host:
 * @address: (nullable): a URL, a host or `host:port`; ignored if it names no host
 * @variables: (nullable): names of the environment variables whose values the host may receive as
 *   keys
 * @sources: further keys that it may receive
 *
 * Adds a recipient of texts and keys: the host, with the path that may select an account there
 * (troupe_key_recipient_describe_address()). The keys of all calls for the same one are collected.
 */
void troupe_permission_list_add_host (TroupePermissionList *self,
                                      const char *address,
                                      const char *const *variables,
                                      TroupeKeySource sources);
/* Adds a program that is started. @line: the command line, quoted as in a shell; @program:
 * (nullable): the absolute path of the file that is started; @variables, @sources: as above */
void troupe_permission_list_add_program (TroupePermissionList *self,
                                         const char *line,
                                         const char *program,
                                         const char *const *variables,
                                         TroupeKeySource sources);
/* Adds a host from which something is only read, such as a page. @address: (nullable): as above */
void troupe_permission_list_add_page (TroupePermissionList *self, const char *address);
guint troupe_permission_list_get_n_recipients (TroupePermissionList *self);
const TroupePermissionRecipient *troupe_permission_list_get_recipient (TroupePermissionList *self,
                                                                       guint index);
/* @permission: _SCRIPT, _CODE or _TOOL; @text: the code or the reference to it */
void troupe_permission_list_add_python (TroupePermissionList *self,
                                        TroupePythonPermissions permission,
                                        const char *text);

/* Sets the files of the project that the last added program runs, relative to the document's
 * folder. The content of these files is part of the consent. @files: (nullable): copied */
void troupe_permission_list_set_files (TroupePermissionList *self, const char *const *files);

/* Adds the address of a remote MCP server to which the user may have to sign in
 * (troupe_mcp_resource_name()). */
void troupe_permission_list_add_server (TroupePermissionList *self, const char *address);
/* Returns each server once, in the order in which they were added. (transfer full) */
char **troupe_permission_list_get_servers (TroupePermissionList *self);

/* Adds another document to which this document refers, with the content that was read. @digest:
 * the SHA-256 of the content, in hex */
void troupe_permission_list_add_declaration (TroupePermissionList *self,
                                             const char *name,
                                             const char *digest);
/* Adds a text in another file that instructs a model, with the content that was read. @path: as the document leads to
 * it; @digest: of troupe_agreed_texts_make_digest() */
void
troupe_permission_list_add_text (TroupePermissionList *self, const char *path, const char *digest);
/* Returns a list of maps with the kind (`crew` or `text`), name and digest of each document and text. (transfer full) */
TroupeValue *troupe_permission_list_get_declarations (TroupePermissionList *self);
gboolean troupe_permission_list_has_declarations (TroupePermissionList *self);
/* Sets the document's folder, against which relative names are resolved. @folder: (nullable) */
void troupe_permission_list_set_folder (TroupePermissionList *self, const char *folder);
const char *troupe_permission_list_get_folder (TroupePermissionList *self);

/* Sets the working folder, against which the other relative names are resolved. @work: (nullable): the current folder */
void troupe_permission_list_set_work (TroupePermissionList *self, const char *work);
/* (transfer none) (nullable) */
const char *troupe_permission_list_get_work (TroupePermissionList *self);

/* Sets where the names and addresses of models are looked up. @environment: (nullable): g_getenv() */
void troupe_permission_list_set_environment (TroupePermissionList *self,
                                             TroupeLlmEnvironment *environment);
/* (transfer none) (nullable) */
TroupeLlmEnvironment *troupe_permission_list_get_environment (TroupePermissionList *self);

/* Sets that Python code chooses a model, so that the model of each provider may be called
 * (troupe_permission_list_add_any_model()). */
void troupe_permission_list_set_any_model (TroupePermissionList *self);
gboolean troupe_permission_list_has_any_model (TroupePermissionList *self);

/* Returns the names as a list of strings. (transfer full) */
TroupeValue *troupe_permission_list_get_names (TroupePermissionList *self, TroupePermission right);
guint troupe_permission_list_get_n_python (TroupePermissionList *self);
const TroupePermissionPython *troupe_permission_list_get_python (TroupePermissionList *self,
                                                                 guint index);
/* Returns the flags of all kinds of Python code in the list. */
TroupePythonPermissions troupe_permission_list_get_permissions (TroupePermissionList *self);

/* Sets what a run has read for its actions and will execute. What an action reads again could be another version of a file that code
 * replaces meanwhile. @prepared: (nullable) (element-type gpointer gpointer): by action; borrowed, must outlive the list */
void troupe_permission_list_set_prepared (TroupePermissionList *self, GHashTable *prepared);
/* (transfer none) (nullable) */
GHashTable *troupe_permission_list_get_prepared (TroupePermissionList *self);

G_END_DECLS
