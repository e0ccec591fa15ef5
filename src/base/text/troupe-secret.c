/* troupe-secret.c: secrets and their redaction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-secret"

#include "config.h"

#include <string.h>

#include "troupe-secret.h"

#define REPLACEMENT "\xef\xbf\xbd"

/* Maximum number of invisible characters between two characters of a key, so that a long run of
 * them delays no output. */
#define MAX_INVISIBLE 8

/* One form of a secret. */
typedef struct
{
  char *text;
  gsize length;
  gboolean is_word; /* found only as a whole word */
  gboolean
      is_loose; /* matched case-insensitively, with invisible characters in between, and
                   truncated */
} Form;

struct _TroupeSecret
{
  gatomicrefcount ref_count;
  GArray *forms;
  gboolean begins[256]; /* indexed by byte: whether a form begins with it */
};

struct _TroupeSecretStream
{
  TroupeSecret *secret; /* (nullable) */
  GString *held;
  char before; /* the byte before the withheld text; 0 at the beginning */
};

static void
form_clear (gpointer data)
{
  g_free (((Form *) data)->text);
}

/* @text: (transfer full) */
static void
add_form (TroupeSecret *self, char *text, gboolean is_word)
{
  Form form = { text, strlen (text), is_word, FALSE };

  g_assert (self != NULL);

  for (guint i = 0; i < self->forms->len; i++)
    {
      if (g_str_equal (g_array_index (self->forms, Form, i).text, text))
        {
          g_free (text);
          return;
        }
    }
  self->begins[(guchar) *text] = TRUE;
  g_array_append_val (self->forms, form);
}

/* Returns the base64 characters that depend on the secret only, if @n_before bytes of a group of
 * three precede it. */
static char *
encode (const char *text, gsize n_before)
{
  gsize length = strlen (text);
  g_autofree guchar *bytes = g_malloc0 (n_before + length);
  g_autofree char *whole = NULL;
  gsize first = (n_before * 8 + 5) / 6;

  memcpy (bytes + n_before, text, length);
  whole = g_base64_encode (bytes, n_before + length);
  return g_strndup (whole + first, (n_before + length) * 8 / 6 - first);
}

static char *
escape_json (const char *text, gboolean with_slashes)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      if (*text == '"' || *text == '\\' || (*text == '/' && with_slashes))
        g_string_append_c (out, '\\');
      g_string_append_c (out, *text);
    }
  return g_string_free (out, FALSE);
}

/* Writes each byte as a number between @before and @after. @digits: the hexadecimal digits, NULL
 * for decimal; @n_digits: two or four, for hexadecimal */
static char *
spell (const char *text, const char *before, const char *digits, guint n_digits, const char *after)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      const guint byte = (guchar) *text;

      g_string_append (out, before);
      if (digits == NULL)
        g_string_append_printf (out, "%u", byte);
      else
        g_string_append_printf (out, "%s%c%c", n_digits == 4 ? "00" : "", digits[byte >> 4],
                                digits[byte & 15]);
      g_string_append (out, after);
    }
  return g_string_free (out, FALSE);
}

/* Adds the numeric escapes of JSON, addresses, HTML and hex dumps. */
static void
add_numbers (TroupeSecret *self, const char *text)
{
  static const char *const digits[] = { "0123456789abcdef", "0123456789ABCDEF" };

  for (guint i = 0; i < G_N_ELEMENTS (digits); i++)
    {
      add_form (self, spell (text, "", digits[i], 2, ""), FALSE);
      add_form (self, spell (text, "%", digits[i], 2, ""), FALSE);
      add_form (self, spell (text, "\\u", digits[i], 4, ""), FALSE);
      add_form (self, spell (text, "&#x", digits[i], 2, ";"), FALSE);
    }
  add_form (self, spell (text, "&#", NULL, 0, ";"), FALSE);
}

/* Whether the beginning of @text is unlike words: it contains digits, or capitals after
 * lowercase letters. */
static gboolean
is_mixed (const char *text, gsize length)
{
  gboolean has_small = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (g_ascii_isdigit (text[i]) || (has_small && g_ascii_isupper (text[i])))
        return TRUE;
      has_small = has_small || g_ascii_islower (text[i]);
    }
  return FALSE;
}

static void
loosen (TroupeSecret *self, const char *text)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->forms->len; i++)
    {
      Form *form = &g_array_index (self->forms, Form, i);

      form->is_loose = form->is_loose || g_str_equal (form->text, text);
    }
  self->begins[(guchar) g_ascii_tolower (*text)] = TRUE;
  self->begins[(guchar) g_ascii_toupper (*text)] = TRUE;
}

static void
add_forms (TroupeSecret *self, const char *text)
{
  g_autofree char *folded = NULL;

  add_form (self, g_strdup (text), FALSE);
  if (strlen (text) >= TROUPE_SECRET_PART && is_mixed (text, strlen (text)))
    loosen (self, text);
  add_form (self, g_uri_escape_string (text, NULL, FALSE), FALSE);
  folded = g_uri_escape_string (text, NULL, FALSE);
  for (char *here = folded; (here = strchr (here, '%')) != NULL; here++)
    {
      here[1] = g_ascii_tolower (here[1]);
      here[2] = g_ascii_tolower (here[2]);
    }
  add_form (self, g_steal_pointer (&folded), FALSE);
  add_form (self, escape_json (text, FALSE), FALSE);
  add_form (self, escape_json (text, TRUE), FALSE);
  add_numbers (self, text);
  for (gsize i = 0; i < 3; i++)
    {
      char *plain = encode (text, i);

      add_form (self, g_strdup (plain), FALSE);
      /* The URL-safe alphabet of base64. */
      g_strdelimit (plain, "+", '-');
      g_strdelimit (plain, "/", '_');
      add_form (self, plain, FALSE);
    }
}

TroupeSecret *
troupe_secret_new (const char *const *texts)
{
  g_autoptr (TroupeSecret) self = g_new0 (TroupeSecret, 1);

  g_return_val_if_fail (texts != NULL, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->forms = g_array_new (FALSE, FALSE, sizeof (Form));
  g_array_set_clear_func (self->forms, form_clear);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      gsize length = strlen (texts[i]);

      if (length >= TROUPE_SECRET_LONG)
        add_forms (self, texts[i]);
      else if (length >= TROUPE_SECRET_SHORTEST)
        add_form (self, g_strdup (texts[i]), TRUE);
    }
  return self->forms->len > 0 ? g_steal_pointer (&self) : NULL;
}

TroupeSecret *
troupe_secret_ref (TroupeSecret *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_secret_unref (TroupeSecret *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->forms);
  g_free (self);
}

static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || byte == '-' || (guchar) byte >= 0x80;
}

/* Returns the bytes of an invisible character at @text, or 0. @is_cut: (out): whether more text
 * could complete one */
static gsize
measure_invisible (const char *text, gsize length, gboolean *is_cut)
{
  gunichar letter;

  *is_cut = length == 0;
  if (length == 0 || (guchar) *text < 0x80)
    return 0;
  letter = g_utf8_get_char_validated (text, (gssize) length);
  *is_cut = letter == (gunichar) -2;
  if (letter >= 0x80000000 || g_unichar_type (letter) != G_UNICODE_FORMAT)
    return 0;
  return (gsize) g_unichar_to_utf8 (letter, NULL);
}

/* Like find_at(), for one form that is matched loosely. */
static gsize
find_loosely (const Form *form, const char *text, gsize length, gboolean is_end, gboolean *is_open)
{
  gsize here = 0;
  gsize end = 0; /* after the last matched character of the key */
  gsize n_found = 0;
  guint n_invisible = 0;

  g_assert (form != NULL);

  while (n_found < form->length)
    {
      gboolean is_cut = here == length;
      gsize n_bytes;

      if (!is_cut && g_ascii_tolower (text[here]) == g_ascii_tolower (form->text[n_found]))
        {
          n_found++;
          end = ++here;
          n_invisible = 0;
          continue;
        }
      n_bytes = n_found > 0 && n_invisible < MAX_INVISIBLE
                    ? measure_invisible (text + here, length - here, &is_cut)
                    : 0;
      if (is_cut && !is_end)
        *is_open = TRUE;
      if (n_bytes == 0)
        break;
      n_invisible++;
      here += n_bytes;
    }
  if (n_found == form->length || (n_found >= TROUPE_SECRET_PART && is_mixed (form->text, n_found)))
    return end;
  return 0;
}

/* Returns the length of the longest secret that begins at @text. @is_open: (out): whether more
 * text could complete a secret; @is_end: no more text follows */
static gsize
find_at (TroupeSecret *self,
         const char *text,
         gsize length,
         char before,
         gboolean is_end,
         gboolean *is_open)
{
  gsize found = 0;

  *is_open = FALSE;
  if (!self->begins[(guchar) *text])
    return 0;
  for (guint i = 0; i < self->forms->len; i++)
    {
      const Form *form = &g_array_index (self->forms, Form, i);

      if (form->is_loose)
        {
          found = MAX (found, find_loosely (form, text, length, is_end, is_open));
          continue;
        }
      if (form->is_word && is_word_byte (before))
        continue;
      if (memcmp (text, form->text, MIN (length, form->length)) != 0)
        continue;
      if (length < form->length || (form->is_word && length == form->length && !is_end))
        *is_open = *is_open || !is_end;
      else if (!form->is_word || length == form->length || !is_word_byte (text[form->length]))
        found = MAX (found, form->length);
    }
  return found;
}

/* Appends @text to @out with each secret masked. Returns how many bytes of @text have been
 * processed. */
static gsize
hide (TroupeSecret *self,
      const char *text,
      gsize length,
      char before,
      gboolean is_end,
      GString *out)
{
  gsize start = 0;
  gsize here = 0;

  while (here < length)
    {
      gboolean is_open = FALSE;
      gsize found = text[here] == '\0' ? 1 : 0;

      if (found == 0 && self != NULL)
        found = find_at (self, text + here, length - here, here > 0 ? text[here - 1] : before,
                         is_end, &is_open);
      if (is_open)
        break;
      if (found == 0)
        {
          here++;
          continue;
        }
      g_string_append_len (out, text + start, (gssize) (here - start));
      g_string_append (out, text[here] == '\0' ? REPLACEMENT : TROUPE_SECRET_MASK);
      here += found;
      start = here;
    }
  g_string_append_len (out, text + start, (gssize) (here - start));
  return here;
}

char *
troupe_secret_hide (TroupeSecret *self, const char *text, gssize length)
{
  GString *out = g_string_new (NULL);

  g_return_val_if_fail (text != NULL, NULL);

  hide (self, text, length < 0 ? strlen (text) : (gsize) length, '\0', TRUE, out);
  return g_string_free (out, FALSE);
}

TroupeSecretStream *
troupe_secret_stream_new (TroupeSecret *secret)
{
  TroupeSecretStream *self = g_new0 (TroupeSecretStream, 1);

  self->secret = secret != NULL ? troupe_secret_ref (secret) : NULL;
  self->held = g_string_new (NULL);
  return self;
}

void
troupe_secret_stream_free (TroupeSecretStream *self)
{
  g_clear_pointer (&self->secret, troupe_secret_unref);
  g_string_free (self->held, TRUE);
  g_free (self);
}

static void
go_on (TroupeSecretStream *self, gboolean is_end, GString *out)
{
  gsize n_done = hide (self->secret, self->held->str, self->held->len, self->before, is_end, out);

  g_assert (self != NULL);

  if (n_done > 0)
    self->before = self->held->str[n_done - 1];
  g_string_erase (self->held, 0, (gssize) n_done);
}

void
troupe_secret_stream_feed (TroupeSecretStream *self, const char *text, gsize length, GString *out)
{
  g_return_if_fail (self != NULL && out != NULL);

  g_string_append_len (self->held, text, (gssize) length);
  go_on (self, FALSE, out);
}

void
troupe_secret_stream_end (TroupeSecretStream *self, GString *out)
{
  g_return_if_fail (self != NULL && out != NULL);

  go_on (self, TRUE, out);
}
