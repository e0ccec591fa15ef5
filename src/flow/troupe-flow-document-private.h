/* troupe-flow-document-private.h: what the files of the flow document share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-flow-private.h"

G_BEGIN_DECLS

/* What the document was before an edit, or after one that was taken back. */
typedef struct
{
  JsonNode *root;
  TroupeJsonText *source;
  char *label;
  char *merge_key;
  gint64 time;
} TroupeEditStep;

struct _TroupeFlowDocument
{
  GObject parent_instance;

  char *path;
  char *name;
  TroupeFileStamp stamp;
  gboolean has_stamp;

  JsonNode *root;
  JsonNode *saved_root;
  TroupeJsonText *source;
  TroupeFormat format;
  TroupeFlow *flow;
  GPtrArray *problems;
  GPtrArray *text_problems; /* of the file's letters: comments, tabs */

  GPtrArray *undo;
  GPtrArray *redo;
  TroupeEditStep *group; /* what it was before the group under way */
  guint group_depth;
};

void _troupe_edit_step_free (gpointer data);
/* What the document is now becomes what the next undo leads to. */
void _troupe_flow_document_push_step (TroupeFlowDocument *self, const char *label);
/* Notifies all properties and tells that the document changed. */
void _troupe_flow_document_announce (TroupeFlowDocument *self);
/* Takes both. */
void _troupe_flow_document_adopt (TroupeFlowDocument *self, TroupeFlow *flow, GPtrArray *problems);
/* The flow of the document's tree. */
void _troupe_flow_document_read_flow (TroupeFlowDocument *self);

/* Makes @root the document's as one step of undo, or as part of the group under way.
 * @loads: refuse it, with an error, where the document loads now and would not afterwards. */
gboolean troupe_flow_document_commit (TroupeFlowDocument *self,
                                      JsonNode *root,
                                      const char *label,
                                      const char *merge_key,
                                      gboolean loads,
                                      GError **error);
JsonNode *
troupe_flow_document_get_method_node (TroupeFlowDocument *self, const char *name, GError **error);

/* --- Texts --------------------------------------------------------------------------------- */

/**
 * troupe_flow_text_read:
 * @name: (nullable): the file, for messages; its ending decides which of two errors is shown
 * @notes: (out): what only one of Troupe and CrewAI takes (element-type TroupeProblem)
 * @mistake: (out): what is wrong, where nothing is returned
 *
 * Reads a text as JSON with comments or as YAML, whichever it is.
 *
 * Returns: (transfer full) (nullable): a map
 */
JsonNode *troupe_flow_text_read (const char *text,
                                 gsize length,
                                 const char *name,
                                 TroupeJsonText **source,
                                 GPtrArray **notes,
                                 TroupeProblem **mistake,
                                 GError **error);
/* Where @source is of the same format, what did not change is copied from it. */
char *
troupe_flow_text_write (JsonNode *root, TroupeJsonText *source, TroupeFormat format, gsize *length);
/**
 * _troupe_flow_describe_other_kind:
 * @root: what a file holds
 *
 * Tells a flow from what CrewAI and other programs write beside it: crews, agents, tasks, graphs of
 * other editors, lists.
 *
 * Returns: (transfer full) (nullable): a sentence for a person, or %NULL where @root is a flow or is
 *   meant to be one
 */
char *_troupe_flow_describe_other_kind (JsonNode *root);
/* What writing in @format would not keep; FALSE with an error where it cannot be written. */
gboolean troupe_flow_text_list_losses (JsonNode *root,
                                       TroupeJsonText *source,
                                       TroupeFormat format,
                                       GPtrArray **losses,
                                       GError **error);
/* The flow of a folder: flow.jsonc, flow.json, flow.yaml, flow.yml, or the only document that is no
 * crew. */
char *troupe_flow_find_file (const char *folder, GError **error);

/* --- Trees --------------------------------------------------------------------------------- */

/* What a member or element becomes: (transfer full), the same node where nothing changes, or NULL where
 * it goes. @key is NULL for elements. */
typedef JsonNode *(*TroupeMapNodeFunc) (const char *key, JsonNode *node, gpointer user_data);

/* A new object or list of what @func gives; @node again where nothing changed. (transfer full) */
JsonNode *troupe_tree_map (JsonNode *node, TroupeMapNodeFunc func, gpointer user_data);
/* @keys: ended by NULL. (transfer full) (nullable) */
JsonNode *
troupe_tree_with (JsonNode *root, JsonNode *value, const char *key, ...) G_GNUC_NULL_TERMINATED;
JsonNode *troupe_tree_get (JsonNode *root, const char *key, ...) G_GNUC_NULL_TERMINATED;
/* Sealed nodes that take over their parts. */
JsonNode *troupe_tree_take_object (JsonObject *object);
JsonNode *troupe_tree_take_array (JsonArray *array);
const char *troupe_tree_get_text (JsonNode *node); /* NULL where it is no text */
gboolean troupe_tree_get_number (JsonNode *node, double *number);

/* --- Conditions ---------------------------------------------------------------------------- */

/* What an event becomes: as for troupe_tree_map(). */
typedef JsonNode *(*TroupeMapEventFunc) (const char *event, JsonNode *node, gpointer user_data);

/* Gates that lost inputs and have one left become that one; NULL where nothing is left. */
JsonNode *
troupe_tree_map_condition (JsonNode *condition, TroupeMapEventFunc func, gpointer user_data);

/* The word of a gate; NULL where the node is none. Only `and` counts where both stand. */
const char *troupe_condition_node_get_word (JsonNode *node);
/* The list of a gate; NULL where the node is none or holds no list. */
JsonNode *troupe_condition_node_get_inputs (JsonNode *gate);

/* Methods that are being taken out of a flow. */
typedef struct
{
  TroupeFlow *flow;
  GHashTable *names;
  GHashTable *events; /* what nobody emits without them: to the method */
} TroupeGoneMethods;

/* The method that goes and whose end or event @event is; NULL where it stays. */
const TroupeFlowMethod *troupe_gone_methods_find (const TroupeGoneMethods *self, const char *event);

/**
 * troupe_gone_methods_reconnect:
 * @condition: what @listener waits for
 * @result: (out) (transfer full) (nullable): the same with the conditions of the methods that go in
 *   their places; @condition itself where it names none of them, %NULL where nothing is left
 * @met_start: (out): whether one of them was an unconditional start
 *
 * A gate in a gate of its kind is spliced in, and what is decided further up is left out, so that the
 * result holds for the same sets of events (spec/flow-semantics.md §2.1) and stays small.
 *
 * Returns: %FALSE where it would name more than %TROUPE_LIMIT_CONDITION events
 */
gboolean troupe_gone_methods_reconnect (const TroupeGoneMethods *self,
                                        const char *listener,
                                        JsonNode *condition,
                                        JsonNode **result,
                                        gboolean *met_start);

/* --- Names --------------------------------------------------------------------------------- */

/* A copy of a methods object in which names, conditions and expressions follow @names: old to new. */
JsonNode *troupe_tree_rename_methods (JsonNode *methods, GHashTable *names);
/* The same for positions, gates and groups. */
JsonNode *troupe_tree_rename_layout (JsonNode *layout, GHashTable *names);
/* A name like @wanted that @taken has not. */
char *troupe_tree_find_free_name (const char *wanted,
                                  gboolean (*taken) (const char *, gpointer),
                                  gpointer user_data);

G_END_DECLS
