/* troupe-template-texts.h: translates the texts of the flow templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * troupe_template_texts_translate:
 *
 * Translates the notes and descriptions of a template into the user's language. The flow itself is
 * unchanged, which means that names, events, expressions and values are not translated.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL if there is nothing to translate
 */
char *troupe_template_texts_translate (TroupeFlowDocument *document, gsize *length);

G_END_DECLS
