/* troupe-export-copy.c: copies a drawing to the clipboard as PNG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-export-copy"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-export-copy.h"

typedef struct
{
  GdkClipboard *clipboard;
  TroupeExportCopied copied;
  GObject *target;
} Copy;

static void
made_cb (GObject *source, GAsyncResult *async, gpointer user_data)
{
  Copy *copy = user_data;
  g_autoptr (TroupeExportResult) result = troupe_export_job_finish (async, NULL);

  if (result != NULL && result->bytes != NULL)
    {
      g_autoptr (GdkContentProvider) provider =
          gdk_content_provider_new_for_bytes ("image/png", result->bytes);

      gdk_clipboard_set_content (copy->clipboard, provider);
      copy->copied (copy->target, _ ("Copied as image"));
    }
  else if (result != NULL)
    copy->copied (copy->target, result->error->message);
  g_object_unref (copy->clipboard);
  g_object_unref (copy->target);
  g_free (copy);
}

void
troupe_export_copy (TroupeExportSubject *subject,
                    const TroupeExportChoices *choices,
                    GtkWidget *widget,
                    TroupeExportCopied copied,
                    gpointer target)
{
  TroupeExportChoices png;
  Copy *copy;

  g_return_if_fail (subject != NULL && choices != NULL);
  g_return_if_fail (GTK_IS_WIDGET (widget) && G_IS_OBJECT (target));

  png = *choices;
  png.preview_width = 0;
  png.options.format = TROUPE_PLOT_FORMAT_PNG;
  if (png.options.scheme == TROUPE_PLOT_BOTH)
    png.options.scheme = choices->preview_is_dark ? TROUPE_PLOT_DARK : TROUPE_PLOT_LIGHT;
  copy = g_new0 (Copy, 1);
  copy->clipboard = g_object_ref (gtk_widget_get_clipboard (widget));
  copy->copied = copied;
  copy->target = g_object_ref (target);
  troupe_export_job_run (subject, &png, NULL, made_cb, copy);
}
