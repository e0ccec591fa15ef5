/* troupe-memory-transfer.h: troupectl memory FILE import, export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-subject.h"

G_BEGIN_DECLS

/* Imports records into the store. @place: (nullable): a LanceDB folder, or a file of JSON lines
 * (`-` is standard input). If NULL, the location of CrewAI's memory of the project is used */
TroupeExit troupe_memory_transfer_import (TroupeMemorySubject *subject, const char *place);
/* Prints the records as JSON lines. */
TroupeExit troupe_memory_transfer_export (TroupeMemorySubject *subject);

G_END_DECLS
