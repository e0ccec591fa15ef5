/* troupe-template-texts.c: what the templates say, in the person's language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-template-texts"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-template-texts.h"

/* Each as it stands in data/examples. Names, events and what a method gives are not among them: they are
 * the flow. */
static const char *const texts[] = {
  N_ ("Three steps, one after the other."),
  N_ ("Where the flow begins: the topic comes from the state."),
  N_ ("Turns the topic into three headings."),
  N_ ("The last output is the result of the flow."),
  N_ ("**Three in a row**\nPress Run. Each step starts when the one before it has finished. "
      "The result is “Autumn leaves in 3 parts”."),
  N_ ("Three steps at the same time, and one that waits for all of them."),
  N_ ("The orders of the day."),
  N_ ("Who has paid already."),
  N_ ("Who has not paid yet."),
  N_ ("Orders of 100 or more."),
  N_ ("Runs once all three have finished."),
  N_ ("**Side by side**\nThe three searches start together. The “and” gate lets the report begin "
      "when all of them have finished."),
  N_ ("A router that looks at a score and sends the flow down one of three branches."),
  N_ ("Title"),
  N_ ("What the piece is called"),
  N_ ("Score"),
  N_ ("How good it is, from 0 to 1"),
  N_ ("Takes title and score from the inputs."),
  N_ ("0.7 or more is published, 0.4 or more is revised."),
  N_ ("Runs only where the router said “publish”."),
  N_ ("Runs only where the router said “revise”."),
  N_ ("Runs only where the router said “reject”."),
  N_ ("**One of three branches**\nRun it with inputs and change the score: 0.8 publishes, 0.5 asks "
      "for changes, 0.2 says thank you."),
  N_ ("A loop: a draft is improved until its quality reaches the goal, five times at most."),
  N_ ("What the text is about."),
  N_ ("One more version. It reads its own last output to know where it was."),
  N_ ("Good enough, or once more?"),
  N_ ("Runs once, with the version that was good enough."),
  N_ ("**Round and round**\nEach pass adds 20 to the quality. With the goal 90 the fourth "
      "version is good enough."),
  N_ ("A condition in a condition: publish when both checks are done, or at once when it is "
      "urgent."),
  N_ ("The news as it came in."),
  N_ ("Urgent news skips the checks."),
  N_ ("Is it true?"),
  N_ ("Is it well written?"),
  N_ ("Runs after both checks, or after “urgent” alone."),
  N_ ("**This and that, or the other**\nRun it as it is: both checks, then publish. Set "
      "urgent to true: publish at once."),
  N_ ("Two agents: one writes, one reviews."),
  N_ ("What to write about."),
  N_ ("A writer drafts a short text."),
  N_ ("An editor reads the draft."),
  N_ ("Draft and review side by side."),
  N_ ("**Two agents**\nThe model “mock/echo” answers without network and key. Put a real "
      "one into the field Model (for example openai/gpt-4.1-mini) to get a real text."),
  N_ ("A crew writes, an editor reviews, and the crew writes again until the editor agrees, three "
      "times at most."),
  N_ ("What the crew is told: the product, the number of the version, and what the editor said of "
      "the last one."),
  N_ ("The crew: one agent finds what matters, another writes."),
  N_ ("The editor says APPROVED, or what is missing."),
  N_ ("The text, and which version it is."),
  N_ ("**Until the editor agrees**\nThe mock models need no network and no key: the first version "
      "is sent back, the second is printed. For real texts write a real model (for example "
      "openai/gpt-4.1-mini) into the field Model of each agent."),
};

/* The text in the person's language, or NULL where it is none of the templates'. */
static const char *
find_translation (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (texts[i], text))
      return _ (texts[i]);
  return NULL;
}

static gboolean
is_shown (const char *key)
{
  return g_str_equal (key, "description") || g_str_equal (key, "title") ||
         g_str_equal (key, "text");
}

static JsonNode *translate (JsonNode *node, gboolean *changed);

static JsonNode *
translate_member (const char *key, JsonNode *node, gboolean *changed)
{
  const char *text, *translation;

  /* What a state begins with, and what models are told, is the flow. */
  if (g_str_equal (key, "default") || g_str_equal (key, "with"))
    return json_node_copy (node);
  if (!is_shown (key) || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return translate (node, changed);
  text = json_node_get_string (node);
  translation = find_translation (text);
  if (translation == NULL || g_str_equal (translation, text))
    return json_node_copy (node);
  *changed = TRUE;
  return json_node_init_string (json_node_alloc (), translation);
}

static JsonNode *
translate (JsonNode *node, gboolean *changed)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_object_new ();
      JsonNode *copy = json_node_init_object (json_node_alloc (), object);
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (object, key, translate_member (key, member, changed));
      json_object_unref (object);
      return copy;
    }
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_array_new ();
      JsonNode *copy = json_node_init_array (json_node_alloc (), array);

      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        json_array_add_element (
            array, translate (json_array_get_element (json_node_get_array (node), i), changed));
      json_array_unref (array);
      return copy;
    }
  return json_node_copy (node);
}

char *
troupe_template_texts_translate (TroupeFlowDocument *document, gsize *length)
{
  gboolean changed = FALSE;
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  node = translate (troupe_document_get_root (TROUPE_DOCUMENT (document)), &changed);
  return changed ? troupe_json_write (node, NULL, length) : NULL;
}
