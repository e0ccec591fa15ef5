/* troupe-batch-inputs-private.h: state shared by the readers of JSON lines and tables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-inputs.h"
#include "troupe-value.h"

G_BEGIN_DECLS

#define TROUPE_BATCH_READ_BYTES 65536

struct _TroupeBatchInputs
{
  char *path;
  int descriptor;
  gboolean is_table;
  GChecksum *checksum;
  guint8 buffer[TROUPE_BATCH_READ_BYTES];
  gsize n_bytes; /* number of bytes in the buffer */
  gsize offset;  /* of the next byte in it */
  gboolean has_ended;
  int error_code; /* errno; 0: none */
  gint64 line;    /* line of the next byte, from 1 */
  gint64 ordinal; /* number of the last item */
  GString *record;
  char separator;
  GPtrArray *names; /* (nullable) (element-type utf8): column names */
};

/* Returns the next byte, or -1 at the end or if the file cannot be read. */
int troupe_batch_inputs_read_byte (TroupeBatchInputs *self);
/* Returns the next byte without consuming it. */
int troupe_batch_inputs_peek_byte (TroupeBatchInputs *self);

/* Sets the item's id from its input @value, or if there is none, from @content. Returns FALSE
 * with @problem set if the id is invalid. */
gboolean troupe_batch_inputs_name_item (TroupeBatchItem *item,
                                        TroupeValue *value,
                                        const char *content,
                                        gsize length,
                                        char **problem);

/* Implemented in troupe-batch-table.c. */
gboolean troupe_batch_table_read_head (TroupeBatchInputs *self, GError **error);
TroupeBatchItem *troupe_batch_table_next (TroupeBatchInputs *self, char **problem);

G_END_DECLS
