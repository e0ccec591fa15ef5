/* troupe-transcript-picture.c: widget with a picture that was passed to a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-picture"

#include "config.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

#include "troupe-model-files.h"
#include "troupe-project-file.h"
#include "troupe-sanitize-text.h"
#include "troupe-transcript-picture.h"

/* Limits of the file in bytes, and of the picture in pixels before and after it is reduced. */
#define FILE_LIMIT (20u * 1024 * 1024)
#define PIXELS_MOST (50.0 * 1000 * 1000)
#define SIDE_SHOWN 240

typedef struct
{
  char *folder;
  char *path;
  char *data; /* (nullable): a data URL, instead of a file */
} Loading;

static void
loading_free (gpointer data)
{
  Loading *loading = data;

  g_free (loading->folder);
  g_free (loading->path);
  g_free (loading->data);
  g_free (loading);
}

gboolean
troupe_transcript_picture_is_shown (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);

  return g_uri_peek_scheme (path) == NULL &&
         g_str_has_prefix (troupe_media_type_find (path, NULL, 0), "image/");
}

/* Returns the media type of a picture in a data URL, and where its content begins. @content: (out). (transfer none)
 * (nullable): NULL if it is none, or one of a format that is not decoded, such as SVG */
static const char *
find_data_type (const char *url, const char **content)
{
  static const char *const types[] = { "image/png", "image/jpeg", "image/gif", "image/webp" };

  if (!g_str_has_prefix (url, "data:"))
    return NULL;
  url += strlen ("data:");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_prefix (url, types[i]) && g_str_has_prefix (url + strlen (types[i]), ";base64,"))
      {
        *content = url + strlen (types[i]) + strlen (";base64,");
        return types[i];
      }
  return NULL;
}

gboolean
troupe_transcript_picture_is_data (const char *url)
{
  const char *content = NULL;

  g_return_val_if_fail (url != NULL, FALSE);

  return find_data_type (url, &content) != NULL && strlen (content) / 4 * 3 <= FILE_LIMIT;
}

/* Reads the bytes of the picture. @loader: (out): for its format. (transfer full) (nullable) */
static guchar *
read_bytes (const Loading *loading, gsize *length, GdkPixbufLoader **loader)
{
  const char *content = NULL;
  const char *type = loading->data != NULL ? find_data_type (loading->data, &content) : NULL;

  if (loading->data == NULL)
    {
      *loader = gdk_pixbuf_loader_new ();
      return (guchar *) troupe_project_file_read (loading->folder, loading->path, FILE_LIMIT,
                                                  length, NULL, NULL);
    }
  *loader = type != NULL ? gdk_pixbuf_loader_new_with_mime_type (type, NULL) : NULL;
  return *loader != NULL ? g_base64_decode (content, length) : NULL;
}

/* Reduces the picture while it is decoded. A picture with more pixels than can be kept in memory is
 * reduced to nothing, which fails. */
static void
prepare_cb (GdkPixbufLoader *loader, int width, int height, gpointer user_data)
{
  const double scale = (double) SIDE_SHOWN / (double) MAX (MAX (width, height), 1);

  if ((double) width * (double) height > PIXELS_MOST)
    gdk_pixbuf_loader_set_size (loader, 0, 0);
  else if (scale < 1.0)
    gdk_pixbuf_loader_set_size (loader, MAX ((int) (width * scale), 1),
                                MAX ((int) (height * scale), 1));
}

static void
load_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Loading *loading = data;
  g_autoptr (GdkPixbufLoader) loader = NULL;
  gsize length = 0;
  g_autofree guchar *bytes = read_bytes (loading, &length, &loader);
  GdkPixbuf *pixels = NULL;
  gboolean is_read;

  if (loader == NULL)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  g_signal_connect (loader, "size-prepared", G_CALLBACK (prepare_cb), NULL);
  is_read = bytes != NULL && gdk_pixbuf_loader_write (loader, bytes, length, NULL);
  if (gdk_pixbuf_loader_close (loader, NULL) && is_read)
    pixels = gdk_pixbuf_loader_get_pixbuf (loader);
  g_task_return_pointer (task, pixels != NULL ? gdk_texture_new_for_pixbuf (pixels) : NULL,
                         g_object_unref);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) picture = user_data;
  g_autoptr (GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), NULL);

  if (texture == NULL)
    return;
  gtk_picture_set_paintable (GTK_PICTURE (picture), GDK_PAINTABLE (texture));
  gtk_widget_set_size_request (picture, gdk_texture_get_width (texture),
                               gdk_texture_get_height (texture));
  gtk_widget_set_visible (picture, TRUE);
}

/* @title: the name below the picture; @loading: (transfer full) */
static GtkWidget *
make_picture (const char *title, Loading *loading)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *picture = gtk_picture_new ();
  g_autofree char *shown = troupe_text_to_line (title);
  GtkWidget *name = gtk_label_new (shown);
  g_autoptr (GTask) task = NULL;

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), shown);
  gtk_widget_set_visible (picture, FALSE);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (name, "caption");
  gtk_widget_add_css_class (name, "dim-label");
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), name);
  task = g_task_new (NULL, NULL, loaded_cb, g_object_ref (picture));
  g_task_set_source_tag (task, make_picture);
  g_task_set_task_data (task, loading, loading_free);
  g_task_run_in_thread (task, load_thread);
  return box;
}

GtkWidget *
troupe_transcript_picture_new (const char *folder, const char *path)
{
  Loading *loading = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  loading = g_new0 (Loading, 1);
  loading->folder = g_strdup (folder);
  loading->path = g_strdup (path);
  return make_picture (path, loading);
}

GtkWidget *
troupe_transcript_picture_new_from_data (const char *url)
{
  const char *content = NULL;
  const char *type = NULL;
  Loading *loading = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  type = find_data_type (url, &content);
  loading = g_new0 (Loading, 1);
  loading->data = g_strdup (url);
  return make_picture (type != NULL ? type : "", loading);
}
