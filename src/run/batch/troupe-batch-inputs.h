/* troupe-batch-inputs.h: the inputs of a batch, line by line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-batch-item.h"

G_BEGIN_DECLS

/* The longest line, and the longest record of CSV, that is taken as an item, in bytes. */
#define TROUPE_BATCH_MAX_LINE (16u * 1024 * 1024)

/**
 * TroupeBatchInputs:
 *
 * Reads JSON lines (one object a line; blank lines count for nothing) or, where the name ends in `.csv` or `.tsv`, a
 * table: the first record names the inputs, each other one is an item whose inputs are texts. Columns are parted by
 * commas, semicolons or tabs, whichever the first record has most of; cells may be quoted as in RFC 4180. `id` names the
 * item, a text or an integer. One line is held at a time, whatever the size of the file. Blocks; for one thread.
 */
typedef struct _TroupeBatchInputs TroupeBatchInputs;

/* @path: `-` is standard input, JSON lines. Errors: %G_IO_ERROR; %G_IO_ERROR_INVALID_DATA where the first record of a
 * table names an input twice or not at all. */
TroupeBatchInputs *troupe_batch_inputs_open (const char *path, GError **error);
void troupe_batch_inputs_close (TroupeBatchInputs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchInputs, troupe_batch_inputs_close)

/**
 * troupe_batch_inputs_next:
 * @item: (out) (transfer full) (nullable): with number, line, id and input; one without an input is no item, which @problem
 *   says; %NULL: the inputs have ended
 * @problem: (out) (transfer full) (nullable): a sentence
 *
 * Returns: %FALSE with a %G_IO_ERROR where the file cannot be read further
 */
gboolean troupe_batch_inputs_next (TroupeBatchInputs *self,
                                   TroupeBatchItem **item,
                                   char **problem,
                                   GError **error);

/* The SHA-256 of all that was read so far, hex. (transfer full) */
char *troupe_batch_inputs_get_digest (TroupeBatchInputs *self);

/* The same of a whole file. */
char *troupe_batch_inputs_digest_file (const char *path, GError **error);

G_END_DECLS
