/* troupe-run-factory.c: creates runs of the document of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-factory"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-document.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-state-edit.h"
#include "troupe-json.h"
#include "troupe-project-code.h"
#include "troupe-run-crew.h"
#include "troupe-run-extent.h"
#include "troupe-run-factory.h"
#include "troupe-run-pause.h"
#include "troupe-task-breakpoints.h"

struct _TroupeRunFactory
{
  GObject parent_instance;

  TroupeDocument *document;
  char *until; /* (nullable): the method with which runs end */

  /* The following members are used for crews only. */
  gboolean is_given;         /* the crew is set by troupe_run_factory_set_crew() */
  TroupeCrew *given;         /* (nullable) */
  TroupeCrew *crew;          /* (nullable): the crew of @run and @asked */
  TroupeFlowDocument *run;   /* (nullable) */
  TroupeFlowDocument *asked; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeRunFactory, troupe_run_factory, G_TYPE_OBJECT)

static const char *
get_type_name (TroupeValue *value)
{
  static const struct
  {
    TroupeValueType type;
    const char *name;
  } names[] = {
    { TROUPE_VALUE_BOOLEAN, "boolean" }, { TROUPE_VALUE_INTEGER, "integer" },
    { TROUPE_VALUE_DOUBLE, "number" },   { TROUPE_VALUE_LIST, "array" },
    { TROUPE_VALUE_MAP, "object" },
  };

  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (names); i++)
    if (troupe_value_is (value, names[i].type))
      return names[i].name;
  return "string";
}

/* Returns the default of an input. An expression of an embedded crew, such as `${state.topic}`,
 * has no known value before the run. (nullable) */
static TroupeValue *
find_initial (TroupeCrew *crew, const char *name)
{
  TroupeValue *initial =
      crew->inputs != NULL ? troupe_value_map_lookup_string (crew->inputs, name, -1) : NULL;

  g_assert (crew != NULL);

  return initial != NULL && troupe_value_is (initial, TROUPE_VALUE_STRING) &&
                 strstr (troupe_value_get_string (initial, NULL), "${") != NULL
             ? NULL
             : initial;
}

static TroupeFlowDocument *
make_asked (TroupeCrew *crew)
{
  g_auto (GStrv) names = troupe_crew_list_placeholders (crew);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *flow = json_object_new ();
  JsonObject *state = json_object_new ();
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();
  JsonArray *required = json_array_new ();
  g_autofree char *text = NULL;
  JsonObject *action;
  JsonObject *method;
  JsonObject *methods;

  for (guint i = 0; names[i] != NULL; i++)
    {
      TroupeValue *initial = find_initial (crew, names[i]);
      JsonNode *field = json_node_new (JSON_NODE_OBJECT);

      /* Describes a placeholder as a schema field. */
      json_node_take_object (field, json_object_new ());
      json_object_set_string_member (json_node_get_object (field), "type", get_type_name (initial));
      if (initial != NULL)
        json_object_set_member (json_node_get_object (field), "default",
                                troupe_value_to_node (initial));
      json_object_set_member (properties, names[i], field);
      /* A function before the kickoff can set inputs. */
      if (initial == NULL && crew->n_before == 0)
        json_array_add_string_element (required, names[i]);
    }
  json_object_set_string_member (schema, "type", "object");
  json_object_set_array_member (schema, "required", required);
  json_object_set_object_member (schema, "properties", properties);
  json_object_set_string_member (state, "type", "json_schema");
  json_object_set_object_member (state, "json_schema", schema);
  json_object_set_string_member (flow, "schema", "crewai.flow/v1");
  json_object_set_string_member (flow, "name", crew->name);
  json_object_set_object_member (flow, "state", state);
  /* Creates a dummy method, because a flow must have at least one method. */
  action = json_object_new ();
  method = json_object_new ();
  methods = json_object_new ();
  json_object_set_string_member (action, "call", "expression");
  json_object_set_string_member (action, "expr", "1");
  json_object_set_boolean_member (method, "start", TRUE);
  json_object_set_object_member (method, "do", action);
  json_object_set_object_member (methods, "begin", method);
  json_object_set_object_member (flow, "methods", methods);
  json_node_take_object (root, flow);
  text = troupe_json_write (root, NULL, NULL);
  return troupe_flow_document_load_text (text, strlen (text), crew->name, NULL, NULL);
}

/* Creates @run and @asked again if the crew has changed. They are empty flows if the crew cannot
 * be loaded. */
static void
refresh (TroupeRunFactory *self)
{
  TroupeCrew *crew = self->is_given
                         ? self->given
                         : troupe_crew_document_get_crew (TROUPE_CREW_DOCUMENT (self->document));

  g_assert (TROUPE_IS_RUN_FACTORY (self));

  if (self->run != NULL && crew == self->crew)
    return;
  g_clear_object (&self->run);
  g_clear_object (&self->asked);
  g_clear_pointer (&self->crew, troupe_crew_unref);
  if (crew != NULL)
    {
      self->crew = troupe_crew_ref (crew);
      self->run = troupe_run_crew_make_flow (crew, crew->name, NULL);
      self->asked = make_asked (crew);
    }
  if (self->run == NULL)
    self->run = troupe_flow_document_new ();
  if (self->asked == NULL)
    self->asked = troupe_flow_document_new ();
}

static gboolean
is_flow (TroupeRunFactory *self)
{
  g_assert (TROUPE_IS_RUN_FACTORY (self));

  return !self->is_given && TROUPE_IS_FLOW_DOCUMENT (self->document);
}

/* (transfer none) */
static TroupeFlowDocument *
get_flow_document (TroupeRunFactory *self)
{
  g_assert (TROUPE_IS_RUN_FACTORY (self));

  if (is_flow (self))
    return TROUPE_FLOW_DOCUMENT (self->document);
  refresh (self);
  return self->run;
}

TroupeDocument *
troupe_run_factory_get_document (TroupeRunFactory *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  return self->document;
}

TroupeFlow *
troupe_run_factory_get_flow (TroupeRunFactory *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  return troupe_flow_document_get_flow (get_flow_document (self));
}

TroupeFlow *
troupe_run_factory_get_asked (TroupeRunFactory *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  if (is_flow (self))
    return troupe_run_factory_get_flow (self);
  refresh (self);
  return troupe_flow_document_get_flow (self->asked);
}

char **
troupe_run_factory_list_asked (TroupeRunFactory *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (GPtrArray) fields = NULL;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  if (!is_flow (self))
    return NULL;
  root = troupe_document_get_root (self->document);
  fields = troupe_state_list_fields (root);
  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *field = g_ptr_array_index (fields, i);

      if (troupe_state_get_asked (root, field))
        g_strv_builder_add (names, field->name);
    }
  return g_strv_builder_end (names);
}

char *
troupe_run_factory_dup_text (TroupeRunFactory *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  return troupe_document_to_text (TROUPE_DOCUMENT (get_flow_document (self)), NULL);
}

char *
troupe_run_factory_find_own_folder (TroupeRunFactory *self)
{
  const char *path;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  path = troupe_document_get_path (self->document);
  return path != NULL ? troupe_path_get_document_folder (path)
                      : g_strdup (troupe_document_get_folder (self->document));
}

char *
troupe_run_factory_find_folder (TroupeRunFactory *self)
{
  char *folder;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  folder = troupe_run_factory_find_own_folder (self);
  return folder != NULL ? folder : troupe_path_get_document_folder (NULL);
}

void
troupe_run_factory_set_until (TroupeRunFactory *self, const char *method)
{
  g_return_if_fail (TROUPE_IS_RUN_FACTORY (self));

  troupe_set_str (&self->until, method);
}

TroupeBreakpoints *
troupe_run_factory_read_breakpoints (TroupeRunFactory *self)
{
  g_autoptr (TroupeValue) list = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  if (is_flow (self))
    list = troupe_flow_get_breakpoints (TROUPE_FLOW_DOCUMENT (self->document));
  else if (!self->is_given)
    list = troupe_task_breakpoints_to_value (
        troupe_task_breakpoints_get (TROUPE_CREW_DOCUMENT (self->document)));
  return troupe_breakpoints_new_from_value (list);
}

TroupeRun *
troupe_run_factory_make_run (TroupeRunFactory *self)
{
  g_autofree char *folder = NULL;
  g_autofree char *own = NULL;
  g_autoptr (TroupeBreakpoints) breakpoints = NULL;
  TroupeRun *run;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (self), NULL);

  folder = troupe_run_factory_find_folder (self);
  own = troupe_run_factory_find_own_folder (self);
  run = troupe_run_new (troupe_run_factory_get_flow (self));
  troupe_run_set_folder (run, folder);
  troupe_run_set_unsaved (run, own == NULL);
  breakpoints = troupe_run_factory_read_breakpoints (self);
  troupe_run_set_breakpoints (run, breakpoints);
  /* A method that was deleted meanwhile ends nothing. */
  if (is_flow (self) && self->until != NULL)
    troupe_run_set_until (run, self->until, NULL);
  return run;
}

static void
troupe_run_factory_finalize (GObject *object)
{
  TroupeRunFactory *self = TROUPE_RUN_FACTORY (object);

  g_clear_object (&self->document);
  g_clear_object (&self->run);
  g_clear_object (&self->asked);
  g_clear_pointer (&self->crew, troupe_crew_unref);
  g_clear_pointer (&self->given, troupe_crew_unref);
  g_free (self->until);

  G_OBJECT_CLASS (troupe_run_factory_parent_class)->finalize (object);
}

static void
troupe_run_factory_class_init (TroupeRunFactoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_run_factory_finalize;
}

static void
troupe_run_factory_init (TroupeRunFactory *self)
{
}

TroupeRunFactory *
troupe_run_factory_new (TroupeDocument *document)
{
  TroupeRunFactory *self;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document) || TROUPE_IS_CREW_DOCUMENT (document),
                        NULL);

  self = g_object_new (TROUPE_TYPE_RUN_FACTORY, NULL);
  self->document = g_object_ref (document);
  return self;
}

TroupeRunFactory *
troupe_run_factory_new_for_crews (TroupeDocument *document)
{
  TroupeRunFactory *self = troupe_run_factory_new (document);

  if (self != NULL)
    self->is_given = TRUE;
  return self;
}

void
troupe_run_factory_set_crew (TroupeRunFactory *self, TroupeCrew *crew)
{
  TroupeCrew *before;

  g_return_if_fail (TROUPE_IS_RUN_FACTORY (self) && self->is_given);
  g_return_if_fail (crew != NULL);

  before = g_steal_pointer (&self->given);
  self->given = troupe_crew_ref (crew);
  g_clear_pointer (&before, troupe_crew_unref);
}
