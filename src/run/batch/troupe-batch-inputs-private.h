/* troupe-batch-inputs-private.h: what the readers of lines and of tables share
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
  gsize n_bytes; /* in the buffer */
  gsize offset;  /* of the next of them */
  gboolean has_ended;
  int error_code; /* of the system; 0: none */
  gint64 line;    /* of the next byte, from 1 */
  gint64 ordinal; /* of the last item */
  GString *record;
  char separator;
  GPtrArray *names; /* (nullable) (element-type utf8): of the columns */
};

/* The next byte, or -1 at the end and where the file cannot be read. */
int troupe_batch_inputs_read_byte (TroupeBatchInputs *self);
/* Looks at it without taking it. */
int troupe_batch_inputs_peek_byte (TroupeBatchInputs *self);

/* Gives the item its id, from its input @value or else from @content. FALSE: the id is none, which @problem says. */
gboolean troupe_batch_inputs_name_item (TroupeBatchItem *item,
                                        TroupeValue *value,
                                        const char *content,
                                        gsize length,
                                        char **problem);

/* troupe-batch-table.c */
gboolean troupe_batch_table_read_head (TroupeBatchInputs *self, GError **error);
TroupeBatchItem *troupe_batch_table_next (TroupeBatchInputs *self, char **problem);

G_END_DECLS
