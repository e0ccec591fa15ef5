/* troupe-python-text.h: values as Python writes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* As str() and repr() of Python write it. */
char *troupe_python_text_str (TroupeValue *value);
char *troupe_python_text_repr (TroupeValue *value);

G_END_DECLS
