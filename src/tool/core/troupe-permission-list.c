/* troupe-permission-list.c: list of the permissions that a document requires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permission-list"

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-llm-environment.h"
#include "troupe-permission-list.h"
#include "troupe-sanitize-text.h"

/* @names: (element-type utf8): in insertion order; @seen: the same strings, for lookup */
typedef struct
{
  GPtrArray *names;
  GHashTable *seen;
} Names;

struct _TroupePermissionList
{
  Names permissions[TROUPE_PERMISSION_N];
  GPtrArray *python; /* (element-type TroupePermissionPython) */
  TroupePermissionPlace place;
  gboolean has_project_folder;
  gboolean may_write;
  gboolean has_any_model;
  gboolean is_offline;
  GHashTable *prepared;              /* (nullable): borrowed */
  char *only_model;                  /* (nullable) */
  char *folder;                      /* (nullable) */
  char *work;                        /* (nullable) */
  TroupeLlmEnvironment *environment; /* (nullable) */
  GPtrArray *declarations;           /* (element-type TroupeValue) */
  GHashTable *texts;                 /* set of the digests with the paths of texts */
  GPtrArray *servers;                /* (element-type utf8) */
  GPtrArray *files;                  /* (element-type TroupePermissionFile) */
  GPtrArray *recipients;             /* (element-type TroupePermissionRecipient) */
};

static void
file_free (gpointer data)
{
  TroupePermissionFile *self = data;

  g_assert (self != NULL);

  g_free (self->path);
  g_free (self);
}

static void
recipient_free (gpointer data)
{
  TroupePermissionRecipient *self = data;

  g_assert (self != NULL);

  g_free (self->name);
  g_free (self->program);
  g_free (self->user);
  g_ptr_array_unref (self->variables);
  g_free (self);
}

static void
python_free (gpointer data)
{
  TroupePermissionPython *self = data;

  g_assert (self != NULL);

  g_free (self->text);
  g_strfreev (self->files);
  g_free (self->method);
  g_free (self->step);
  g_free (self->path);
  g_clear_pointer (&self->arguments, troupe_value_unref);
  g_free (self);
}

/**
 * troupe_permission_list_new:
 *
 * Returns: (transfer full): an empty list
 */
TroupePermissionList *
troupe_permission_list_new (void)
{
  TroupePermissionList *self = g_new0 (TroupePermissionList, 1);

  self->python = g_ptr_array_new_with_free_func (python_free);
  self->declarations = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->servers = g_ptr_array_new_with_free_func (g_free);
  self->files = g_ptr_array_new_with_free_func (file_free);
  self->recipients = g_ptr_array_new_with_free_func (recipient_free);
  return self;
}

void
troupe_permission_list_set_prepared (TroupePermissionList *self, GHashTable *prepared)
{
  g_return_if_fail (self != NULL);

  self->prepared = prepared;
}

GHashTable *
troupe_permission_list_get_prepared (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->prepared;
}

void
troupe_permission_list_set_offline (TroupePermissionList *self, gboolean is_offline)
{
  g_return_if_fail (self != NULL);

  self->is_offline = is_offline;
}

gboolean
troupe_permission_list_is_offline (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_offline;
}

void
troupe_permission_list_set_only_model (TroupePermissionList *self, const char *model)
{
  g_return_if_fail (self != NULL);

  g_free (self->only_model);
  self->only_model = g_strdup (model);
}

const char *
troupe_permission_list_get_only_model (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->only_model;
}

void
troupe_permission_list_free (TroupePermissionList *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < TROUPE_PERMISSION_N; i++)
    {
      g_clear_pointer (&self->permissions[i].seen, g_hash_table_unref);
      g_clear_pointer (&self->permissions[i].names, g_ptr_array_unref);
    }
  g_ptr_array_unref (self->declarations);
  g_hash_table_unref (self->texts);
  g_free (self->work);
  g_ptr_array_unref (self->servers);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->recipients);
  g_free (self->folder);
  g_free (self->only_model);
  g_clear_pointer (&self->environment, troupe_llm_environment_unref);
  g_ptr_array_unref (self->python);
  g_free (self);
}

void
troupe_permission_list_set_place (TroupePermissionList *self, const TroupePermissionPlace *place)
{
  static const TroupePermissionPlace nowhere = { NULL, NULL, NULL, NULL };

  g_return_if_fail (self != NULL);

  self->place = place != NULL ? *place : nowhere;
}

void
troupe_permission_list_add_project_folder (TroupePermissionList *self, gboolean may_write)
{
  g_return_if_fail (self != NULL);

  self->has_project_folder = TRUE;
  self->may_write = self->may_write || may_write;
}

gboolean
troupe_permission_list_may_write (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->may_write;
}

gboolean
troupe_permission_list_has_project_folder (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_project_folder;
}

/**
 * troupe_permission_list_add:
 * @name: (nullable): the object of the permission, as shown to the user
 *
 * Called by an element that may need @right. A name that is already in the list is not added again.
 */
void
troupe_permission_list_add (TroupePermissionList *self, TroupePermission right, const char *name)
{
  Names *names = NULL;
  char *copy = NULL;

  g_return_if_fail (self != NULL && right < TROUPE_PERMISSION_N);

  if (self->is_offline &&
      (right == TROUPE_PERMISSION_HOST || right == TROUPE_PERMISSION_PROGRAM ||
       right == TROUPE_PERMISSION_ENVIRONMENT || right == TROUPE_PERMISSION_KEYS))
    return;
  names = &self->permissions[right];
  if (name == NULL || *name == '\0')
    return;
  if (names->names == NULL)
    {
      names->names = g_ptr_array_new_with_free_func (g_free);
      names->seen = g_hash_table_new (g_str_hash, g_str_equal);
    }
  if (g_hash_table_contains (names->seen, name))
    return;
  copy = g_strdup (name);
  g_ptr_array_add (names->names, copy);
  g_hash_table_add (names->seen, copy);
}

gboolean
troupe_permission_list_has (TroupePermissionList *self, TroupePermission right, const char *name)
{
  g_return_val_if_fail (self != NULL && right < TROUPE_PERMISSION_N && name != NULL, FALSE);

  return self->permissions[right].seen != NULL &&
         g_hash_table_contains (self->permissions[right].seen, name);
}

void
troupe_permission_list_set_any_model (TroupePermissionList *self)
{
  g_return_if_fail (self != NULL);

  self->has_any_model = TRUE;
}

gboolean
troupe_permission_list_has_any_model (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_any_model;
}

void
troupe_permission_list_add_all (TroupePermissionList *self,
                                TroupePermission right,
                                const TroupeValue *names)
{
  g_return_if_fail (self != NULL);

  if (names == NULL || !troupe_value_is (names, TROUPE_VALUE_LIST))
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (names); i++)
    {
      TroupeValue *name = troupe_value_list_get (names, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING))
        troupe_permission_list_add (self, right, troupe_value_get_string (name, NULL));
    }
}

/**
 * troupe_permission_list_add_python:
 *
 * Called by an element that runs Python code. Each code element is shown to the user separately,
 * with the location that was set last.
 */
void
troupe_permission_list_add_python (TroupePermissionList *self,
                                   TroupePythonPermissions permission,
                                   const char *text)
{
  TroupePermissionPython *python = NULL;

  g_return_if_fail (self != NULL && permission != TROUPE_PYTHON_PERMIT_NOTHING);

  python = g_new0 (TroupePermissionPython, 1);
  python->permission = permission;
  python->text = g_strdup (text != NULL ? text : "");
  python->method = g_strdup (self->place.method);
  python->step = g_strdup (self->place.step);
  python->path = g_strdup (self->place.path);
  if (self->place.arguments != NULL)
    python->arguments = troupe_value_ref (self->place.arguments);
  g_ptr_array_add (self->python, python);
}

void
troupe_permission_list_set_files (TroupePermissionList *self, const char *const *files)
{
  TroupePermissionPython *python;

  g_return_if_fail (self != NULL && self->python->len > 0);

  python = g_ptr_array_index (self->python, self->python->len - 1);
  g_strfreev (python->files);
  python->files = g_strdupv ((char **) files);
}

TroupeValue *
troupe_permission_list_get_names (TroupePermissionList *self, TroupePermission right)
{
  g_autofree TroupeValue **items = NULL;
  GPtrArray *names = NULL;
  guint n_names = 0;

  g_return_val_if_fail (self != NULL && right < TROUPE_PERMISSION_N, NULL);

  names = self->permissions[right].names;
  n_names = names != NULL ? names->len : 0;
  items = g_new (TroupeValue *, n_names + 1);
  for (guint i = 0; i < n_names; i++)
    items[i] = troupe_value_new_string (g_ptr_array_index (names, i), -1);
  return troupe_value_new_list (items, n_names);
}

guint
troupe_permission_list_get_n_python (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->python->len;
}

const TroupePermissionPython *
troupe_permission_list_get_python (TroupePermissionList *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->python->len, NULL);

  return g_ptr_array_index (self->python, index);
}

TroupePythonPermissions
troupe_permission_list_get_permissions (TroupePermissionList *self)
{
  TroupePythonPermissions permissions = TROUPE_PYTHON_PERMIT_NOTHING;

  g_return_val_if_fail (self != NULL, permissions);

  for (guint i = 0; i < self->python->len; i++)
    permissions |= troupe_permission_list_get_python (self, i)->permission;
  return permissions;
}

static void
add_declaration (TroupePermissionList *self, const char *kind, const char *name, const char *digest)
{
  TroupeMapBuilder declaration;

  g_assert (self != NULL);

  troupe_map_builder_init (&declaration);
  troupe_map_builder_add (&declaration, "kind", troupe_value_new_string (kind, -1));
  troupe_map_builder_add (&declaration, "name", troupe_value_new_string (name, -1));
  troupe_map_builder_add (&declaration, "digest", troupe_value_new_string (digest, -1));
  g_ptr_array_add (self->declarations, troupe_map_builder_end (&declaration));
}

void
troupe_permission_list_add_declaration (TroupePermissionList *self,
                                        const char *name,
                                        const char *digest)
{
  g_return_if_fail (self != NULL && name != NULL && digest != NULL);

  add_declaration (self, "crew", name, digest);
}

void
troupe_permission_list_add_text (TroupePermissionList *self, const char *path, const char *digest)
{
  g_return_if_fail (self != NULL && path != NULL && digest != NULL);

  if (g_hash_table_add (self->texts, g_strconcat (digest, path, NULL)))
    add_declaration (self, "text", path, digest);
}

TroupeValue *
troupe_permission_list_get_declarations (TroupePermissionList *self)
{
  g_autofree TroupeValue **items = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  items = g_new (TroupeValue *, self->declarations->len + 1);
  for (guint i = 0; i < self->declarations->len; i++)
    items[i] = troupe_value_ref (g_ptr_array_index (self->declarations, i));
  return troupe_value_new_list (items, self->declarations->len);
}

void
troupe_permission_list_set_folder (TroupePermissionList *self, const char *folder)
{
  g_return_if_fail (self != NULL);

  g_free (self->folder);
  self->folder = g_strdup (folder);
}

void
troupe_permission_list_set_work (TroupePermissionList *self, const char *work)
{
  g_return_if_fail (self != NULL);

  g_free (self->work);
  self->work = g_strdup (work);
}

const char *
troupe_permission_list_get_work (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->work;
}

void
troupe_permission_list_set_environment (TroupePermissionList *self,
                                        TroupeLlmEnvironment *environment)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->environment, troupe_llm_environment_unref);
  if (environment != NULL)
    self->environment = troupe_llm_environment_ref (environment);
}

TroupeLlmEnvironment *
troupe_permission_list_get_environment (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->environment;
}

const char *
troupe_permission_list_get_folder (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->folder;
}

gboolean
troupe_permission_list_has_declarations (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->declarations->len > 0;
}

void
troupe_permission_list_add_server (TroupePermissionList *self, const char *address)
{
  g_return_if_fail (self != NULL && address != NULL);

  if (!g_ptr_array_find_with_equal_func (self->servers, address, g_str_equal, NULL))
    g_ptr_array_add (self->servers, g_strdup (address));
}

char **
troupe_permission_list_get_servers (TroupePermissionList *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->servers->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (self->servers, i));
  return g_strv_builder_end (builder);
}

/* --- Files ------------------------------------------------------------------------------------ */

void
troupe_permission_list_add_file (TroupePermissionList *self, const char *path, TroupeFileUse use)
{
  TroupePermissionFile *file = NULL;

  g_return_if_fail (self != NULL);

  if (path == NULL || *path == '\0')
    return;
  for (guint i = 0; i < self->files->len; i++)
    {
      file = g_ptr_array_index (self->files, i);
      if (g_str_equal (file->path, path) &&
          (file->use & TROUPE_FILE_IN_PROJECT) == (use & TROUPE_FILE_IN_PROJECT))
        {
          file->use |= use;
          return;
        }
    }
  file = g_new0 (TroupePermissionFile, 1);
  file->path = g_strdup (path);
  file->use = use;
  g_ptr_array_add (self->files, file);
}

guint
troupe_permission_list_get_n_files (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->files->len;
}

const TroupePermissionFile *
troupe_permission_list_get_file (TroupePermissionList *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->files->len, NULL);

  return g_ptr_array_index (self->files, index);
}

/* --- Recipients of keys ----------------------------------------------------------------------- */

/* Returns the recipient, which is added if it is missing. */
static TroupePermissionRecipient *
find_recipient (TroupePermissionList *self,
                const char *name,
                gboolean is_program,
                gboolean is_plain)
{
  TroupePermissionRecipient *recipient = NULL;

  g_assert (self != NULL);

  for (guint i = 0; i < self->recipients->len; i++)
    {
      recipient = g_ptr_array_index (self->recipients, i);
      if (recipient->is_program == is_program && recipient->is_plain == is_plain &&
          g_str_equal (recipient->name, name))
        return recipient;
    }
  recipient = g_new0 (TroupePermissionRecipient, 1);
  recipient->name = g_strdup (name);
  recipient->is_program = is_program;
  recipient->is_plain = is_plain;
  recipient->variables = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->recipients, recipient);
  return recipient;
}

static void
add_keys (TroupePermissionRecipient *recipient,
          const char *const *variables,
          TroupeKeySource sources)
{
  g_assert (recipient != NULL);

  recipient->sources |= sources;
  for (guint i = 0; variables != NULL && variables[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (recipient->variables, variables[i], g_str_equal, NULL))
      g_ptr_array_add (recipient->variables, g_strdup (variables[i]));
}

/* @has_path: whether the path of the address decides who receives something */
static void
add_host (TroupePermissionList *self,
          const char *address,
          const char *const *variables,
          TroupeKeySource sources,
          gboolean has_path)
{
  g_autofree char *user = NULL;
  g_autofree char *shown = NULL;
  TroupePermissionRecipient *recipient = NULL;
  gboolean is_plain = FALSE;

  g_return_if_fail (self != NULL);

  if (self->is_offline)
    return;
  if (address != NULL)
    shown = has_path ? troupe_key_recipient_describe_address (address, &is_plain, &user)
                     : troupe_key_recipient_describe (address, &is_plain, &user);
  if (shown == NULL)
    return;
  troupe_permission_list_add (self, TROUPE_PERMISSION_HOST, shown);
  recipient = find_recipient (self, shown, FALSE, is_plain);
  if (recipient->user == NULL)
    recipient->user = g_steal_pointer (&user);
  add_keys (recipient, variables, sources);
}

void
troupe_permission_list_add_host (TroupePermissionList *self,
                                 const char *address,
                                 const char *const *variables,
                                 TroupeKeySource sources)
{
  add_host (self, address, variables, sources, TRUE);
}

void
troupe_permission_list_add_page (TroupePermissionList *self, const char *address)
{
  add_host (self, address, NULL, TROUPE_KEY_FROM_VARIABLES, FALSE);
}

void
troupe_permission_list_add_program (TroupePermissionList *self,
                                    const char *line,
                                    const char *program,
                                    const char *const *variables,
                                    TroupeKeySource sources)
{
  TroupePermissionRecipient *recipient = NULL;

  g_return_if_fail (self != NULL && line != NULL);

  troupe_permission_list_add (self, TROUPE_PERMISSION_PROGRAM, line);
  recipient = find_recipient (self, line, TRUE, FALSE);
  if (recipient->program == NULL)
    recipient->program = g_strdup (program);
  add_keys (recipient, variables, sources);
}

guint
troupe_permission_list_get_n_recipients (TroupePermissionList *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->recipients->len;
}

const TroupePermissionRecipient *
troupe_permission_list_get_recipient (TroupePermissionList *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->recipients->len, NULL);

  return g_ptr_array_index (self->recipients, index);
}
