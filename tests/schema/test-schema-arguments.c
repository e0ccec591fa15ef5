/* test-schema-arguments.c: argument schemas of other programs in a form that model services accept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "troupe-schema-arguments.h"

#define NULLABLE(type) "{'anyOf':[" type ",{'type':'null'}]}"
#define STRING "{'type':'string'}"
#define INTEGER "{'type':'integer'}"

/* @given, @fitted: JSON with ' instead of " */
typedef struct
{
  const char *name;
  const char *given;
  const char *fitted;
} Case;

static const Case cases[] = {
  { "optional",
    "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string','description':'B',"
    "'default':'x'}},'required':['a']}",
    "{'type':'object','properties':{'a':" STRING ",'b':{'description':'B','default':'x','anyOf':"
    "[" STRING ",{'type':'null'}]}},'required':['a']}" },
  { "optional-nullable", "{'properties':{'a':{'anyOf':[{'type':'null'},{'type':'string'}]}}}",
    "{'type':'object','properties':{'a':{'anyOf':[{'type':'null'}," STRING "]}}}" },
  { "optional-choices", "{'properties':{'a':{'oneOf':[{'type':'integer'},{'type':'string'}]}}}",
    "{'type':'object','properties':{'a':{'anyOf':[" INTEGER "," STRING ",{'type':'null'}]}}}" },
  { "optional-inside",
    "{'properties':{'o':{'type':'object','properties':{'a':{'type':'string'}}}},'required':['o']}",
    "{'type':'object','properties':{'o':{'type':'object','properties':{'a':" NULLABLE (
        STRING) "}}},'required':['o']}" },
  { "required-unknown", "{'properties':{},'required':['a']}", "{'type':'object','properties':{}}" },
  { "nothing", "{}", "{'type':'object','properties':{}}" },
  { "no-object", "{'type':'string'}", "{'type':'object','properties':{}}" },
  { "no-properties", "{'type':'object'}", "{'type':'object','properties':{}}" },
  { "open", "{'type':'object','additionalProperties':true}",
    "{'type':'object','properties':{},'additionalProperties':true}" },
  { "object-inside", "{'properties':{'o':{'type':'object'}},'required':['o']}",
    "{'type':'object','properties':{'o':{'type':'object','properties':{},'additionalProperties':"
    "true}},'required':['o']}" },
  { "map-inside",
    "{'properties':{'o':{'type':'object','additionalProperties':{'type':'array'}}},'required':['o'"
    "]}",
    "{'type':'object','properties':{'o':{'type':'object','properties':{},'additionalProperties':{"
    "'type':'array','items':{}}}},'required':['o']}" },
  { "array", "{'properties':{'l':{'type':'array'}},'required':['l']}",
    "{'type':'object','properties':{'l':{'type':'array','items':{}}},'required':['l']}" },
  { "tuple",
    "{'properties':{'l':{'type':'array','items':[{'type':'string'},{'type':'integer'}],'minItems':"
    "2}},'required':['l']}",
    "{'type':'object','properties':{'l':{'type':'array','items':{'anyOf':[" STRING "," INTEGER
    "]},'minItems':2}},'required':['l']}" },
  { "any-of-root",
    "{'anyOf':[{'type':'object','properties':{'id':{'type':'string'},'n':{'type':'integer'}},"
    "'required':['id','n']},{'type':'object','properties':{'name':{'type':'string'},'n':{'type':"
    "'string'}},'required':['name','n']}]}",
    "{'type':'object','properties':{'id':" NULLABLE (STRING) ",'n':{'anyOf':[" INTEGER "," STRING
                                                             "]},'name':" NULLABLE (
                                                                 STRING) "},"
                                                                         "'required':['n']}" },
  { "any-of-required",
    "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},'oneOf':[{"
    "'required':['a']},{'required':['b']}]}",
    "{'type':'object','properties':{'a':" NULLABLE (STRING) ",'b':" NULLABLE (STRING) "}}" },
  { "all-of-root",
    "{'allOf':[{'properties':{'a':{'type':'string'}},'required':['a']},{'properties':{'b':{'type':"
    "'string'}},'required':['b']}]}",
    "{'type':'object','properties':{'b':" STRING ",'a':" STRING "},'required':['b','a']}" },
  { "reference",
    "{'$ref':'#/$defs/Root','$defs':{'Root':{'type':'object','properties':{'a':{'$ref':"
    "'#/definitions/A~1x','description':'here'}},'required':['a']}},'definitions':{'A/x':{'type':"
    "'integer','description':'there'}}}",
    "{'type':'object','properties':{'a':{'description':'here','type':'integer'}},'required':['a']"
    "}" },
  { "reference-recursive",
    "{'properties':{'t':{'$ref':'#/$defs/T'}},'required':['t'],'$defs':{'T':{'type':'object',"
    "'properties':{'t':{'$ref':'#/$defs/T'}},'required':['t']}}}",
    "{'type':'object','properties':{'t':{'type':'object','properties':{'t':{'type':'object',"
    "'properties':{},'additionalProperties':true}},'required':['t']}},'required':['t']}" },
  { "reference-twice",
    "{'properties':{'a':{'$ref':'#/$defs/T'},'b':{'$ref':'#/$defs/T'}},'required':['a','b'],"
    "'$defs':{'T':{'type':'string'}}}",
    "{'type':'object','properties':{'a':" STRING ",'b':" STRING "},'required':['a','b']}" },
  { "reference-nowhere",
    "{'properties':{'a':{'$ref':'#/$defs/T'},'b':{'$ref':'http://x/y'}},'required':['a','b']}",
    "{'type':'object','properties':{'a':{},'b':{}},'required':['a','b']}" },
  { "types",
    "{'properties':{'a':{'type':['string','integer','null'],'description':'d'}},'required':['a']}",
    "{'type':'object','properties':{'a':{'description':'d','anyOf':[" STRING "," INTEGER
    ",{'type':'null'}]}},'required':['a']}" },
  { "one-type", "{'properties':{'a':{'type':['string']}},'required':['a']}",
    "{'type':'object','properties':{'a':" STRING "},'required':['a']}" },
  { "nullable", "{'properties':{'a':{'type':'string','nullable':true}},'required':['a']}",
    "{'type':'object','properties':{'a':" NULLABLE (STRING) "},'required':['a']}" },
  { "values",
    "{'properties':{'a':{'enum':['x','y',null]},'b':{'const':3},'c':{'type':['string','null'],"
    "'enum':['x',null]}},'required':['a','b','c']}",
    "{'type':'object','properties':{'a':{'anyOf':[{'type':'string','enum':['x','y']},{'type':"
    "'null'}]},'b':{'type':'integer','enum':[3]},'c':{'anyOf':[{'type':'string','enum':['x']},{"
    "'type':'null'}]}},'required':['a','b','c']}" },
  { "unsupported",
    "{'$schema':'x','$id':'y','$comment':'z','properties':{'a':{'type':'string','format':'uri',"
    "'pattern':'(?=x)','minLength':3,'examples':['e'],'deprecated':true},'n':{'type':'integer',"
    "'minimum':1,'exclusiveMinimum':true},'d':{'type':'string','format':'date','pattern':'^2'}},"
    "'required':['a','n','d'],'if':{},'then':{},'dependentRequired':{},'propertyNames':{}}",
    "{'type':'object','properties':{'a':" STRING ",'n':{'type':'integer','minimum':1},'d':{'type':"
    "'string','pattern':'^2','format':'date'}},'required':['a','n','d']}" },
  { "invalid", "{'properties':{'a':true,'b':3,'c':{'type':'array','items':false}},'required':'a'}",
    "{'type':'object','properties':{'a':{},'b':{},'c':" NULLABLE (
        "{'type':'array','items':{}}") "}}" },
};

static TroupeValue *
parse (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  TroupeValue *value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);
  return value;
}

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (TroupeValue) given = parse (one->given);
  g_autoptr (TroupeValue) fitted = troupe_schema_fit_arguments (given);
  g_autoptr (TroupeValue) again = troupe_schema_fit_arguments (fitted);
  g_autofree char *found = troupe_value_to_json (fitted, TROUPE_JSON_COMPACT);
  g_autofree char *twice = troupe_value_to_json (again, TROUPE_JSON_COMPACT);

  g_strdelimit (found, "\"", '\'');
  g_strdelimit (twice, "\"", '\'');
  g_assert_cmpstr (found, ==, one->fitted);
  /* What fits is not changed. */
  g_assert_cmpstr (twice, ==, found);
}

/* Each definition refers twice to the next one, so that the expanded schema would have 2³⁰ parts. */
static void
test_growth (void)
{
  g_autoptr (GString) text = g_string_new ("{'$ref':'#/$defs/d0','$defs':{");
  g_autoptr (TroupeValue) given = NULL;
  g_autoptr (TroupeValue) fitted = NULL;
  g_autofree char *json = NULL;

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (text,
                            "'d%u':{'type':'object','properties':{'a':{'$ref':'#/$defs/d%u'},"
                            "'b':{'$ref':'#/$defs/d%u'}}},",
                            i, i + 1, i + 1);
  g_string_append (text, "'d30':{'type':'string'}}}");
  given = parse (text->str);
  fitted = troupe_schema_fit_arguments (given);
  json = troupe_value_to_json (fitted, TROUPE_JSON_COMPACT);
  g_assert_cmpuint (strlen (json), <, 1000000);
}

/* A large schema takes linear time. */
static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new ("{'anyOf':[");
  g_autoptr (TroupeValue) given = NULL;
  g_autoptr (TroupeValue) fitted = NULL;
  const gint64 start_us = test_time_get_own ();

  for (guint i = 0; i < 2; i++)
    {
      g_string_append_printf (text, "%s{'properties':{", i > 0 ? "," : "");
      for (guint j = 0; j < 20000; j++)
        g_string_append_printf (text, "%s'p%u':{'type':'%s'}", j > 0 ? "," : "", j,
                                i > 0 ? "string" : "integer");
      g_string_append (text, "},'required':[");
      for (guint j = 0; j < 20000; j++)
        g_string_append_printf (text, "%s'p%u'", j > 0 ? "," : "", j);
      g_string_append (text, "]}");
    }
  g_string_append (text, "]}");
  given = parse (text->str);
  fitted = troupe_schema_fit_arguments (given);
  g_assert_nonnull (troupe_value_get_member (fitted, "properties"));
  g_assert_cmpint (test_time_get_own () - start_us, <, 5 * TEST_SLOWNESS * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/schema-arguments/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/schema-arguments/growth", test_growth);
  g_test_add_func ("/schema-arguments/large", test_large);

  return g_test_run ();
}
