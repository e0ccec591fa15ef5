/* troupe-test-import-private.h: parts of the import of tests that its formats share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"
#include "troupe-test-import.h"

G_BEGIN_DECLS

/* The largest number of cases of a file. */
#define TROUPE_TEST_IMPORT_MAX_CASES 100000u

/* @source: of the imported file; @folder: its folder; @cases: (element-type TroupeValue); @names: of the cases */
typedef struct
{
  const TroupeTestImportOptions *options;
  JsonNode *root;
  TroupeJsonText *source;
  char *folder;
  GPtrArray *cases;
  GPtrArray *gaps;
  GHashTable *names;
} TroupeImporter;

/* A case that is being made. @vars: (nullable): its inputs, which templates name; NULL if they are in a file.
 * @expect, @judges: (element-type TroupeValue) */
typedef struct
{
  JsonObject *vars;
  GPtrArray *expect;
  GPtrArray *judges;
} TroupeImportedCase;

void troupe_imported_case_init (TroupeImportedCase *self, JsonObject *vars);
void troupe_imported_case_clear (TroupeImportedCase *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeImportedCase, troupe_imported_case_clear)

/* Notes a part that is not imported. Equal ones are counted. @node: (nullable): where it is */
void
troupe_importer_add_gap (TroupeImporter *self, JsonNode *node, const char *what, const char *why);
/* Ends a case and adds it, unless there are too many. @name: (nullable); @inputs_file: (nullable): instead of the
 * variables */
void troupe_importer_add_case (TroupeImporter *self,
                               TroupeImportedCase *test,
                               const char *name,
                               const char *inputs_file);

/* Add to a case. @expression: (transfer full). @threshold: below 0 for the usual one */
void troupe_imported_case_expect (TroupeImportedCase *self, char *expression);
void troupe_imported_case_judge (TroupeImportedCase *self,
                                 const char *says,
                                 const char *model,
                                 double threshold);

/* Replaces {{NAME}} and {{NAME.FIELD}} in a text by the values of @vars. Returns NULL if a variable is unknown or the
 * template contains anything else, such as a filter. (transfer full) (nullable) */
char *troupe_importer_fill_template (const char *text, JsonObject *vars);
/* Returns a literal of an expression. (transfer full) */
char *troupe_importer_quote (const char *text);
/* Returns a literal of a regular expression that finds the text, regardless of case. (transfer full) */
char *troupe_importer_quote_any_case (const char *text);
/* Returns a scalar as a text, NULL for lists and objects. (transfer full) (nullable) */
char *troupe_importer_to_text (JsonNode *node);

/* Return a member, or NULL if there is none or it has another type. @object: (nullable). (transfer none) (nullable) */
JsonNode *troupe_importer_get (JsonObject *object, const char *name);
const char *troupe_importer_get_text (JsonObject *object, const char *name);
JsonObject *troupe_importer_get_object (JsonObject *object, const char *name);
JsonArray *troupe_importer_get_array (JsonObject *object, const char *name);
/* Gets a number. Returns FALSE if there is none. */
gboolean troupe_importer_get_number (JsonObject *object, const char *name, double *number);
/* Returns the object of a node, or NULL if it is none. (transfer none) (nullable) */
JsonObject *troupe_importer_as_object (JsonNode *node);

/* The formats. Each returns FALSE with a %G_IO_ERROR. */
gboolean troupe_import_promptfoo (TroupeImporter *self, GError **error);
gboolean troupe_import_registry (TroupeImporter *self, GError **error);
gboolean troupe_import_evaluation (TroupeImporter *self, GError **error);

G_END_DECLS
