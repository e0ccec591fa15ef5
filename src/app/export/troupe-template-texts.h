/* troupe-template-texts.h: what the templates say, in the person's language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * troupe_template_texts_translate:
 *
 * The text of a template with its notes and descriptions in the person's language. The flow stays what it
 * is: names, events, expressions and values are not touched.
 *
 * Returns: (transfer full) (nullable): JSON, or %NULL where nothing is to be translated
 */
char *troupe_template_texts_translate (TroupeFlowDocument *document, gsize *length);

G_END_DECLS
