/* troupe-memory-operations.h: troupectl memory FILE --script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-subject.h"

G_BEGIN_DECLS

/* Executes the operations in a file, or from standard input if @file is `-`. Prints one line for
 * each operation. */
TroupeExit troupe_memory_operations_do (TroupeMemorySubject *subject, const char *file);

G_END_DECLS
