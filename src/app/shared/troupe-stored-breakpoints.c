/* troupe-stored-breakpoints.c: keeps the breakpoints of crew projects between two starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-breakpoints"

#include "config.h"

#include "troupe-stored-breakpoints.h"

#define KEY "crew-breakpoints"

/* Number of documents whose breakpoints are kept; others are forgotten. */
#define MOST_DOCUMENTS 200

/* What is kept with a document. */
typedef struct
{
  TroupeCrewDocument *document; /* not owned: it owns this */
  GSettings *settings;
  gboolean is_reading;
} Follower;

static void
follower_free (gpointer data)
{
  Follower *self = data;

  g_object_unref (self->settings);
  g_free (self);
}

/* (transfer none) (nullable): NULL if the document has no path that can be written */
static const char *
get_path (Follower *self)
{
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));

  return path != NULL && g_utf8_validate (path, -1, NULL) ? path : NULL;
}

static void
write_breakpoints (Follower *self)
{
  TroupeTaskBreakpoints *breakpoints = troupe_task_breakpoints_get (self->document);
  g_autoptr (GVariant) all = g_settings_get_value (self->settings, KEY);
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));
  g_autoptr (TroupeValue) list = troupe_task_breakpoints_to_value (breakpoints);
  g_autofree char *text = troupe_value_to_json (list, TROUPE_JSON_COMPACT);
  const char *own = get_path (self);
  const char *path, *other;
  guint n_documents = 0;
  GVariantIter iter;
  const char *before = NULL;

  if (self->is_reading || own == NULL)
    return;
  if (!g_variant_lookup (all, own, "&s", &before))
    before = "[]";
  if (g_str_equal (before, text))
    return;
  if (troupe_value_list_get_length (list) > 0)
    {
      g_variant_builder_add (&builder, "{ss}", own, text);
      n_documents++;
    }
  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "{&s&s}", &path, &other))
    if (!g_str_equal (path, own) && n_documents++ < MOST_DOCUMENTS)
      g_variant_builder_add (&builder, "{ss}", path, other);
  g_settings_set_value (self->settings, KEY, g_variant_builder_end (&builder));
}

void
troupe_stored_breakpoints_follow (TroupeCrewDocument *document, GSettings *settings)
{
  Follower *self = NULL;
  g_autoptr (GVariant) all = NULL;
  g_autoptr (TroupeValue) list = NULL;
  const char *text = NULL;

  g_return_if_fail (TROUPE_IS_CREW_DOCUMENT (document));
  g_return_if_fail (G_IS_SETTINGS (settings));

  self = g_new0 (Follower, 1);
  self->document = document;
  self->settings = g_object_ref (settings);
  g_object_set_data_full (G_OBJECT (document), "troupe-stored-breakpoints", self, follower_free);
  all = g_settings_get_value (self->settings, KEY);
  if (get_path (self) != NULL && g_variant_lookup (all, get_path (self), "&s", &text))
    {
      list = troupe_value_from_json (text, -1, NULL);
      self->is_reading = TRUE;
      troupe_task_breakpoints_read (troupe_task_breakpoints_get (self->document), list);
      self->is_reading = FALSE;
    }
  /* The breakpoints and the document live no longer than the follower. */
  g_signal_connect_swapped (troupe_task_breakpoints_get (document), "changed",
                            G_CALLBACK (write_breakpoints), self);
  g_signal_connect_swapped (document, "saved", G_CALLBACK (write_breakpoints), self);
}
