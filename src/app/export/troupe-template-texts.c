/* troupe-template-texts.c: translates the texts of the flow templates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-template-texts"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-template-texts.h"

/* These texts must match the texts in data/examples. Names, events and outputs of methods are
 * not included, because they are part of the flow. */
static const char *const texts[] = {
  N_ ("Three steps, one after the other."),
  N_ ("Start of the flow: the topic comes from the state."),
  N_ ("Splits the topic into three headings."),
  N_ ("The last output is the result of the flow."),
  N_ ("**Three in a row**\nPress Run. Each step starts when the previous one has finished. The "
      "result is “Autumn leaves in 3 parts”."),
  N_ ("Three steps in parallel, and one that waits for all of them."),
  N_ ("Today’s orders."),
  N_ ("Customers who have paid."),
  N_ ("Customers who have not paid yet."),
  N_ ("Orders of 100 or more."),
  N_ ("Runs when all three have finished."),
  N_ ("**In parallel**\nThe three searches start at the same time. The “and” gate starts the "
      "report when all of them have finished."),
  N_ ("A router that checks a score and sends the flow down one of three branches."),
  N_ ("Title"),
  N_ ("The title of the piece"),
  N_ ("Score"),
  N_ ("Its quality, from 0 to 1"),
  N_ ("Takes the title and the score from the inputs."),
  N_ ("0.7 or more: publish; 0.4 or more: revise; otherwise reject."),
  N_ ("Runs only when the router emits “publish”."),
  N_ ("Runs only when the router emits “revise”."),
  N_ ("Runs only when the router emits “reject”."),
  N_ ("**One of three branches**\nRun it with inputs and change the score: 0.8 publishes, 0.5 asks "
      "for changes, 0.2 declines with thanks."),
  N_ ("A loop: a draft is improved until its quality reaches the goal, at most five times."),
  N_ ("The topic of the text."),
  N_ ("The next version. It reads its own last output to continue from there."),
  N_ ("Good enough, or another round?"),
  N_ ("Runs once, with the version that is good enough."),
  N_ ("**A loop**\nEach pass adds 20 to the quality. With a goal of 90, the fourth version is good "
      "enough."),
  N_ ("A person approves an invitation, or sends it back with comments."),
  N_ ("The topic of the invitation."),
  N_ ("The next version, with the comments on the last one."),
  N_ ("The run waits here until a person has answered."),
  N_ ("Runs only when the person has approved."),
  N_ ("**Ask a person**\nThe run stops at “ask”. Approve the text, or enter what to change, and the "
      "question is asked again."),
  N_ ("A crew writes, an editor reviews, and the crew writes again until the editor approves, at "
      "most three times."),
  N_ ("The inputs of the crew: the product, the version number, and the editor’s comments on the "
      "last version."),
  N_ ("The crew: one agent finds the key points, another writes."),
  N_ ("The editor answers APPROVED, or lists what is missing."),
  N_ ("The text and its version number."),
  N_ ("**Until the editor agrees**\nThe mock models need no network and no API key: the first "
      "version is sent back, the second is printed. For real texts, enter a real model (for "
      "example openai/gpt-4.1-mini) in the Model field of each agent."),
};

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

  /* Default values of the state and inputs of models are part of the flow and are not
   * translated. */
  if (g_str_equal (key, "default") || g_str_equal (key, "with"))
    return json_node_copy (node);
  if (!is_shown (key) || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return translate (node, changed);
  text = json_node_get_string (node);
  translation = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (texts[i], text))
      {
        translation = _ (texts[i]);
        break;
      }
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
