/* troupe-typed-text.c: keeping the text of an entry in the draft while it is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-typed-text"

#include "config.h"

#include "troupe-typed-text.h"

#define KEY "troupe-typed-text"

typedef struct
{
  TroupeDocument *document;
  char *field;
  char *value; /* the text in the document */
  gulong handler;
} Typed;

static void
typed_free (gpointer data)
{
  Typed *self = data;

  g_object_unref (self->document);
  g_free (self->field);
  g_free (self->value);
  g_free (self);
}

static void
changed_cb (GtkEditable *entry)
{
  Typed *self = g_object_get_data (G_OBJECT (entry), KEY);
  const char *text = gtk_editable_get_text (entry);

  g_assert (self != NULL);

  troupe_document_set_typed (self->document, self->field,
                             g_str_equal (text, self->value) ? NULL : text);
}

void
troupe_typed_text_begin (GtkEditable *entry, TroupeDocument *document, const char *field)
{
  Typed *self;

  g_return_if_fail (GTK_IS_EDITABLE (entry));
  g_return_if_fail (TROUPE_IS_DOCUMENT (document));
  g_return_if_fail (field != NULL);

  troupe_typed_text_end (entry);
  self = g_new0 (Typed, 1);
  self->document = g_object_ref (document);
  self->field = g_strdup (field);
  self->value = g_strdup (gtk_editable_get_text (entry));
  self->handler = g_signal_connect (entry, "changed", G_CALLBACK (changed_cb), NULL);
  g_object_set_data_full (G_OBJECT (entry), KEY, self, typed_free);
}

void
troupe_typed_text_end (GtkEditable *entry)
{
  Typed *self;

  g_return_if_fail (GTK_IS_EDITABLE (entry));

  self = g_object_get_data (G_OBJECT (entry), KEY);
  if (self == NULL)
    return;
  g_signal_handler_disconnect (entry, self->handler);
  troupe_document_set_typed (self->document, self->field, NULL);
  g_object_set_data (G_OBJECT (entry), KEY, NULL);
}
