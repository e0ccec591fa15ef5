/* troupe-memory-operations.h: troupectl memory FILE --script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-subject.h"

G_BEGIN_DECLS

/* Does the operations of a file, or of standard input where @file is `-`, and answers each line with one. */
TroupeExit troupe_memory_operations_do (TroupeMemorySubject *subject, const char *file);

G_END_DECLS
