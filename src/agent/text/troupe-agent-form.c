/* troupe-agent-form.c: converts JSON schemas for the structured output of a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-form"

#include "config.h"

#include <string.h>

#include "troupe-agent-form.h"
#include "troupe-provider-table.h"
#include "troupe-schema.h"
#include "troupe-value-overlay.h"

/* Services accept names of letters, digits, underscores and hyphens, up to this length. */
#define NAME_LONGEST 64u
/* CrewAI's name for a schema without a title. */
#define DEFAULT_NAME "DynamicModel"

/* @models: object schemas by their @names, in the order in which they were found; @kind: the
 *   variant of the schema */
typedef struct
{
  TroupeAgentForm kind;
  GPtrArray *names;
  GPtrArray *models;
} Forms;

static TroupeValue *convert (Forms *forms, TroupeValue *schema, const char *name);

static TroupeValue *
make_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

/* Takes ownership of the elements of @items. */
static TroupeValue *
end_list (GPtrArray *items)
{
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* --- Names ----------------------------------------------------------------------------------- */

/* Converts `price_of_it` to `Price Of It`, or to a title without spaces for a class. (transfer
 * full) */
static char *
make_title (const char *name, gboolean with_blanks)
{
  GString *out = g_string_new (NULL);
  gboolean begins = TRUE;

  for (const char *at = name; *at != '\0'; at++)
    {
      if (*at == '_' || *at == ' ')
        {
          if (with_blanks)
            g_string_append_c (out, ' ');
          begins = TRUE;
          continue;
        }
      g_string_append_c (out, begins ? g_ascii_toupper (*at) : g_ascii_tolower (*at));
      begins = !g_ascii_isalpha (*at) && (guchar) *at < 0x80;
    }
  return g_string_free (out, FALSE);
}

static gboolean
is_taken (Forms *forms, const char *name)
{
  g_assert (forms != NULL);

  for (guint i = 0; i < forms->names->len; i++)
    if (g_str_equal (g_ptr_array_index (forms->names, i), name))
      return TRUE;
  return FALSE;
}

/* --- Schemas --------------------------------------------------------------------------------- */

static gboolean
is_model (TroupeValue *schema)
{
  return troupe_value_is (schema, TROUPE_VALUE_MAP) &&
         troupe_value_get_member_of (schema, "properties", TROUPE_VALUE_MAP) != NULL;
}

static TroupeValue *
make_null_type (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "type", make_text ("null"));
  return troupe_map_builder_end (&builder);
}

static gboolean
is_null_type (TroupeValue *schema)
{
  TroupeValue *type = troupe_value_is (schema, TROUPE_VALUE_MAP)
                          ? troupe_value_get_member_of (schema, "type", TROUPE_VALUE_STRING)
                          : NULL;

  return type != NULL && g_str_equal (troupe_value_get_string (type, NULL), "null");
}

/* Returns TRUE if one of the alternatives is null. */
static gboolean
takes_null (TroupeValue *schema)
{
  TroupeValue *choices = troupe_value_get_member_of (schema, "anyOf", TROUPE_VALUE_LIST);

  for (gsize i = 0; choices != NULL && i < troupe_value_list_get_length (choices); i++)
    if (is_null_type (troupe_value_list_get (choices, i)))
      return TRUE;
  return is_null_type (schema);
}

/* @schema: (transfer full) */
static TroupeValue *
or_null (TroupeValue *schema)
{
  TroupeValue *choices[] = { schema, make_null_type () };
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "anyOf", troupe_value_new_list (choices, 2));
  return troupe_map_builder_end (&builder);
}

/* Converts `{"type": ["string", "null"]}` to alternatives. (transfer full) */
static TroupeValue *
split_types (TroupeValue *schema, TroupeValue *types)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TroupeMapBuilder builder;

  for (gsize i = 0; i < troupe_value_list_get_length (types); i++)
    {
      TroupeValue *type = troupe_value_list_get (types, i);
      TroupeValue *one = troupe_value_map_with (schema, "type", type);

      if (!is_null_type (one))
        {
          g_ptr_array_add (items, one);
          continue;
        }
      troupe_value_unref (one);
      g_ptr_array_add (items, make_null_type ());
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "anyOf", end_list (items));
  return troupe_map_builder_end (&builder);
}

/* Converts the value of @key in a schema; NULL if the key is omitted. (transfer full) */
static TroupeValue *
convert_entry (Forms *forms, const char *key, TroupeValue *value, const char *name)
{
  if (g_str_equal (key, "default") || g_str_equal (key, "title"))
    return NULL;
  if (g_str_equal (key, "items"))
    return convert (forms, value, name);
  if ((g_str_equal (key, "anyOf") || g_str_equal (key, "oneOf") || g_str_equal (key, "allOf")) &&
      troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        g_ptr_array_add (items, convert (forms, troupe_value_list_get (value, i), name));
      return end_list (items);
    }
  return troupe_value_ref (value);
}

static TroupeValue *
convert_entries (Forms *forms, TroupeValue *schema, const char *name)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (schema); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (schema, i);
      TroupeValue *value = troupe_value_map_get_value (schema, i);

      value = troupe_value_is (key, TROUPE_VALUE_STRING)
                  ? convert_entry (forms, troupe_value_get_string (key, NULL), value, name)
                  : troupe_value_ref (value);
      if (value != NULL)
        troupe_map_builder_add_key (&builder, troupe_value_ref (key), value);
    }
  return troupe_map_builder_end (&builder);
}

static gboolean
is_needed (TroupeValue *schema, const char *name)
{
  TroupeValue *required = troupe_value_get_member_of (schema, "required", TROUPE_VALUE_LIST);

  for (gsize i = 0; required != NULL && i < troupe_value_list_get_length (required); i++)
    {
      TroupeValue *one = troupe_value_list_get (required, i);

      if (troupe_value_is (one, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (one, NULL), name))
        return TRUE;
    }
  return FALSE;
}

static TroupeValue *
add_words (TroupeValue *schema, TroupeValue *property, const char *name)
{
  TroupeValue *title = troupe_value_is (property, TROUPE_VALUE_MAP)
                           ? troupe_value_get_member_of (property, "title", TROUPE_VALUE_STRING)
                           : NULL;
  TroupeValue *description =
      troupe_value_is (property, TROUPE_VALUE_MAP)
          ? troupe_value_get_member_of (property, "description", TROUPE_VALUE_STRING)
          : NULL;
  g_autoptr (TroupeValue) described = troupe_value_ref (schema);
  g_autoptr (TroupeValue) words = NULL;
  g_autofree char *made = make_title (name, TRUE);

  if (description != NULL &&
      troupe_value_get_member_of (schema, "$ref", TROUPE_VALUE_STRING) == NULL)
    {
      g_autoptr (TroupeValue) old = g_steal_pointer (&described);

      described = troupe_value_map_with (old, "description", description);
    }
  /* Objects and references have titles of their own. */
  if (is_model (property) ||
      troupe_value_get_member_of (schema, "$ref", TROUPE_VALUE_STRING) != NULL)
    return g_steal_pointer (&described);
  words = title != NULL ? troupe_value_ref (title) : make_text (made);
  return troupe_value_map_with (described, "title", words);
}

/* Removes null from the alternatives. @form: (transfer full) */
static TroupeValue *
without_null (TroupeValue *form)
{
  g_autoptr (TroupeValue) whole = form;
  g_autoptr (TroupeValue) rest = troupe_value_map_without (whole, "anyOf");
  g_autoptr (GPtrArray) choices = g_ptr_array_new ();
  g_autoptr (TroupeValue) left = NULL;
  TroupeValue *all = troupe_value_get_member_of (whole, "anyOf", TROUPE_VALUE_LIST);

  for (gsize i = 0; all != NULL && i < troupe_value_list_get_length (all); i++)
    if (!is_null_type (troupe_value_list_get (all, i)))
      g_ptr_array_add (choices, troupe_value_ref (troupe_value_list_get (all, i)));
  if (choices->len == 0)
    return g_steal_pointer (&whole);
  left = end_list (choices);
  if (troupe_value_list_get_length (left) > 1)
    return troupe_value_map_with (rest, "anyOf", left);
  /* Merges a single remaining alternative with the other keys. */
  if (!troupe_value_is (troupe_value_list_get (left, 0), TROUPE_VALUE_MAP))
    return troupe_value_ref (troupe_value_list_get (left, 0));
  return troupe_value_map_overlay (troupe_value_list_get (left, 0), rest);
}

/* Adds the default value of a class member, which is nullable only if its type is nullable. If
 * the member is a reference, nothing is added. A null default is added only in some variants.
 * @form: (transfer full) */
static TroupeValue *
tell_default (Forms *forms, TroupeValue *form, TroupeValue *initial)
{
  g_autoptr (TroupeValue) owned = form;

  if (troupe_value_get_member (form, "$ref") != NULL ||
      (troupe_value_is (initial, TROUPE_VALUE_NULL) && forms->kind != TROUPE_AGENT_FORM_BARE &&
       forms->kind != TROUPE_AGENT_FORM_MODEL))
    return g_steal_pointer (&owned);

  return troupe_value_map_with (form, "default", initial);
}

static TroupeValue *
convert_property (Forms *forms, TroupeValue *schema, TroupeValue *property, const char *name)
{
  g_autoptr (TroupeValue) form = convert (forms, property, name);
  TroupeValue *is_class =
      troupe_value_get_member_of (schema, TROUPE_SCHEMA_CLASS, TROUPE_VALUE_BOOLEAN);
  TroupeValue *initial = is_class != NULL && troupe_value_get_boolean (is_class)
                             ? troupe_value_get_member (property, "default")
                             : NULL;

  if (!troupe_value_is (form, TROUPE_VALUE_MAP))
    return g_steal_pointer (&form);
  if (initial != NULL && !is_needed (schema, name))
    {
      if (forms->kind == TROUPE_AGENT_FORM_BARE &&
          troupe_value_get_member_of (form, "anyOf", TROUPE_VALUE_LIST) != NULL)
        form = without_null (g_steal_pointer (&form));
      form = tell_default (forms, g_steal_pointer (&form), initial);
      return add_words (form, property, name);
    }
  if (!is_needed (schema, name) && !takes_null (form))
    {
      g_autoptr (TroupeValue) bare = troupe_value_map_without (form, "description");

      troupe_value_unref (form);
      form = or_null (g_steal_pointer (&bare));
    }
  if (forms->kind == TROUPE_AGENT_FORM_BARE &&
      troupe_value_get_member_of (form, "anyOf", TROUPE_VALUE_LIST) != NULL)
    form = without_null (g_steal_pointer (&form));
  if ((forms->kind == TROUPE_AGENT_FORM_BARE || forms->kind == TROUPE_AGENT_FORM_MODEL) &&
      !is_needed (schema, name))
    {
      g_autoptr (TroupeValue) old = g_steal_pointer (&form);
      g_autoptr (TroupeValue) nothing = troupe_value_new_null ();

      form = troupe_value_map_with (old, "default", nothing);
    }
  return add_words (form, property, name);
}

/* Converts an object schema; @title is its name. (transfer full) */
static TroupeValue *
convert_model (Forms *forms, TroupeValue *schema, const char *title)
{
  TroupeValue *properties = troupe_value_get_member_of (schema, "properties", TROUPE_VALUE_MAP);
  TroupeValue *description =
      troupe_value_get_member_of (schema, "description", TROUPE_VALUE_STRING);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  TroupeMapBuilder inner, outer;

  g_assert (forms != NULL);

  troupe_map_builder_init (&inner);
  for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (properties, i);

      if (!troupe_value_is (key, TROUPE_VALUE_STRING))
        continue;
      if ((forms->kind != TROUPE_AGENT_FORM_SOME && forms->kind != TROUPE_AGENT_FORM_MODEL) ||
          is_needed (schema, troupe_value_get_string (key, NULL)))
        g_ptr_array_add (names, troupe_value_ref (key));
      troupe_map_builder_add_key (&inner, troupe_value_ref (key),
                                  convert_property (forms, schema,
                                                    troupe_value_map_get_value (properties, i),
                                                    troupe_value_get_string (key, NULL)));
    }
  troupe_map_builder_init (&outer);
  troupe_map_builder_add (&outer, "additionalProperties", troupe_value_new_boolean (FALSE));
  if (description != NULL)
    troupe_map_builder_add (&outer, "description", troupe_value_ref (description));
  troupe_map_builder_add (&outer, "properties", troupe_map_builder_end (&inner));
  troupe_map_builder_add (&outer, "required", end_list (names));
  troupe_map_builder_add (&outer, "title", make_text (title));
  troupe_map_builder_add (&outer, "type", make_text ("object"));
  return troupe_map_builder_end (&outer);
}

/* @name: name of the property that has the schema */
static TroupeValue *
convert (Forms *forms, TroupeValue *schema, const char *name)
{
  TroupeValue *types = NULL;

  if (!troupe_value_is (schema, TROUPE_VALUE_MAP))
    return troupe_value_ref (schema);
  if (is_model (schema))
    {
      /* The object moves to the definitions, and a reference to it stays. */
      g_autofree char *title = NULL;
      guint index;
      TroupeMapBuilder builder;
      TroupeValue *model;
      g_autofree char *base = NULL;

      g_assert (forms != NULL);
      model = troupe_value_get_member_of (schema, "title", TROUPE_VALUE_STRING);
      base = model != NULL ? g_strdup (troupe_value_get_string (model, NULL))
                           : make_title (name, FALSE);
      title = g_strdup (base);
      for (guint i = 2; is_taken (forms, title); i++)
        {
          g_free (title);
          title = g_strdup_printf ("%s%u", base, i);
        }
      index = forms->names->len;
      g_ptr_array_add (forms->names, g_strdup (title));
      g_ptr_array_add (forms->models, NULL);
      forms->models->pdata[index] = convert_model (forms, schema, title);
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "$ref",
                              troupe_value_take_string (g_strconcat ("#/$defs/", title, NULL), -1));
      return troupe_map_builder_end (&builder);
    }
  types = troupe_value_get_member_of (schema, "type", TROUPE_VALUE_LIST);
  if (types != NULL)
    {
      g_autoptr (TroupeValue) rest = convert_entries (forms, schema, name);

      return split_types (rest, types);
    }
  return convert_entries (forms, schema, name);
}

TroupeValue *
troupe_agent_form_make (TroupeValue *schema, TroupeAgentForm kind)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) models = g_ptr_array_new ();
  Forms forms = { kind, names, models };
  g_autoptr (TroupeValue) form = NULL;
  g_autoptr (TroupeValue) defs = NULL;
  TroupeValue *title = NULL;
  TroupeValue *given;
  TroupeMapBuilder builder;

  g_return_val_if_fail (schema != NULL, NULL);

  if (!is_model (schema))
    return troupe_value_ref (schema);
  title = troupe_value_get_member_of (schema, "title", TROUPE_VALUE_STRING);
  form = convert_model (&forms, schema,
                        title != NULL ? troupe_value_get_string (title, NULL) : DEFAULT_NAME);
  given = troupe_value_get_member_of (schema, "$defs", TROUPE_VALUE_MAP);
  for (gsize i = 0; given != NULL && i < troupe_value_map_get_size (given); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (given, i);
      TroupeValue *value = troupe_value_map_get_value (given, i);
      const char *name = troupe_value_get_string (key, NULL);
      TroupeValue *def_form =
          is_model (value) ? convert_model (&forms, value, name) : convert (&forms, value, name);

      g_ptr_array_add (forms.names, g_strdup (name));
      g_ptr_array_add (forms.models, def_form);
    }
  if (forms.names->len != 0)
    {
      troupe_map_builder_init (&builder);
      for (guint i = 0; i < forms.names->len; i++)
        troupe_map_builder_add (&builder, g_ptr_array_index (forms.names, i),
                                g_ptr_array_index (forms.models, i));
      defs = troupe_map_builder_end (&builder);
    }
  return defs != NULL ? troupe_value_map_with (form, "$defs", defs) : g_steal_pointer (&form);
}

/* (transfer none) (nullable) */
static const TroupeProvider *
find_provider (const char *model)
{
  const char *slash = strchr (model, '/');

  return slash != NULL ? troupe_provider_find_by_prefix (model, slash - model)
                       : troupe_provider_find_by_name (model);
}

gboolean
troupe_agent_form_is_of (const char *model, TroupeProviderWire wire)
{
  const TroupeProvider *provider = model != NULL ? find_provider (model) : NULL;

  return provider != NULL && provider->wire == wire;
}

TroupeAgentForm
troupe_agent_form_find (const char *model, TroupeValue *settings)
{
  TroupeValue *api = NULL;
  const TroupeProvider *provider = NULL;

  g_return_val_if_fail (model != NULL, TROUPE_AGENT_FORM_ALL);

  provider = find_provider (model);
  if (provider != NULL && provider->wire == TROUPE_WIRE_ANTHROPIC)
    return TROUPE_AGENT_FORM_SOME;
  if (provider != NULL &&
      (provider->wire == TROUPE_WIRE_GEMINI || provider->wire == TROUPE_WIRE_BEDROCK ||
       provider->wire == TROUPE_WIRE_AZURE))
    return TROUPE_AGENT_FORM_BARE;
  api = settings != NULL && troupe_value_is (settings, TROUPE_VALUE_MAP)
            ? troupe_value_get_member_of (settings, "api", TROUPE_VALUE_STRING)
            : NULL;
  return api != NULL && g_str_equal (troupe_value_get_string (api, NULL), "responses")
             ? TROUPE_AGENT_FORM_BARE
             : TROUPE_AGENT_FORM_ALL;
}

char *
troupe_agent_form_name (TroupeValue *schema, const char *name)
{
  TroupeValue *title = NULL;
  char *found = NULL;

  g_return_val_if_fail (schema != NULL, NULL);

  title = troupe_value_is (schema, TROUPE_VALUE_MAP)
              ? troupe_value_get_member_of (schema, "title", TROUPE_VALUE_STRING)
              : NULL;
  if (name == NULL && title != NULL)
    name = troupe_value_get_string (title, NULL);
  found = g_strndup (name != NULL ? name : DEFAULT_NAME, NAME_LONGEST);
  g_strcanon (found, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-", '_');
  if (*found != '\0')
    return found;
  g_free (found);
  return g_strdup (DEFAULT_NAME);
}

TroupeValue *
troupe_agent_form_wrap (TroupeValue *schema, const char *name, TroupeAgentForm kind)
{
  TroupeMapBuilder inner, outer;

  g_return_val_if_fail (schema != NULL, NULL);

  troupe_map_builder_init (&inner);
  troupe_map_builder_add (&inner, "name",
                          troupe_value_take_string (troupe_agent_form_name (schema, name), -1));
  troupe_map_builder_add (&inner, "schema", troupe_agent_form_make (schema, kind));
  troupe_map_builder_add (&inner, "strict", troupe_value_new_boolean (TRUE));

  troupe_map_builder_init (&outer);
  troupe_map_builder_add (&outer, "type", make_text ("json_schema"));
  troupe_map_builder_add (&outer, "json_schema", troupe_map_builder_end (&inner));
  return troupe_map_builder_end (&outer);
}
