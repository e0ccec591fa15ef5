/* troupe-batch-inputs.h: reads the inputs of a batch from JSON lines or CSV
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-batch-item.h"

G_BEGIN_DECLS

/* Maximum length of a line or a CSV record that is accepted as an item, in bytes. */
#define TROUPE_BATCH_MAX_LINE (16u * 1024 * 1024)

/**
 * TroupeBatchInputs:
 *
 * Reads JSON lines (one object per line; blank lines are skipped). If the file name ends in `.csv`
 * or `.tsv`, reads a table instead. The first record of a table contains the names of the inputs,
 * and every other record is an item whose inputs are strings. The column separator is the comma,
 * semicolon or tab that is most frequent in the first record. Cells may be quoted as in RFC 4180.
 * `id`, a string or an integer, identifies the item. Only one line is in memory at a time,
 * regardless of the size of the file. Blocks; for use on one thread.
 */
typedef struct _TroupeBatchInputs TroupeBatchInputs;

/* Opens the inputs. @path: `-` for standard input, which is read as JSON lines. Errors:
 * %G_IO_ERROR; %G_IO_ERROR_INVALID_DATA if the first record of a table contains a duplicate or
 * empty name. */
TroupeBatchInputs *troupe_batch_inputs_open (const char *path, GError **error);
/* Like troupe_batch_inputs_open(), for a file that is open already. @descriptor: taken; @path: for messages */
TroupeBatchInputs *troupe_batch_inputs_open_file (int descriptor, const char *path, GError **error);
void troupe_batch_inputs_close (TroupeBatchInputs *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchInputs, troupe_batch_inputs_close)

/**
 * troupe_batch_inputs_next:
 * @item: (out) (transfer full) (nullable): the next item, with its number, line, id and input; the
 *   input is %NULL if the line is not a valid item; %NULL at the end of the inputs
 * @problem: (out) (transfer full) (nullable): a sentence that explains why the item is not valid
 *
 * Returns: %FALSE with a %G_IO_ERROR if the file cannot be read further
 */
gboolean troupe_batch_inputs_next (TroupeBatchInputs *self,
                                   TroupeBatchItem **item,
                                   char **problem,
                                   GError **error);

/* Returns the SHA-256 of everything read so far, as hex. (transfer full) */
char *troupe_batch_inputs_get_digest (TroupeBatchInputs *self);

/* Returns the same digest for a whole file. */
char *troupe_batch_inputs_digest_file (const char *path, GError **error);

G_END_DECLS
