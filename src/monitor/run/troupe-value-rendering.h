/* troupe-value-rendering.h: a text of a run as a picture or as Markdown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value-view.h"

G_BEGIN_DECLS

/* Lets a view render texts: a data URL or the path of a picture in the project as the picture, anything else as Markdown.
 * @folder: (nullable): the folder of the document */
void troupe_value_rendering_attach (TroupeValueView *view, const char *folder);

G_END_DECLS
