/* troupe-templates.h: table of the templates for new documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeTemplate:
 * @file: (nullable): name of the file in the folder of examples; NULL for an empty document
 * @action: (nullable): creates the empty document
 * @title, @subtitle: what it is called and what it shows, not translated
 * @words: search terms, in addition to the localized and English titles; to be
 *   translated in the context “search terms”
 */
typedef struct
{
  const char *file;
  const char *action;
  const char *title;
  const char *subtitle;
  const char *words;
} TroupeTemplate;

/* Returns a template in the order in which they are shown. (nullable): NULL after the last one */
const TroupeTemplate *troupe_template_get (guint index);
/* Returns the path of its file, which is in the build tree during development, and otherwise in the
 * installed folder of examples. (transfer full) (nullable) */
char *troupe_template_dup_path (const TroupeTemplate *self);

G_END_DECLS
