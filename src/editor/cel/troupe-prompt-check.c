/* troupe-prompt-check.c: checks the placeholders of a prompt against the inputs of its crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-prompt-check"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-prompt-check.h"

#define GIVEN_TAG "troupe-given"
#define MISSING_TAG "troupe-missing"
/* Maximum length of a highlighted text in bytes. */
#define LONGEST_PAINTED 100000

/* Canvas purple (doc/interface.md §4) in light and dark. */
static const char *const purple[] = { "#813d9c", "#c78ae0" };
static const char *const amber[] = { "#865e00", "#f0cf6b" };

static gboolean
is_given (TroupeCrewSubject *subject, const char *name)
{
  const char *const path[] = { "inputs", name, NULL };

  return troupe_crew_subject_get_value (subject, path) != NULL;
}

char **
troupe_prompt_check_list (TroupeCrewSubject *subject, const char *text, gboolean given)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *end;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (text != NULL, NULL);

  while ((text = troupe_crew_find_placeholder (text, &end)) != NULL)
    {
      g_autofree char *name = g_strndup (text + 1, (gsize) (end - text) - 2);

      if (is_given (subject, name) == given &&
          !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
      text = end;
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_steal (names, NULL);
}

/* Returns `{a}, {b}`. (transfer full) */
static char *
join_names (char **names)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (out, "%s{%s}", i > 0 ? ", " : "", names[i]);

  return g_string_free (out, FALSE);
}

/* (transfer full) (nullable) */
static char *
describe_missing (TroupeCrewSubject *subject, const char *text)
{
  g_auto (GStrv) names = troupe_prompt_check_list (subject, text, FALSE);
  g_autofree char *joined = names != NULL ? join_names (names) : NULL;

  if (names == NULL)
    return NULL;
  /* Translators: %s is one or more names in braces, such as {topic}. */
  return g_strdup_printf (ngettext ("%s is not among the inputs. Every run must provide it.",
                                    "%s are not among the inputs. Every run must provide them.",
                                    g_strv_length (names)),
                          joined);
}

/* (transfer full) (nullable) */
static char *
describe_given (TroupeCrewSubject *subject, const char *text)
{
  g_auto (GStrv) names = troupe_prompt_check_list (subject, text, TRUE);
  g_autofree char *joined = names != NULL ? join_names (names) : NULL;

  if (names == NULL)
    return NULL;
  /* Translators: %s is one or more names in braces, such as {topic}. */
  return g_strdup_printf (ngettext ("%s is provided", "%s are provided", g_strv_length (names)),
                          joined);
}

/* --- Multi-line texts ------------------------------------------------------------------------- */

static GtkTextTag *
get_tag (GtkTextBuffer *buffer, const char *name)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), name);
  guint dark = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? 1 : 0;

  if (tag == NULL)
    tag = gtk_text_buffer_create_tag (buffer, name, NULL, NULL);
  if (g_str_equal (name, GIVEN_TAG))
    g_object_set (tag, "foreground", purple[dark], NULL);
  else
    g_object_set (tag, "foreground", amber[dark], "underline", PANGO_UNDERLINE_ERROR, NULL);

  return tag;
}

static void
check_field (TroupeTextField *field, TroupeCrewSubject *subject)
{
  g_autofree char *text = troupe_text_field_get_text (field);
  g_autofree char *given = describe_given (subject, text);
  g_autofree char *missing = describe_missing (subject, text);
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (field);
  GtkTextTag *tags[] = { get_tag (buffer, MISSING_TAG), get_tag (buffer, GIVEN_TAG) };
  const char *from = text;
  const char *end;
  GtkTextIter start, stop;

  g_assert (TROUPE_IS_TEXT_FIELD (field));

  gtk_text_buffer_get_bounds (buffer, &start, &stop);
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    gtk_text_buffer_remove_tag (buffer, tags[i], &start, &stop);
  if (strlen (text) <= LONGEST_PAINTED)
    {
      while ((from = troupe_crew_find_placeholder (from, &end)) != NULL)
        {
          g_autofree char *name = g_strndup (from + 1, (gsize) (end - from) - 2);

          gtk_text_buffer_get_iter_at_offset (buffer, &start,
                                              (int) g_utf8_pointer_to_offset (text, from));
          gtk_text_buffer_get_iter_at_offset (buffer, &stop,
                                              (int) g_utf8_pointer_to_offset (text, end));
          gtk_text_buffer_apply_tag (buffer, tags[is_given (subject, name) ? 1 : 0], &start, &stop);
          from = end;
        }
    }
  troupe_text_field_set_note (field, given);
  troupe_text_field_set_message (field, missing, FALSE);
}

static TroupeCrewSubject *
get_subject (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), "troupe-subject");
}

static void
check_field_cb (TroupeTextField *field)
{
  check_field (field, get_subject (field));
}

void
troupe_prompt_check_attach (TroupeTextField *field, TroupeCrewSubject *subject)
{
  g_return_if_fail (TROUPE_IS_TEXT_FIELD (field));
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (subject));

  g_object_set_data_full (G_OBJECT (field), "troupe-subject", g_object_ref (subject),
                          g_object_unref);
  g_signal_connect_object (troupe_text_field_get_buffer (field), "changed",
                           G_CALLBACK (check_field_cb), field, G_CONNECT_SWAPPED);
  /* Inputs can be added and removed. */
  g_signal_connect_object (subject, "changed", G_CALLBACK (check_field_cb), field,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (check_field_cb), field, G_CONNECT_SWAPPED);
  check_field (field, subject);
}

/* --- Single-line texts ------------------------------------------------------------------------ */

static void
check_row_cb (AdwEntryRow *row)
{
  TroupeCrewSubject *subject = get_subject (row);
  GtkWidget *sign = g_object_get_data (G_OBJECT (row), "troupe-sign");
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  PangoAttrList *attributes = pango_attr_list_new ();
  g_autofree char *missing = describe_missing (subject, text);
  guint dark = adw_style_manager_get_dark (adw_style_manager_get_default ()) ? 1 : 0;
  const char *from = text;
  const char *end;

  g_assert (ADW_IS_ENTRY_ROW (row));

  while ((from = troupe_crew_find_placeholder (from, &end)) != NULL)
    {
      g_autofree char *name = g_strndup (from + 1, (gsize) (end - from) - 2);
      gsize color_from = (gsize) (from - text);
      gsize to = (gsize) (end - text);
      PangoColor color;
      PangoAttribute *attribute;

      pango_color_parse (&color, is_given (subject, name) ? purple[dark] : amber[dark]);
      attribute = pango_attr_foreground_new (color.red, color.green, color.blue);
      attribute->start_index = (guint) color_from;
      attribute->end_index = (guint) to;
      pango_attr_list_insert (attributes, attribute);
      from = end;
    }
  adw_entry_row_set_attributes (row, attributes);
  pango_attr_list_unref (attributes);
  gtk_widget_set_visible (sign, missing != NULL);
  gtk_widget_set_tooltip_text (sign, missing);
  gtk_accessible_update_property (GTK_ACCESSIBLE (sign), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  missing != NULL ? missing : "", -1);
}

void
troupe_prompt_check_attach_row (AdwEntryRow *row, TroupeCrewSubject *subject)
{
  GtkWidget *sign;

  g_return_if_fail (ADW_IS_ENTRY_ROW (row));
  g_return_if_fail (TROUPE_IS_CREW_SUBJECT (subject));

  sign = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  gtk_widget_add_css_class (sign, "warning");
  adw_entry_row_add_suffix (row, sign);
  g_object_set_data (G_OBJECT (row), "troupe-sign", sign);
  g_object_set_data_full (G_OBJECT (row), "troupe-subject", g_object_ref (subject), g_object_unref);
  g_signal_connect (row, "changed", G_CALLBACK (check_row_cb), NULL);
  g_signal_connect_object (subject, "changed", G_CALLBACK (check_row_cb), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (check_row_cb), row, G_CONNECT_SWAPPED);
  check_row_cb (row);
}
