/* troupe-versions-source.h: source of a text that the comparison of two versions shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeVersionsSource:
 *
 * A part of a document or a value, from which a text is generated on another thread. Both are immutable.
 */
typedef struct _TroupeVersionsSource TroupeVersionsSource;

/* Creates the source of the main part. (transfer full) */
TroupeVersionsSource *troupe_versions_source_new_for_document (TroupeDocument *document);
/* @value: (nullable): NULL for an empty text. (transfer full) */
TroupeVersionsSource *troupe_versions_source_new_for_value (JsonNode *value);
/* @data: a #TroupeVersionsSource */
void troupe_versions_source_free (gpointer data);

/* Generates the text, from any thread. @data: a #TroupeVersionsSource. (transfer full) */
char *troupe_versions_source_write (gpointer data);

G_END_DECLS
