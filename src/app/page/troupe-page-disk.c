/* troupe-page-disk.c: handles changes of a page's file by other programs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-disk"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-base.h"
#include "troupe-disk-bar.h"
#include "troupe-disk-watch.h"
#include "troupe-kind.h"
#include "troupe-page-disk.h"
#include "troupe-sanitize-text.h"
#include "troupe-versions-view.h"

struct _TroupePageDisk
{
  GObject parent_instance;

  TroupeDocument *document;
  TroupeDiskWatch *watch;
  TroupeDiskBar *bar;
  TroupeVersionsView *versions; /* (nullable) */
  TroupeDocument *theirs;       /* (nullable): pending version of another program */
  gboolean shows_other;         /* @versions shows a document that is not the file */
  gboolean compares_after_look; /* the user wants to compare what is about to be read */
  gboolean is_unreadable;       /* another program has written what cannot be parsed */
  gboolean is_saving;
  gboolean is_narrow;
};

enum
{
  CHANGED,
  ADOPTED,
  LOOKED,
  MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageDisk, troupe_page_disk, G_TYPE_OBJECT)

/* Returns the name of the document’s file, for messages. (transfer full) */
static char *
get_name (TroupePageDisk *self)
{
  const char *path = troupe_document_get_path (self->document);
  g_autofree char *name =
      path != NULL ? g_path_get_basename (path) : troupe_document_get_title (self->document);

  g_assert (TROUPE_IS_PAGE_DISK (self));

  return troupe_text_to_line (name);
}

/* --- Two versions ----------------------------------------------------------------------------- */

static void
hide_versions (TroupePageDisk *self)
{
  g_assert (TROUPE_IS_PAGE_DISK (self));

  if (self->versions == NULL)
    return;
  g_clear_object (&self->versions);
  self->shows_other = FALSE;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Drops the other version and hides the bar and the comparison. */
static void
forget_theirs (TroupePageDisk *self)
{
  g_assert (TROUPE_IS_PAGE_DISK (self));

  troupe_disk_bar_hide (self->bar);
  if (!self->shows_other)
    hide_versions (self);
  g_clear_object (&self->theirs);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Keeps the local version. The current content of the file counts as known, so saving replaces
 * this content without a prompt. The user is prompted again if the file changes once more. */
static void
keep_cb (TroupePageDisk *self)
{
  g_assert (TROUPE_IS_PAGE_DISK (self));

  if (self->theirs != NULL)
    troupe_document_merge (self->document, self->theirs, NULL, NULL);
  forget_theirs (self);
  /* Watches files that only the other version has. */
  troupe_disk_watch_look (self->watch);
}

/* Takes over values of another document. What is on disk stays as it is, so this is an edit like others, except
 * that the user has not made what it brings. */
static void
take_over_other (TroupePageDisk *self)
{
  g_autoptr (JsonNode) root = troupe_versions_view_make_root (self->versions);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_PAGE_DISK (self));

  if (!troupe_json_node_equal (root, troupe_document_get_root (self->document)))
    {
      if (!troupe_document_commit (self->document, "", root, _ ("Merge Files"), NULL,
                                   TROUPE_COMMIT_DEFAULT, &error))
        {
          g_signal_emit (self, signals[MESSAGE], 0, error->message);
          return;
        }
      troupe_document_set_own (self->document, FALSE);
    }
  hide_versions (self);
}

static void
take_over_cb (TroupePageDisk *self)
{
  g_autoptr (TroupeDocument) theirs = NULL;
  g_autoptr (JsonNode) root = NULL;
  gboolean is_mine;

  g_assert (TROUPE_IS_PAGE_DISK (self));

  if (self->shows_other)
    {
      take_over_other (self);
      return;
    }
  theirs = g_object_ref (troupe_versions_view_get_theirs (self->versions));
  is_mine = troupe_versions_view_keeps_mine (self->versions);
  root = is_mine ? NULL : troupe_versions_view_make_root (self->versions);
  if (!troupe_document_merge (self->document, theirs, root, _ ("Merge Both Versions")))
    return;
  if (!is_mine)
    g_signal_emit (self, signals[ADOPTED], 0);
  forget_theirs (self);
  troupe_disk_watch_look (self->watch);
}

gboolean
troupe_page_disk_can_compare (TroupePageDisk *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), FALSE);

  return self->theirs != NULL && self->versions == NULL &&
         troupe_document_get_broken_text (self->document) == NULL;
}

/* @view: (transfer floating) */
static void
show_versions (TroupePageDisk *self, GtkWidget *view)
{
  g_assert (TROUPE_IS_PAGE_DISK (self));

  self->versions = g_object_ref_sink (TROUPE_VERSIONS_VIEW (view));
  troupe_versions_view_set_narrow (self->versions, self->is_narrow);
  gtk_widget_set_vexpand (GTK_WIDGET (self->versions), TRUE);
  g_signal_connect_object (self->versions, "closed", G_CALLBACK (hide_versions), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->versions, "take-over", G_CALLBACK (take_over_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_page_disk_compare (TroupePageDisk *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));

  if (troupe_page_disk_can_compare (self))
    show_versions (self, troupe_versions_view_new (self->document, self->theirs));
}

void
troupe_page_disk_compare_with (TroupePageDisk *self,
                               TroupeDocument *other,
                               JsonNode *base,
                               TroupeVersionsKind kind,
                               const char *name)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));
  g_return_if_fail (TROUPE_IS_DOCUMENT (other));

  if (troupe_document_get_broken_text (self->document) != NULL)
    return;
  hide_versions (self);
  self->shows_other = TRUE;
  show_versions (self,
                 troupe_versions_view_new_with_other (self->document, other, base, kind, name));
}

void
troupe_page_disk_show_crews (TroupePageDisk *self,
                             JsonNode *today,
                             JsonNode *then,
                             const char *name)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));

  hide_versions (self);
  self->shows_other = TRUE;
  show_versions (self, troupe_versions_view_new_for_crews (self->document, today, then, name));
}

gboolean
troupe_page_disk_has_other_version (TroupePageDisk *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), FALSE);

  return self->theirs != NULL;
}

gboolean
troupe_page_disk_is_unreadable (TroupePageDisk *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), FALSE);

  return self->is_unreadable;
}

GtkWidget *
troupe_page_disk_get_bar (TroupePageDisk *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), NULL);

  return GTK_WIDGET (self->bar);
}

GtkWidget *
troupe_page_disk_get_versions (TroupePageDisk *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), NULL);

  return (GtkWidget *) self->versions;
}

void
troupe_page_disk_set_narrow (TroupePageDisk *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));

  self->is_narrow = narrow;
  if (self->versions != NULL)
    troupe_versions_view_set_narrow (self->versions, narrow);
}

/* --- Checking the file ------------------------------------------------------------------------ */

gboolean
troupe_page_disk_adopt (TroupePageDisk *self, TroupeDocument *now)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (now), FALSE);

  if (!troupe_document_take (self->document, now, _ ("Reload From Disk")))
    return FALSE;
  g_signal_emit (self, signals[ADOPTED], 0);
  forget_theirs (self);
  troupe_disk_watch_look (self->watch);
  return TRUE;
}

/* @name: of what was changed, for messages */
static void
take_unedited (TroupePageDisk *self, TroupeDocument *now, const char *name)
{
  g_autofree char *text =
      g_strdup_printf (_ ("“%s” was changed by another program and has been reloaded."), name);

  g_assert (TROUPE_IS_PAGE_DISK (self));

  if (troupe_page_disk_adopt (self, now))
    g_signal_emit (self, signals[MESSAGE], 0, text);
}

static void
ask_which (TroupePageDisk *self, TroupeDocument *now, const char *name)
{
  g_autofree char *text = g_strdup_printf (_ ("“%s” was changed by another program."), name);

  g_assert (TROUPE_IS_PAGE_DISK (self));

  /* Hides the comparison, because it is outdated if it shows an older version of the file. */
  hide_versions (self);
  g_set_object (&self->theirs, now);
  troupe_disk_bar_show (self->bar, text, TRUE,
                        troupe_document_get_broken_text (now) == NULL &&
                            troupe_document_get_broken_text (self->document) == NULL);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Returns the names of the files. (transfer full) */
static char *
join_names (TroupePageDisk *self, const char *const *files)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;
  g_autofree char *main = get_name (self);

  g_assert (TROUPE_IS_PAGE_DISK (self));

  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    {
      g_autofree char *name = troupe_text_to_line (files[i]);

      g_strv_builder_add (names, *name != '\0' ? name : main);
    }
  all = g_strv_builder_end (names);
  /* Translators: between the names of two files, in quotes */
  return all[0] != NULL ? g_strjoinv (_ ("”, “"), all) : g_steal_pointer (&main);
}

static void
looked (TroupeDiskState state,
        TroupeDocument *now,
        const char *const *files,
        const GError *error,
        gpointer user_data)
{
  TroupePageDisk *self = TROUPE_PAGE_DISK (user_data);
  g_autofree char *name = join_names (self, files);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_PAGE_DISK (self));

  /* While the document is being written, the result is ignored. The file is checked again after
   * it was written. */
  if (self->is_saving)
    state = TROUPE_DISK_TOLD;
  if (state != TROUPE_DISK_TOLD)
    self->is_unreadable = state == TROUPE_DISK_BROKEN;
  switch (state)
    {
    case TROUPE_DISK_CHANGED:
      if (!troupe_document_is_modified (self->document))
        take_unedited (self, now, name);
      else
        ask_which (self, now, name);
      break;
    case TROUPE_DISK_BROKEN:
      text = g_strdup_printf (_ ("“%s” was changed by another program and cannot be read: %s"),
                              name, error->message);
      forget_theirs (self);
      troupe_disk_bar_show (self->bar, text, FALSE, FALSE);
      break;
    case TROUPE_DISK_GONE:
      text = g_strdup_printf (_ ("“%s” has been moved or deleted. Saving creates it again."), name);
      forget_theirs (self);
      troupe_disk_bar_show (self->bar, text, FALSE, FALSE);
      break;
    case TROUPE_DISK_UNCHANGED:
      forget_theirs (self);
      break;
    case TROUPE_DISK_TOLD:
    default:
      break;
    }
  if (self->compares_after_look)
    {
      self->compares_after_look = FALSE;
      troupe_page_disk_compare (self);
    }
  g_signal_emit (self, signals[LOOKED], 0);
}

void
troupe_page_disk_compare_soon (TroupePageDisk *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));

  self->compares_after_look = TRUE;
  troupe_disk_watch_look_again (self->watch);
}

void
troupe_page_disk_look (TroupePageDisk *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));

  troupe_disk_watch_look (self->watch);
}

gboolean
troupe_page_disk_is_in_doubt (TroupePageDisk *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_DISK (self), FALSE);

  return troupe_disk_watch_is_in_doubt (self->watch);
}

void
troupe_page_disk_set_saving (TroupePageDisk *self, gboolean saving)
{
  g_return_if_fail (TROUPE_IS_PAGE_DISK (self));

  self->is_saving = saving;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_page_disk_dispose (GObject *object)
{
  TroupePageDisk *self = TROUPE_PAGE_DISK (object);

  g_clear_pointer (&self->watch, troupe_disk_watch_free);
  g_clear_object (&self->versions);
  g_clear_object (&self->bar);
  g_clear_object (&self->theirs);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (troupe_page_disk_parent_class)->dispose (object);
}

static void
troupe_page_disk_class_init (TroupePageDiskClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_page_disk_dispose;

  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ADOPTED] =
      g_signal_new ("adopted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[LOOKED] =
      g_signal_new ("looked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_page_disk_init (TroupePageDisk *self)
{
  self->bar = g_object_ref_sink (TROUPE_DISK_BAR (troupe_disk_bar_new ()));
  g_signal_connect_object (self->bar, "keep", G_CALLBACK (keep_cb), self, G_CONNECT_SWAPPED);
}

TroupePageDisk *
troupe_page_disk_new (TroupeDocument *document)
{
  TroupePageDisk *self;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_DISK, NULL);
  self->document = g_object_ref (document);
  /* After saving, the file contains the local version. */
  g_signal_connect_object (document, "saved", G_CALLBACK (forget_theirs), self, G_CONNECT_SWAPPED);
  self->watch = troupe_disk_watch_new (document, troupe_kind_of (document)->open, looked, self);
  return self;
}
