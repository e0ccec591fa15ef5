/* troupe-cel-program.h: compiled CEL program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-tree.h"

G_BEGIN_DECLS

typedef struct
{
  guint root;
  char *name;
  gsize start;
  gsize end;
} TroupeCelReference;

struct _TroupeCelProgram
{
  gatomicrefcount ref_count;
  TroupeCelDialect dialect;
  char *source; /* a GRefString: the complete text, to which positions refer */
  char *text;   /* only the expression */
  gsize start;  /* its offset in source */
  gsize end;
  TroupeCelTree tree;
  TroupeCelNode *top;
  GArray *references;
  char **root_names;
  gboolean *uses_root;
  guint n_roots;
  guint n_locals;
};

/* @source: a GRefString */
TroupeCelProgram *troupe_cel_program_new (char *source,
                                          gsize start,
                                          gsize end,
                                          TroupeCelDialect dialect,
                                          const TroupeCelRoot *roots,
                                          GError **error);
/* Resolves the names of the expression. */
gboolean
troupe_cel_program_resolve (TroupeCelProgram *self, const TroupeCelRoot *roots, GError **error);

G_END_DECLS
