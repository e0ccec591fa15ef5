/* troupe-python-text.h: Python's str() and repr() of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* These functions format the value like str() and repr() of Python. */
char *troupe_python_text_str (TroupeValue *value);
char *troupe_python_text_repr (TroupeValue *value);

G_END_DECLS
