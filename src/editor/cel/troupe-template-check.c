/* troupe-template-check.c: checks the slots of a prompt template: {{ .System }}, {{ .Prompt }}, {{
 * .Response }}
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-template-check"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-template-check.h"

#define OWN_TAG "troupe-slot"
#define OTHER_TAG "troupe-slot-unknown"

const char *
troupe_template_check_get_slot (const char *key)
{
  /* CrewAI replaces only these words (doc/crew-semantics.md §10). */
  static const char *const slots[][2] = {
    { "system_template", "{{ .System }}" },
    { "prompt_template", "{{ .Prompt }}" },
    { "response_template", "{{ .Response }}" },
  };

  g_return_val_if_fail (key != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (slots); i++)
    if (g_str_equal (slots[i][0], key))
      return slots[i][1];
  return NULL;
}

/* Finds the next `{{ … }}`, or returns NULL. @end: (out): position after the slot */
static const char *
find_slot (const char *text, const char **end)
{
  const char *open = strstr (text, "{{");
  const char *close = open != NULL ? strstr (open, "}}") : NULL;

  *end = close != NULL ? close + 2 : NULL;
  return close != NULL ? open : NULL;
}

char *
troupe_template_check (const char *text, const char *slot, gboolean *missing)
{
  const char *from = text;
  const char *end;

  g_return_val_if_fail (text != NULL && slot != NULL && missing != NULL, NULL);

  *missing = text[0] != '\0' && strstr (text, slot) == NULL;
  while ((from = find_slot (from, &end)) != NULL)
    {
      g_autofree char *word = g_strndup (from, (gsize) (end - from));

      if (!g_str_equal (word, slot))
        /* Translators: both %s are words such as {{ .System }}; the first one is wrong, the
         * second one is the right one. */
        return g_strdup_printf (_ ("%s is not replaced. Use %s instead."), word, slot);
      from = end;
    }
  return *missing ? g_strdup_printf (_ ("%s is missing, so nothing is inserted."), slot) : NULL;
}

static GtkTextTag *
get_tag (GtkTextBuffer *buffer, const char *name, const char *light, const char *dark)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), name);

  if (tag == NULL)
    tag = gtk_text_buffer_create_tag (buffer, name, NULL, NULL);
  g_object_set (tag, "foreground",
                adw_style_manager_get_dark (adw_style_manager_get_default ()) ? dark : light, NULL);
  return tag;
}

static const char *
get_slot (gpointer field)
{
  return g_object_get_data (G_OBJECT (field), "troupe-slot");
}

/* Appends the slot on a separate line, as the user would have typed it. */
static void
add_slot_cb (TroupeTextField *field)
{
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (field);
  g_autofree char *text = troupe_text_field_get_text (field);
  GtkTextIter end;

  g_assert (TROUPE_IS_TEXT_FIELD (field));

  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_end_iter (buffer, &end);
  if (text[0] != '\0' && !g_str_has_suffix (text, "\n"))
    gtk_text_buffer_insert (buffer, &end, "\n", -1);
  gtk_text_buffer_insert (buffer, &end, get_slot (field), -1);
  gtk_text_buffer_end_user_action (buffer);
}

static void
check_cb (TroupeTextField *field)
{
  g_autofree char *text = troupe_text_field_get_text (field);
  gboolean missing = FALSE;
  g_autofree char *message = troupe_template_check (text, get_slot (field), &missing);
  const char *slot = get_slot (field);
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (field);
  GtkTextTag *own = get_tag (buffer, OWN_TAG, "#813d9c", "#dc8add");
  GtkTextTag *other = get_tag (buffer, OTHER_TAG, "#905300", "#f8e45c");
  GtkTextIter start;
  GtkTextIter stop;
  const char *from = text;
  const char *end;

  g_assert (TROUPE_IS_TEXT_FIELD (field));

  gtk_text_buffer_get_bounds (buffer, &start, &stop);
  gtk_text_buffer_remove_tag (buffer, own, &start, &stop);
  gtk_text_buffer_remove_tag (buffer, other, &start, &stop);
  while ((from = find_slot (from, &end)) != NULL)
    {
      gboolean is_own =
          strlen (slot) == (gsize) (end - from) && strncmp (from, slot, strlen (slot)) == 0;

      gtk_text_buffer_get_iter_at_offset (buffer, &start,
                                          (int) g_utf8_pointer_to_offset (text, from));
      gtk_text_buffer_get_iter_at_offset (buffer, &stop,
                                          (int) g_utf8_pointer_to_offset (text, end));
      gtk_text_buffer_apply_tag (buffer, is_own ? own : other, &start, &stop);
      from = end;
    }
  troupe_text_field_set_message (field, message, FALSE);
  if (message != NULL && missing)
    {
      g_autofree char *label = g_strdup_printf (_ ("Add %s"), get_slot (field));
      GtkWidget *fix = troupe_text_field_add_fix (field, label);

      g_signal_connect_object (fix, "clicked", G_CALLBACK (add_slot_cb), field, G_CONNECT_SWAPPED);
    }
}

void
troupe_template_check_attach (TroupeTextField *field, const char *slot)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (field));
  g_return_if_fail (slot != NULL);

  g_object_set_data_full (G_OBJECT (field), "troupe-slot", g_strdup (slot), g_free);
  g_signal_connect_object (troupe_text_field_get_buffer (field), "changed", G_CALLBACK (check_cb),
                           field, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (check_cb),
                           field, G_CONNECT_SWAPPED);
  check_cb (field);
}
