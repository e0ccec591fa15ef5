/* troupe-crew-edit-name.c: names of agents and tasks that are derived from their texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-edit-name"

#include "config.h"

#include "troupe-crew-change.h"
#include "troupe-crew-edit.h"
#include "troupe-tree.h"

/* A name has the first words of a text, and not many more characters than this. */
#define MAX_WORDS 5
#define MAX_LETTERS 32

/* Returns the first words of @text in lower case, joined by `_`. All other characters than letters
 * and digits separate words. (transfer full): empty if there is no word */
static char *
join_words (const char *text)
{
  g_autofree char *lower = g_utf8_strdown (text, -1);
  GString *name = g_string_new (NULL);
  gboolean is_word = FALSE;
  guint n_words = 0;
  guint n_letters = 0;

  for (const char *at = lower; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);

      if (!g_unichar_isalnum (letter) && !g_unichar_ismark (letter))
        {
          /* Not between a word and its ending, as in “writer’s”. */
          is_word = is_word && (letter == '\'' || letter == 0x2019);
          continue;
        }
      /* A text without spaces, such as Chinese, is one long word. */
      if ((!is_word && (n_words == MAX_WORDS || n_letters > MAX_LETTERS)) ||
          n_letters > MAX_LETTERS + MAX_LETTERS / 2)
        break;
      if (!is_word && n_words++ > 0)
        g_string_append_c (name, '_');
      is_word = TRUE;
      n_letters++;
      g_string_append_unichar (name, letter);
    }
  return g_string_free (name, FALSE);
}

typedef struct
{
  TroupeCrewSubject *subject;
  const char *agent; /* (nullable): the current name of the agent */
  guint task;
} Owner;

static gboolean
is_agent_name_taken (const char *name, gpointer user_data)
{
  const Owner *owner = user_data;
  g_autofree char *mistake = troupe_crew_edit_check_agent_name (owner->subject, owner->agent, name);

  return mistake != NULL;
}

static gboolean
is_task_name_taken (const char *name, gpointer user_data)
{
  const Owner *owner = user_data;
  g_autofree char *mistake = troupe_crew_edit_check_task_name (owner->subject, owner->task, name);

  return mistake != NULL;
}

char *
troupe_crew_edit_make_agent_name (TroupeCrewSubject *subject, const char *own, const char *role)
{
  Owner owner = { subject, own, 0 };
  g_autofree char *wanted = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (role != NULL, NULL);

  wanted = join_words (role);
  return *wanted != '\0' ? troupe_tree_find_free_name (wanted, is_agent_name_taken, &owner) : NULL;
}

char *
troupe_crew_edit_make_task_name (TroupeCrewSubject *subject, guint index, const char *description)
{
  Owner owner = { subject, NULL, index };
  g_autofree char *wanted = NULL;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (description != NULL, NULL);

  wanted = join_words (description);
  return *wanted != '\0' ? troupe_tree_find_free_name (wanted, is_task_name_taken, &owner) : NULL;
}
