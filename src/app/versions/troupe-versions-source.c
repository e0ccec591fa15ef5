/* troupe-versions-source.c: source of a text that the comparison of two versions shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-versions-source"

#include "config.h"

#include "troupe-versions-source.h"

struct _TroupeVersionsSource
{
  TroupeDocumentParts *parts; /* (nullable) */
  TroupeFormat format;
  JsonNode *value; /* (nullable) */
};

TroupeVersionsSource *
troupe_versions_source_new_for_document (TroupeDocument *document)
{
  TroupeVersionsSource *self = NULL;

  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_new0 (TroupeVersionsSource, 1);
  self->parts = troupe_document_parts_ref (troupe_document_get_parts (document));
  self->format = troupe_document_get_format (document);
  return self;
}

TroupeVersionsSource *
troupe_versions_source_new_for_value (JsonNode *value)
{
  TroupeVersionsSource *self = g_new0 (TroupeVersionsSource, 1);

  self->value = value != NULL ? json_node_ref (value) : NULL;
  return self;
}

void
troupe_versions_source_free (gpointer data)
{
  TroupeVersionsSource *self = data;

  g_clear_pointer (&self->parts, troupe_document_parts_unref);
  g_clear_pointer (&self->value, json_node_unref);
  g_free (self);
}

char *
troupe_versions_source_write (gpointer data)
{
  const TroupeVersionsSource *self = data;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->parts != NULL)
    return troupe_document_write_part (troupe_document_parts_find (self->parts, ""), self->format,
                                       NULL);
  return self->value != NULL ? troupe_json_write (self->value, NULL, NULL) : g_strdup ("");
}
