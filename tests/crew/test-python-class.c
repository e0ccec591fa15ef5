/* test-python-class.c: Pydantic classes, parsed from their source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-base.h"
#include "troupe-python-class.h"
#include "troupe-schema.h"

/* Asserts that the schema of the class in @source is @json, and that it is valid in CrewAI. */
static void
assert_schema (const char *source, const char *name, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = troupe_python_class_to_schema (source, name, NULL, &error);
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeSchema) schema = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  value = troupe_value_from_node (node);
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (text, ==, json);
  schema = troupe_schema_new (value, NULL, &error);
  g_assert_no_error (error);
}

static void
test_types (void)
{
  assert_schema (
      "from pydantic import BaseModel\n"
      "class State(BaseModel):\n"
      "    \"\"\"What is known.\"\"\"\n"
      "    topic: str\n"
      "    n: int = 3\n"
      "    f: float = -0.5\n"
      "    b: bool = False\n"
      "    l: list[str] = []\n"
      "    d: dict[str, int] = {}\n"
      "    a: Any = None\n"
      "    when: datetime.date\n",
      NULL,
      "{\"type\":\"object\",\"properties\":{\"topic\":{\"type\":\"string\"},\"n\":{"
      "\"type\":\"integer\",\"default\":3},\"f\":{\"type\":\"number\",\"default\":-0.5},"
      "\"b\":{\"type\":\"boolean\",\"default\":false},\"l\":{\"type\":\"array\",\"items\":"
      "{\"type\":\"string\"},\"default\":[]},\"d\":{\"type\":\"object\",\"default\":{}},"
      "\"a\":{},\"when\":{\"type\":\"string\",\"format\":\"date\"}},\"required\":["
      "\"topic\",\"when\"]}");
}

static void
test_optional (void)
{
  assert_schema (
      "class S(BaseModel):\n"
      "    a: Optional[str] = None\n"
      "    b: str | None\n"
      "    c: Union[int, str] = 1\n"
      "    d: typing.Optional[List[int]] = None\n",
      NULL,
      "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"anyOf\":"
      "[{\"type\":\"string\"},{\"type\":\"null\"}]},\"c\":{\"anyOf\":[{\"type\":"
      "\"integer\"},{\"type\":\"string\"}],\"default\":1},\"d\":{\"type\":\"array\","
      "\"items\":{\"type\":\"integer\"}}},\"required\":[\"b\"]}");
}

static void
test_fields (void)
{
  assert_schema (
      "class S(BaseModel):\n"
      "    score: float = Field(default=0.0, ge=0, le=1,\n"
      "                         description='How sure')  # a comment\n"
      "    name: str = Field(..., min_length=1, pattern=r'^\\w+$')\n"
      "    tags: list[str] = Field(default_factory=list, max_length=3)\n"
      "    n: Annotated[int, Field(gt=0)] = 1\n"
      "    tone: Literal['plain', \"warm\"] = 'plain'\n",
      NULL,
      "{\"type\":\"object\",\"properties\":{\"score\":{\"type\":\"number\","
      "\"description\":\"How sure\",\"minimum\":0,\"maximum\":1,\"default\":0.0},"
      "\"name\":{\"type\":\"string\",\"minLength\":1,\"pattern\":\"^\\\\w+$\"},"
      "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":3,"
      "\"default\":[]},\"n\":{\"type\":\"integer\",\"exclusiveMinimum\":0,\"default\":1},"
      "\"tone\":{\"enum\":[\"plain\",\"warm\"],\"default\":\"plain\"}},\"required\":["
      "\"name\"]}");
}

static void
test_classes (void)
{
  static const char source[] = "class Level(str, Enum):\n"
                               "    LOW = 'low'\n"
                               "    HIGH = 'high'\n"
                               "class Base(BaseModel):\n"
                               "    id: str = ''\n"
                               "class State(Base):\n"
                               "    sources: list['Source'] = []\n"
                               "    level: Level\n"
                               "    _hidden: int = 1\n"
                               "    kind: ClassVar[str] = 'x'\n"
                               "    def total(self) -> int:\n"
                               "        n: int = 0\n"
                               "        return n\n"
                               "class Source(BaseModel):\n"
                               "    url: str\n"
                               "    parent: Optional['Source'] = None\n";
  g_auto (GStrv) names = troupe_python_class_list (source);
  g_autofree char *joined = g_strjoinv (",", names);
  g_autoptr (JsonNode) schema = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (joined, ==, "Base,State,Source");
  schema = troupe_python_class_to_schema (source, "State", NULL, &error);
  g_assert_no_error (error);
  assert_schema ("class Level(str, Enum):\n"
                 "    LOW = 'low'\n"
                 "    HIGH = 'high'\n"
                 "class Source(BaseModel):\n"
                 "    url: str\n"
                 "class State(BaseModel):\n"
                 "    sources: list[Source] = []\n"
                 "    level: Level\n",
                 NULL,
                 "{\"type\":\"object\",\"properties\":{\"sources\":{\"type\":\"array\",\"items\":{"
                 "\"type\":\"object\",\"properties\":{\"url\":{\"type\":\"string\"}},\"required\":["
                 "\"url\"]},\"default\":[]},\"level\":{\"enum\":[\"low\",\"high\"]}},\"required\":["
                 "\"level\"]}");
}

static void
test_left_out (void)
{
  g_auto (GStrv) left_out = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) schema = troupe_python_class_to_schema (
      "class S(BaseModel):\n    frame: pd.DataFrame\n    x: int = 1\n", NULL, &left_out, &error);

  g_assert_no_error (error);
  g_assert_nonnull (schema);
  g_assert_cmpuint (g_strv_length (left_out), ==, 1);
  g_assert_cmpstr (left_out[0], ==, "frame: pd.DataFrame");
  g_assert_null (troupe_python_class_to_schema ("x = 1\n", NULL, NULL, &error));
  g_assert_error (error, TROUPE_PYTHON_CLASS_ERROR, TROUPE_PYTHON_CLASS_ERROR_NONE);
}

/* Parsing terminates for any pasted text and does not read beyond the end of the text. */
static void
test_torn (void)
{
  static const char source[] =
      "class A(BaseModel):\n    a: Optional[List[Dict[str, 'A']]] = Field(default={'x': [1,\n"
      "    2]}, ge=0)\n    b: Annotated[Literal['q', 3], Field(le=1)] = 'q'\nclass A(A):\n  c: A|B "
      "= [[[\n";

  for (gsize i = 0; i < sizeof source; i++)
    {
      g_autofree char *torn = g_strndup (source, i);
      g_auto (GStrv) names = troupe_python_class_list (torn);
      g_autoptr (JsonNode) schema = troupe_python_class_to_schema (torn, NULL, NULL, NULL);

      g_assert_cmpint (schema != NULL, ==, names[0] != NULL);
    }
}

/* A chain of operators is a tree that is as deep on its left side as the chain is long. What follows it is parsed. */
static void
test_chain (void)
{
  static const char *const links[] = { " + 1", " < 1", " and 1", " - x[0]", " if 1 else 1" };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autoptr (GString) source = g_string_new ("class A(BaseModel):\n    a: int = 1");
      g_autoptr (JsonNode) schema = NULL;

      for (guint k = 0; k < 200000; k++)
        g_string_append (source, links[i]);
      g_string_append (source, "\n    b: str\n");
      schema = troupe_python_class_to_schema (source->str, NULL, NULL, NULL);
      g_assert_nonnull (schema);
      g_assert_true (json_object_has_member (
          json_object_get_object_member (json_node_get_object (schema), "properties"), "b"));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/python-class/types", test_types);
  g_test_add_func ("/python-class/optional", test_optional);
  g_test_add_func ("/python-class/fields", test_fields);
  g_test_add_func ("/python-class/classes", test_classes);
  g_test_add_func ("/python-class/left-out", test_left_out);
  g_test_add_func ("/python-class/torn", test_torn);
  g_test_add_func ("/python-class/chain", test_chain);

  return g_test_run ();
}
