/* troupe-paste-remarks.c: what the user is informed about after pasting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-paste-remarks"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-paste-remarks.h"

/* Number of remarks of a kind that are listed. Of further ones only the number is given. */
#define MOST_LISTED 4

void
troupe_paste_remarks_init (TroupePasteRemarks *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < TROUPE_PASTE_N_REMARKS; i++)
    self->texts[i] = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
troupe_paste_remarks_clear (TroupePasteRemarks *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < TROUPE_PASTE_N_REMARKS; i++)
    g_clear_pointer (&self->texts[i], g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
}

void
troupe_paste_remarks_add (TroupePasteRemarks *self,
                          TroupePasteRemark remark,
                          const char *name,
                          const char *user)
{
  g_autofree char *text = NULL;

  g_return_if_fail (self != NULL && remark < TROUPE_PASTE_N_REMARKS);
  g_return_if_fail (name != NULL);

  /* TRANSLATORS: %1$s is a name, %2$s the method or task that mentions it. */
  text = user != NULL ? g_strdup_printf (_ ("%1$s in %2$s"), name, user) : g_strdup (name);
  if (g_hash_table_add (self->known, g_strdup_printf ("%d %s", (int) remark, text)))
    g_ptr_array_add (self->texts[remark], g_steal_pointer (&text));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
char *
troupe_paste_remarks_describe (TroupePasteRemarks *self)
{
  static const char *const sentences[TROUPE_PASTE_N_REMARKS] = {
    [TROUPE_PASTE_KEPT] = N_ ("Not copied, so the original is used: %s."),
    [TROUPE_PASTE_MISSING] = N_ ("Not copied, and missing here: %s."),
    [TROUPE_PASTE_CUT] = N_ ("Wires from outside were not pasted: %s."),
    [TROUPE_PASTE_REMOVED] = N_ ("Not copied, so the reference was removed: %s."),
    [TROUPE_PASTE_REPLACED] = N_ ("Missing here, so another agent was assigned: %s."),
    [TROUPE_PASTE_FIXED] = N_ ("Events from code or a model keep their names: %s."),
    [TROUPE_PASTE_CODE] = N_ ("Names in Python code were not changed: %s."),
    [TROUPE_PASTE_OUTPUT] = N_ ("Outputs with renamed events are used elsewhere: %s."),
    [TROUPE_PASTE_ADDED] = N_ ("Fields added to the state: %s."),
    [TROUPE_PASTE_NO_FIELD] = N_ ("Fields that the state does not have: %s."),
  };
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < TROUPE_PASTE_N_REMARKS; i++)
    {
      g_autofree char *list = NULL;
      guint n_listed;
      guint n_others;
      g_autoptr (GString) shown = NULL;

      if (self->texts[i]->len == 0)
        continue;
      /* The first remarks, and the number of the others. */
      n_listed = self->texts[i]->len <= MOST_LISTED + 1 ? self->texts[i]->len : MOST_LISTED;
      n_others = self->texts[i]->len - n_listed;
      shown = g_string_new (NULL);
      for (guint j = 0; j < n_listed; j++)
        g_string_append_printf (shown, "%s%s", j > 0 ? ", " : "",
                                (char *) self->texts[i]->pdata[j]);
      list = n_others > 0
                 ? g_strdup_printf (ngettext ("%s and %u more", "%s and %u more", n_others),
                                    shown->str, n_others)
                 : g_strdup (shown->str);
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append_printf (text, _ (sentences[i]), list);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}
#pragma GCC diagnostic pop
