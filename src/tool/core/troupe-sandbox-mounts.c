/* troupe-sandbox-mounts.c: the mounts that a sandbox must have, and the check of the finished ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-mounts"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder.h"
#include "troupe-sandbox-mounts.h"
#include "troupe-text.h"

/* Folder of bubblewrap's own file system that becomes the root of the sandbox. */
#define NEW_ROOT "/newroot"

typedef enum
{
  KIND_NONE,
  KIND_BIND,
  KIND_TMPFS,
  KIND_DEV,
  KIND_PROC,
  KIND_READ_ONLY,
} Kind;

/* @path: in the sandbox; @descriptor: the file or folder to show, or -1 if it is missing */
typedef struct
{
  Kind kind;
  char *path;
  int descriptor;
  gboolean is_read_only;
} Order;

/* One line of mountinfo. @root: the part of the file system that is visible at @path; @type: of the
 * file system; @is_known: whether the mount was asked for */
typedef struct
{
  int id;
  int parent;
  char *device;
  char *root;
  char *path;
  char *type;
  gboolean is_read_only;
  gboolean is_unbindable;
  gboolean is_known;
} Mount;

/* @list: (element-type Mount); @by_place: set of the same mounts, by parent and path: there is at most
 * one mount on the same place of another one; @descriptor: the root folder, or -1 */
typedef struct
{
  GPtrArray *list;
  GHashTable *by_place;
  Mount *root;
  int descriptor;
} Table;

/* @given: descriptors by source and path, see make_key() */
struct _TroupeSandboxMounts
{
  TroupeSandboxNames *names;
  GPtrArray *orders;
  GHashTable *given;
};

/* --- Mount tables ----------------------------------------------------------------------------- */

static void
mount_free (gpointer data)
{
  Mount *mount = data;

  g_free (mount->device);
  g_free (mount->root);
  g_free (mount->path);
  g_free (mount->type);
  g_free (mount);
}

static guint
hash_place (gconstpointer key)
{
  const Mount *mount = key;

  return g_str_hash (mount->path) ^ (guint) mount->parent * 2654435761u;
}

static gboolean
equal_place (gconstpointer a, gconstpointer b)
{
  const Mount *first = a;
  const Mount *second = b;

  return first->parent == second->parent && g_str_equal (first->path, second->path);
}

static void
table_clear (Table *self)
{
  g_clear_pointer (&self->by_place, g_hash_table_unref);
  g_clear_pointer (&self->list, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Table, table_clear)

/* Parses a line such as `36 35 98:0 /root /path rw,noatime master:1 - ext3 /dev/sda rw`, in which
 * special characters of paths are octal. Returns NULL if it has another form. */
static Mount *
parse_line (const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, " ", -1);
  const guint n_fields = g_strv_length (fields);
  guint end = 6;
  Mount *mount = NULL;

  while (end < n_fields && !g_str_equal (fields[end], "-"))
    end++;
  if (end + 1 >= n_fields)
    return NULL;
  mount = g_new0 (Mount, 1);
  mount->id = atoi (fields[0]);
  mount->parent = atoi (fields[1]);
  mount->device = g_strdup (fields[2]);
  mount->root = g_strcompress (fields[3]);
  mount->path = g_strcompress (fields[4]);
  mount->type = g_strdup (fields[end + 1]);
  mount->is_read_only = g_str_equal (fields[5], "ro") || g_str_has_prefix (fields[5], "ro,");
  for (guint i = 6; i < end; i++)
    mount->is_unbindable = mount->is_unbindable || g_str_equal (fields[i], "unbindable");
  return mount;
}

/* Returns FALSE if the text is not a complete table. */
static gboolean
table_init (Table *self, const char *mountinfo)
{
  g_auto (GStrv) lines = g_strsplit (mountinfo, "\n", -1);
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);

  self->list = g_ptr_array_new_with_free_func (mount_free);
  self->by_place = g_hash_table_new (hash_place, equal_place);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      Mount *mount = *lines[i] != '\0' ? parse_line (lines[i]) : NULL;

      if (mount == NULL && *lines[i] != '\0')
        return FALSE;
      if (mount == NULL)
        continue;
      g_ptr_array_add (self->list, mount);
      g_hash_table_add (self->by_place, mount);
      g_hash_table_add (ids, GINT_TO_POINTER (mount->id));
    }
  for (guint i = 0; i < self->list->len; i++)
    {
      Mount *mount = self->list->pdata[i];

      if (g_str_equal (mount->path, "/") &&
          (mount->parent == mount->id ||
           !g_hash_table_contains (ids, GINT_TO_POINTER (mount->parent))))
        self->root = mount;
    }
  return self->root != NULL;
}

/* (nullable) */
static Mount *
table_find (Table *self, const Mount *parent, char *path)
{
  const Mount key = { .parent = parent->id, .path = path };

  return g_hash_table_lookup (self->by_place, &key);
}

/* Returns the mount in which a path is located, or which is mounted at it, as the kernel finds it. Mounts
 * that are not known are ignored. */
static Mount *
table_walk (Table *self, const char *path)
{
  g_autofree char *part = g_strdup (path);
  Mount *mount = self->root;

  for (gsize end = 1; mount != NULL; end++)
    {
      const char saved = path[end];
      Mount *next = NULL;

      if (end == 1 || saved == '/' || saved == '\0')
        {
          part[end] = '\0';
          while ((next = table_find (self, mount, part)) != NULL && next->is_known && next != mount)
            mount = next;
          part[end] = saved;
        }
      if (saved == '\0')
        break;
    }
  return mount;
}

/* Returns what is visible at @path of @mount, as a path in its file system. (transfer full) */
static char *
find_root (const Mount *mount, const char *path)
{
  const char *rest = g_str_equal (mount->path, "/") ? path : path + strlen (mount->path);

  while (*rest == '/')
    rest++;
  if (*rest == '\0')
    return g_strdup (mount->root);
  return g_strconcat (g_str_equal (mount->root, "/") ? "" : mount->root, "/", rest, NULL);
}

/* --- Requested mounts ------------------------------------------------------------------------ */

/* Options of bubblewrap, the number of their values and their effect. The path is the last value. */
static const struct
{
  const char *name;
  guint n_values;
  Kind kind;
} options[] = {
  { "--bind", 2, KIND_BIND },
  { "--bind-try", 2, KIND_BIND },
  { "--ro-bind", 2, KIND_BIND },
  { "--ro-bind-try", 2, KIND_BIND },
  { "--tmpfs", 1, KIND_TMPFS },
  { "--dev", 1, KIND_DEV },
  { "--proc", 1, KIND_PROC },
  { "--remount-ro", 1, KIND_READ_ONLY },
  { "--dir", 1, KIND_NONE },
  { "--symlink", 2, KIND_NONE },
  { "--setenv", 2, KIND_NONE },
  { "--chdir", 1, KIND_NONE },
  { "--cap-drop", 1, KIND_NONE },
  { "--seccomp", 1, KIND_NONE },
  { "--block-fd", 1, KIND_NONE },
  { "--info-fd", 1, KIND_NONE },
  { "--die-with-parent", 0, KIND_NONE },
  { "--unshare-user-try", 0, KIND_NONE },
  { "--unshare-ipc", 0, KIND_NONE },
  { "--unshare-pid", 0, KIND_NONE },
  { "--unshare-uts", 0, KIND_NONE },
  { "--unshare-net", 0, KIND_NONE },
  { "--unshare-cgroup-try", 0, KIND_NONE },
};

static void
order_free (gpointer data)
{
  Order *order = data;

  if (order->descriptor >= 0)
    close (order->descriptor);
  g_free (order->path);
  g_free (order);
}

static void
close_given (gpointer data)
{
  if (GPOINTER_TO_INT (data) >= 0)
    close (GPOINTER_TO_INT (data));
}

TroupeSandboxMounts *
troupe_sandbox_mounts_new (void)
{
  TroupeSandboxMounts *self = g_new0 (TroupeSandboxMounts, 1);

  self->names = troupe_sandbox_names_new ();
  self->orders = g_ptr_array_new_with_free_func (order_free);
  self->given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, close_given);
  return self;
}

void
troupe_sandbox_mounts_free (TroupeSandboxMounts *self)
{
  g_return_if_fail (self != NULL);

  troupe_sandbox_names_free (self->names);
  g_ptr_array_unref (self->orders);
  g_hash_table_unref (self->given);
  g_free (self);
}

TroupeSandboxNames *
troupe_sandbox_mounts_get_names (TroupeSandboxMounts *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->names;
}

/* The length makes the boundary of the two paths unambiguous. (transfer full) */
static char *
make_key (const char *source, const char *path)
{
  return g_strdup_printf ("%" G_GSIZE_FORMAT ":%s%s", strlen (source), source, path);
}

void
troupe_sandbox_mounts_bind (TroupeSandboxMounts *self,
                            GPtrArray *words,
                            const char *option,
                            const char *source,
                            const char *path,
                            int descriptor)
{
  g_return_if_fail (self != NULL && words != NULL);

  g_ptr_array_add (words, g_strdup (option));
  g_ptr_array_add (words, g_strdup (source));
  g_ptr_array_add (words, g_strdup (path));
  g_hash_table_replace (self->given, make_key (source, path), GINT_TO_POINTER (descriptor));
}

/* Returns a descriptor of the source, or -1 with errno set. */
static int
open_source (TroupeSandboxMounts *self, const char *source, const char *path)
{
  g_autofree char *key = make_key (source, path);
  gpointer given = NULL;

  g_assert (self != NULL);

  if (!g_hash_table_lookup_extended (self->given, key, NULL, &given))
    return open (source, O_PATH | O_CLOEXEC);
  errno = ENOENT;
  return GPOINTER_TO_INT (given) >= 0 ? fcntl (GPOINTER_TO_INT (given), F_DUPFD_CLOEXEC, 3) : -1;
}

static gboolean
add_order (TroupeSandboxMounts *self, Kind kind, char **values, GError **error)
{
  const gboolean is_bind = kind == KIND_BIND;
  Order *order = g_new0 (Order, 1);

  g_assert (self != NULL);

  order->kind = kind;
  order->path = g_canonicalize_filename (values[is_bind ? 2 : 1], "/");
  order->is_read_only = is_bind && g_str_has_prefix (values[0], "--ro-");
  order->descriptor = is_bind ? open_source (self, values[1], values[2]) : -1;
  g_ptr_array_add (self->orders, order);
  if (!is_bind || order->descriptor >= 0 ||
      (errno == ENOENT && g_str_has_suffix (values[0], "-try")))
    return TRUE;
  if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)
    g_propagate_error (error, troupe_sandbox_mounts_make_error (values[1]));
  else
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", values[1],
                 g_strerror (errno));
  return FALSE;
}

gboolean
troupe_sandbox_mounts_read (TroupeSandboxMounts *self, GPtrArray *words, GError **error)
{
  guint i = 0;

  g_return_val_if_fail (self != NULL && words != NULL && words->len > 0, FALSE);

  if (g_path_is_absolute (words->pdata[0]))
    i++;
  while (i < words->len && words->pdata[i] != NULL && !g_str_equal (words->pdata[i], "--"))
    {
      guint known = 0;

      while (known < G_N_ELEMENTS (options) && !g_str_equal (options[known].name, words->pdata[i]))
        known++;
      if (known == G_N_ELEMENTS (options) || i + options[known].n_values >= words->len)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "bubblewrap: %s",
                       (const char *) words->pdata[i]);
          return FALSE;
        }
      if (options[known].kind != KIND_NONE &&
          !add_order (self, options[known].kind, (char **) words->pdata + i, error))
        return FALSE;
      i += 1 + options[known].n_values;
    }
  g_hash_table_remove_all (self->given);
  return TRUE;
}

/* --- Comparison ---------------------------------------------------------------------------- */

GError *
troupe_sandbox_mounts_make_error (const char *path)
{
  g_autofree char *shown = troupe_path_for_display (path);

  return g_error_new (G_IO_ERROR, G_IO_ERROR_BUSY,
                      /* Translators: %s is a path. */
                      _ ("“%s” was moved or replaced while the sandbox was being prepared; try "
                         "again when no other program changes this folder"),
                      shown);
}

/* Returns the new mount at the path of an order. (nullable): NULL if there is none */
static Mount *
find_new (Table *table, const char *path)
{
  g_autofree char *copy = g_strdup (path);

  return table_find (table, table_walk (table, path), copy);
}

/* Accepts a mount of the system below a folder that is shown, if it is the same in the sandbox. */
static void
accept_copy (Table *table, const Mount *below, const char *path, gboolean is_read_only)
{
  Mount *found = find_new (table, path);

  if (found != NULL && g_str_equal (found->device, below->device) &&
      g_str_equal (found->root, below->root) && (!is_read_only || found->is_read_only))
    found->is_known = TRUE;
}

/* Returns TRUE if the file or folder at the path is in this mount and is that of the descriptor. */
static gboolean
is_same_object (const Table *table, const Order *order, const Mount *mount)
{
  int found =
      table->descriptor >= 0 ? troupe_folder_open_exact (table->descriptor, order->path) : -1;
  g_autofree char *path = g_strdup_printf ("/proc/self/fdinfo/%d", found);
  g_autofree char *text = NULL;
  const char *id = NULL;
  struct stat first;
  struct stat second;
  gboolean result = FALSE;

  if (found < 0)
    return FALSE;
  if (g_file_get_contents (path, &text, NULL, NULL))
    id = strstr (text, "mnt_id:");
  result = id != NULL && atoi (id + strlen ("mnt_id:")) == mount->id &&
           fstat (found, &first) == 0 && fstat (order->descriptor, &second) == 0 &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
  close (found);
  return result;
}

/* Returns TRUE if the mount shows the file or folder of the descriptor. The file system and the path in
 * it are those of the object itself, not of the name by which it was found. Some file systems, such as
 * NFS, do not tell the path, so that the objects are compared. */
static gboolean
accept_bind (Table *table, Table *own, const Order *order, Mount *mount)
{
  g_autofree char *path = troupe_path_from_descriptor (order->descriptor);
  g_autofree char *root = NULL;
  const Mount *source = NULL;
  g_autoptr (GHashTable) ids = NULL;
  gsize length;
  guint n_before = 0;

  if (path == NULL || *path != '/')
    return FALSE;
  source = table_walk (own, path);
  root = find_root (source, path);
  if (!g_str_equal (mount->device, source->device) ||
      (order->is_read_only && !mount->is_read_only) ||
      (!g_str_equal (mount->root, root) && !is_same_object (table, order, mount)))
    return FALSE;
  mount->is_known = TRUE;
  /* Accepts the mounts of the system below a folder that is shown, because bubblewrap copies
   * them. */
  ids = g_hash_table_new (NULL, NULL);
  length = strlen (path);
  g_hash_table_add (ids, GINT_TO_POINTER (source->id));
  /* A mount that was moved can precede the one in which it is. */
  while (n_before < g_hash_table_size (ids))
    {
      n_before = g_hash_table_size (ids);
      for (guint i = 0; i < own->list->len; i++)
        {
          const Mount *below = own->list->pdata[i];
          g_autofree char *place = NULL;

          if (strncmp (below->path, path, length) != 0 || below->path[length] != '/' ||
              below->is_unbindable ||
              !g_hash_table_contains (ids, GINT_TO_POINTER (below->parent)) ||
              !g_hash_table_add (ids, GINT_TO_POINTER (below->id)))
            continue;
          place = g_strconcat (order->path, below->path + length, NULL);
          accept_copy (table, below, place, order->is_read_only);
        }
    }
  return TRUE;
}

/* Returns TRUE if the mount is empty: no file system of the host. */
static gboolean
is_fresh (Table *own, const Mount *mount, const char *type)
{
  if (!g_str_equal (mount->type, type) || !g_str_equal (mount->root, "/"))
    return FALSE;
  for (guint i = 0; i < own->list->len; i++)
    if (g_str_equal (((Mount *) own->list->pdata[i])->device, mount->device))
      return FALSE;
  return TRUE;
}

static gboolean
check_order (Table *table, Table *own, const Order *order)
{
  Mount *mount = NULL;

  if (order->kind == KIND_READ_ONLY)
    return table_walk (table, order->path)->is_read_only;
  /* A mount at the path of a source that was missing remains unknown. */
  if (order->kind == KIND_BIND && order->descriptor < 0)
    return TRUE;
  mount = find_new (table, order->path);
  if (mount == NULL)
    return FALSE;
  if (order->kind == KIND_BIND)
    return accept_bind (table, own, order, mount);
  mount->is_known = is_fresh (own, mount, order->kind == KIND_PROC ? "proc" : "tmpfs");
  if (order->kind == KIND_DEV)
    {
      /* Accepts the devices that bubblewrap shows in its own `/dev`. */
      for (guint i = 0; i < table->list->len; i++)
        {
          Mount *devices = table->list->pdata[i];
          g_autofree char *root = NULL;
          const Mount *source = NULL;

          if (devices->parent != mount->id || devices->is_known)
            continue;
          source = table_walk (own, devices->path);
          root = find_root (source, devices->path);
          devices->is_known =
              g_str_equal (devices->type, "devpts") ||
              (g_str_equal (devices->device, source->device) && g_str_equal (devices->root, root));
        }
    }
  if (order->kind == KIND_PROC)
    {
      /* Accepts the parts of bubblewrap's own `/proc` that it makes read-only. */
      for (guint i = 0; i < table->list->len; i++)
        {
          Mount *covers = table->list->pdata[i];

          if (covers->parent == mount->id && covers->is_read_only &&
              g_str_equal (covers->device, mount->device) &&
              g_str_equal (covers->root, covers->path + strlen (mount->path)))
            covers->is_known = TRUE;
        }
    }
  return mount->is_known;
}

gboolean
troupe_sandbox_mounts_are_finished (const char *mountinfo, const char *own_mountinfo)
{
  const char *found = NULL;
  const char *line = NULL;
  g_auto (GStrv) fields = NULL;
  g_autofree char *device = NULL;

  g_return_val_if_fail (mountinfo != NULL && own_mountinfo != NULL, FALSE);

  /* In the last step, bubblewrap removes its first root, which covers the new one. This process may be
   * in a sandbox of bubblewrap itself, whose root has the same name in another file system. */
  found = strstr (mountinfo, " " NEW_ROOT " / ");
  if (found == NULL || strstr (mountinfo, " / / ") != NULL)
    return FALSE;
  for (line = found; line > mountinfo && line[-1] != '\n'; line--)
    ;
  fields = g_strsplit (line, " ", 4);
  device = g_strdup_printf (" %s ", fields[2]);
  return strstr (own_mountinfo, device) == NULL;
}

gboolean
troupe_sandbox_mounts_check (TroupeSandboxMounts *self,
                             const char *mountinfo,
                             const char *own_mountinfo,
                             int root,
                             GError **error)
{
  g_auto (Table) table = { .descriptor = root };
  g_auto (Table) own = { .descriptor = -1 };
  const char *wrong = "/";
  gboolean is_right = FALSE;

  g_return_val_if_fail (self != NULL && mountinfo != NULL && own_mountinfo != NULL, FALSE);

  is_right = table_init (&table, mountinfo) && table_init (&own, own_mountinfo) &&
             g_str_equal (table.root->root, NEW_ROOT) && g_str_equal (table.root->type, "tmpfs");
  for (guint i = 0; is_right && i < own.list->len; i++)
    ((Mount *) own.list->pdata[i])->is_known = TRUE;
  if (is_right)
    table.root->is_known = TRUE;
  for (guint i = 0; is_right && i < self->orders->len; i++)
    {
      const Order *order = self->orders->pdata[i];

      is_right = check_order (&table, &own, order);
      wrong = order->path;
    }
  for (guint i = 0; is_right && i < table.list->len; i++)
    {
      const Mount *mount = table.list->pdata[i];

      is_right = mount->is_known;
      wrong = mount->path;
    }
  if (!is_right)
    g_propagate_error (error, troupe_sandbox_mounts_make_error (wrong));
  return is_right;
}
