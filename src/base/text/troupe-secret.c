/* troupe-secret.c: secrets and their redaction
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-secret"

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>

#include "troupe-secret.h"

#define REPLACEMENT "\xef\xbf\xbd"

/* Maximum number of invisible characters between two characters of a key. It is limited so that
 * a long run of such characters does not delay any output. */
#define MAX_INVISIBLE 8

/* Number of bytes of a text that are hashed at once. */
#define SAMPLE 4u

/* Number of bytes of the escape sequence \u0000 without its last one. */
#define LONGEST_ESCAPE 5u

/* One form of a secret.
 * @part, @end_part: minimum number of bytes of its beginning that are found in a text, and at the
 *   end of a text, where a limit may have cut it; @length if it is only found completely
 * @tail_part: the same for its end at the beginning of a text
 * @is_word: found only as a whole word
 * @is_loose: matched case-insensitively and with invisible characters in between */
typedef struct
{
  char *text;
  gsize length;
  gsize part;
  gsize end_part;
  gsize tail_part;
  gboolean is_word;
  gboolean is_loose;
} Form;

/* @pairs: a bit for each pair of bytes with which a form may begin, so that most text is skipped
 * without comparing it with any form; @windows: a bit for the hash of each SAMPLE bytes of a form,
 * so that the beginning of most texts is not compared either; @forms, @order: the forms that may
 * begin with byte B are those with the indices @order[@first[B]] to @order[@first[B + 1] - 1] */
struct _TroupeSecret
{
  gatomicrefcount ref_count;
  char **texts; /* the secrets themselves, to join them with others */
  GArray *forms;
  guint first_form; /* of the secret that is being added */
  guint8 pairs[0x10000 / 8];
  guint8 windows[0x10000 / 8];
  guint first[257];
  guint *order;
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
  const gsize length = strlen (text);
  Form form = { text, length, length, length, length, is_word, FALSE };

  g_assert (self != NULL);

  for (guint i = self->first_form; i < self->forms->len; i++)
    {
      if (g_str_equal (g_array_index (self->forms, Form, i).text, text))
        {
          g_free (text);
          return;
        }
    }
  g_array_append_val (self->forms, form);
}

/* Returns the base64 characters that depend only on the secret, if @n_before bytes of a group of
 * three precede the secret. */
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

/* A key may have several lines, such as a private key. */
static char *
escape_json (const char *text, gboolean with_slashes)
{
  static const char controls[] = "\b\f\n\r\t";
  static const char letters[] = "bfnrt";
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      const char *control = strchr (controls, *text);

      if (control != NULL || *text == '"' || *text == '\\' || (*text == '/' && with_slashes))
        g_string_append_c (out, '\\');
      if (control == NULL && (guchar) *text < 0x20)
        g_string_append_printf (out, "\\u%04x", (guint) *text);
      else
        g_string_append_c (out, control != NULL ? letters[control - controls] : *text);
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

/* Returns TRUE if the beginning of @text is unlike a word, because it contains digits, or
 * capitals after lowercase letters. */
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

  for (guint i = self->first_form; i < self->forms->len; i++)
    {
      Form *form = &g_array_index (self->forms, Form, i);

      form->is_loose = form->is_loose || g_str_equal (form->text, text);
    }
}

/* Returns the minimum number of bytes, at least @shortest, with which @text is unlike a word. */
static gsize
get_beginning (const char *text, gsize length, gsize shortest)
{
  gsize n_bytes = shortest;

  while (n_bytes < length && !is_mixed (text, n_bytes))
    n_bytes++;
  return MIN (n_bytes, length);
}

/* Lets the forms of @text be found if they are cut. The lengths are proportional, because the
 * encodings are: an encoded byte may be longer than others by a rounded-up character. */
static void
add_parts (TroupeSecret *self, const char *text)
{
  const gsize length = strlen (text);
  const gsize part = get_beginning (text, length, TROUPE_SECRET_PART);
  const gsize end_part = get_beginning (text, length, TROUPE_SECRET_LONG);
  gsize tail_part;
  gsize n_bytes = TROUPE_SECRET_PART;

  g_assert (self != NULL);

  while (n_bytes < length && !is_mixed (text + length - n_bytes, n_bytes))
    n_bytes++;
  tail_part = MIN (n_bytes, length);
  for (guint i = self->first_form; i < self->forms->len; i++)
    {
      Form *form = &g_array_index (self->forms, Form, i);

      form->part = MIN (form->length, (form->length * part + length - 1) / length);
      form->end_part = MIN (form->length, (form->length * end_part + length - 1) / length);
      form->tail_part = MIN (form->length, (form->length * tail_part + length - 1) / length);
    }
}

static void
add_forms (TroupeSecret *self, const char *text)
{
  g_autofree char *folded = NULL;
  g_autofree char *escaped = escape_json (text, FALSE);
  static const char *const digits[] = { "0123456789abcdef", "0123456789ABCDEF" };

  add_form (self, g_strdup (text), FALSE);
  add_form (self, g_uri_escape_string (text, NULL, FALSE), FALSE);
  folded = g_uri_escape_string (text, NULL, FALSE);
  for (char *here = folded; (here = strchr (here, '%')) != NULL; here++)
    {
      here[1] = g_ascii_tolower (here[1]);
      here[2] = g_ascii_tolower (here[2]);
    }
  add_form (self, g_steal_pointer (&folded), FALSE);
  add_form (self, g_strdup (escaped), FALSE);
  /* JSON in a string of JSON, such as the arguments of a call. */
  add_form (self, escape_json (escaped, FALSE), FALSE);
  add_form (self, escape_json (text, TRUE), FALSE);
  /* Adds the numeric escapes of JSON, addresses, HTML and hex dumps. */
  for (guint i = 0; i < G_N_ELEMENTS (digits); i++)
    {
      add_form (self, spell (text, "", digits[i], 2, ""), FALSE);
      add_form (self, spell (text, "%", digits[i], 2, ""), FALSE);
      add_form (self, spell (text, "\\u", digits[i], 4, ""), FALSE);
      add_form (self, spell (text, "&#x", digits[i], 2, ";"), FALSE);
    }
  add_form (self, spell (text, "&#", NULL, 0, ";"), FALSE);
  for (gsize i = 0; i < 3; i++)
    {
      char *plain = encode (text, i);

      add_form (self, g_strdup (plain), FALSE);
      /* The URL-safe alphabet of base64. */
      g_strdelimit (plain, "+", '-');
      g_strdelimit (plain, "/", '_');
      add_form (self, plain, FALSE);
    }
  if (!is_mixed (text, strlen (text)))
    return;
  add_parts (self, text);
  if (strlen (text) < TROUPE_SECRET_PART)
    return;
  loosen (self, text);
  loosen (self, escaped);
}

/* --- Index of the forms ----------------------------------------------------------------------- */

static void
add_pair (TroupeSecret *self, char first, char second)
{
  const guint pair = ((guint) (guchar) first << 8) | (guchar) second;

  self->pairs[pair / 8] |= (guint8) (1u << (pair % 8));
}

static gboolean
has_pair (const TroupeSecret *self, const char *text)
{
  const guint pair = ((guint) (guchar) text[0] << 8) | (guchar) text[1];

  return (self->pairs[pair / 8] & (1u << (pair % 8))) != 0;
}

static guint
hash_window (const char *text)
{
  guint32 window;

  memcpy (&window, text, SAMPLE);
  return (window * 2654435761u) >> 16;
}

/* Returns FALSE if @text, of at least SAMPLE bytes, does not begin inside of a secret. */
static gboolean
has_window (const TroupeSecret *self, const char *text)
{
  const guint hash = hash_window (text);

  return (self->windows[hash / 8] & (1u << (hash % 8))) != 0;
}

static gboolean
may_begin (const Form *form, guint byte)
{
  const char own = *form->text;

  if (form->is_loose)
    return (guchar) g_ascii_tolower (own) == byte || (guchar) g_ascii_toupper (own) == byte;
  return (guchar) own == byte;
}

void
troupe_secret_forbid_dumps (void)
{
  const struct rlimit none = { 0, 0 };

  if (setrlimit (RLIMIT_CORE, &none) != 0)
    g_debug ("%s", g_strerror (errno));
}

TroupeSecret *
troupe_secret_new (const char *const *texts)
{
  g_autoptr (TroupeSecret) self = g_new0 (TroupeSecret, 1);
  guint n = 0;

  g_return_val_if_fail (texts != NULL, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->texts = g_strdupv ((char **) texts);
  self->forms = g_array_new (FALSE, FALSE, sizeof (Form));
  g_array_set_clear_func (self->forms, form_clear);
  for (guint i = 0; texts[i] != NULL; i++)
    {
      gsize length = strlen (texts[i]);

      self->first_form = self->forms->len;
      if (length >= TROUPE_SECRET_LONG)
        add_forms (self, texts[i]);
      else if (length >= TROUPE_SECRET_SHORTEST)
        add_form (self, g_strdup (texts[i]), TRUE);
    }
  if (self->forms->len == 0)
    return NULL;
  /* Each form is listed once for each byte with which it may begin: at most twice. */
  self->order = g_new (guint, 2 * (gsize) self->forms->len + 1);
  for (guint byte = 0; byte < 256; byte++)
    {
      self->first[byte] = n;
      for (guint i = 0; i < self->forms->len; i++)
        if (may_begin (&g_array_index (self->forms, Form, i), byte))
          self->order[n++] = i;
    }
  self->first[256] = n;
  for (guint i = 0; i < self->forms->len; i++)
    {
      const Form *form = &g_array_index (self->forms, Form, i);

      /* Only forms whose end is found at the beginning of a text. */
      if (form->tail_part != form->length)
        {
          for (gsize j = 0; j + SAMPLE <= form->length; j++)
            {
              const guint hash = hash_window (form->text + j);

              self->windows[hash / 8] |= (guint8) (1u << (hash % 8));
            }
        }
      add_pair (self, form->text[0], form->text[1]);
      if (form->is_loose)
        {
          const char *text = form->text;

          /* An invisible character may follow the first one, and begins with a byte of at least
           * 0x80. */
          for (guint j = 0; j < 2; j++)
            {
              const char first = j == 0 ? g_ascii_tolower (text[0]) : g_ascii_toupper (text[0]);

              add_pair (self, first, g_ascii_tolower (text[1]));
              add_pair (self, first, g_ascii_toupper (text[1]));
              for (guint byte = 0x80; byte < 0x100; byte++)
                add_pair (self, first, (char) byte);
            }
        }
    }
  return g_steal_pointer (&self);
}

TroupeSecret *
troupe_secret_join (TroupeSecret *a, TroupeSecret *b)
{
  g_autoptr (GPtrArray) texts = NULL;

  if (a == NULL || b == NULL || a == b)
    return a != NULL ? troupe_secret_ref (a) : b != NULL ? troupe_secret_ref (b) : NULL;
  texts = g_ptr_array_new ();
  for (guint i = 0; a->texts[i] != NULL; i++)
    g_ptr_array_add (texts, a->texts[i]);
  for (guint i = 0; b->texts[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) a->texts, b->texts[i]))
      g_ptr_array_add (texts, b->texts[i]);
  if (texts->len == g_strv_length (a->texts))
    return troupe_secret_ref (a);
  g_ptr_array_add (texts, NULL);
  return troupe_secret_new ((const char *const *) texts->pdata);
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
  g_strfreev (self->texts);
  g_free (self->order);
  g_free (self);
}

/* --- Search ----------------------------------------------------------------------------------- */

static gboolean
is_word_byte (char byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || byte == '-' || (guchar) byte >= 0x80;
}

/* Returns the number of bytes of an invisible character at @text, or 0. @is_cut: (out): whether
 * more text could complete an invisible character */
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

/* Returns whether @text, which follows a part of a secret, marks that something was cut. @is_open:
 * (out): set if more text could complete the mark; @is_end: whether no more text follows */
static gboolean
is_cut_off (const char *text, gsize length, gboolean is_end, gboolean *is_open)
{
  /* The quotes are those of messages and of JSON, in which a cut text is quoted. */
  static const char *const marks[] = { "...", "\u2026", "\u201d", "\"",
                                       "\n[", "\n\n[",  "\\n[",   "\\n\\n[" };

  if (length == 0)
    return is_end;
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      const gsize n_bytes = MIN (length, strlen (marks[i]));

      if (memcmp (text, marks[i], n_bytes) != 0)
        continue;
      if (n_bytes == strlen (marks[i]))
        return TRUE;
      *is_open = *is_open || !is_end;
    }
  return FALSE;
}

/* Returns whether the first @n_found bytes of the form, which end at @end of the text, are found. */
static gboolean
is_enough (const Form *form,
           gsize n_found,
           const char *end,
           gsize length,
           gboolean is_end,
           gboolean *is_open)
{
  return n_found >= form->part ||
         (n_found >= form->end_part && is_cut_off (end, length, is_end, is_open));
}

/* Returns the number of bytes of @text, at most @n_found, after which neither a character nor an
 * escape sequence is split, so that the rest remains valid JSON. */
static gsize
keep_whole (const char *text, gsize length, gsize n_found)
{
  while (n_found > 0 && n_found < length && ((guchar) text[n_found] & 0xc0) == 0x80)
    n_found--;
  for (gsize i = 1; i <= MIN (n_found, LONGEST_ESCAPE); i++)
    if (text[n_found - i] == '\\')
      {
        n_found -= i;
        break;
      }
  while (n_found > 0 && text[n_found - 1] == '\\')
    n_found--;
  return n_found;
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
  if (n_found == form->length)
    return end;
  return is_enough (form, n_found, text + end, length - end, is_end, is_open)
             ? keep_whole (text, length, end)
             : 0;
}

/* Returns the length of the longest secret that begins at @text. @is_open: (out): whether more
 * text could complete a secret; @is_end: whether no more text follows */
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
  if (length > 1 && !has_pair (self, text))
    return 0;
  for (guint i = self->first[(guchar) *text]; i < self->first[(guchar) *text + 1]; i++)
    {
      const Form *form = &g_array_index (self->forms, Form, self->order[i]);

      gsize n_bytes;

      if (form->is_word)
        {
          /* Like find_at(), for one form that is found as a word. */
          n_bytes = 0;
          if (!is_word_byte (before) && memcmp (text, form->text, MIN (length, form->length)) == 0)
            {
              if (length <= form->length && !is_end)
                *is_open = TRUE;
              else if (length == form->length ||
                       (length > form->length && !is_word_byte (text[form->length])))
                n_bytes = form->length;
            }
        }
      else if (form->is_loose)
        n_bytes = find_loosely (form, text, length, is_end, is_open);
      else
        {
          gsize n_found = 0;
          gsize exactly_n_bytes;

          /* A form that is matched exactly. */
          while (n_found < MIN (form->length, length) && text[n_found] == form->text[n_found])
            n_found++;
          if (n_found == form->length)
            exactly_n_bytes = n_found;
          else
            {
              if (n_found == length && !is_end)
                *is_open = TRUE;
              exactly_n_bytes =
                  is_enough (form, n_found, text + n_found, length - n_found, is_end, is_open)
                      ? keep_whole (text, length, n_found)
                      : 0;
            }
          n_bytes = exactly_n_bytes;
        }
      found = MAX (found, n_bytes);
    }
  return found;
}

/* Returns the length of the longest end of a secret with which @text begins, because a limit has
 * cut what was before it. @text: at the beginning of a text */
static gsize
find_tail (TroupeSecret *self, const char *text, gsize length)
{
  gboolean is_open;
  gsize found = 0;

  g_assert (self != NULL);

  if (length < TROUPE_SECRET_PART || !has_window (self, text) ||
      !has_window (self, text + SAMPLE) || find_at (self, text, length, '\0', TRUE, &is_open) > 0)
    return 0;
  for (guint i = 0; i < self->forms->len; i++)
    {
      const Form *form = &g_array_index (self->forms, Form, i);

      for (gsize n = MIN (form->length - 1, length); n >= form->tail_part && n > found; n--)
        if (memcmp (text, form->text + form->length - n, n) == 0)
          found = n;
    }
  return found;
}

/* Returns the next position at @here or later at which a secret may begin. */
static gsize
skip (const TroupeSecret *self, const char *text, gsize length, gsize here)
{
  while (here + 1 < length && !has_pair (self, text + here))
    here++;
  return here;
}

/* Appends @text from @start on to @out with each secret masked. Returns the number of bytes of @text
 * that have been processed. */
static gsize
hide (TroupeSecret *self,
      const char *text,
      gsize length,
      gsize start,
      char before,
      gboolean is_end,
      GString *out)
{
  gsize here = start;

  while (here < length)
    {
      gboolean is_open = FALSE;
      gsize found = 0;

      if (text[here] != '\0' && self != NULL && here + 1 < length && !has_pair (self, text + here))
        {
          here++;
          continue;
        }
      found = text[here] == '\0' ? 1 : 0;
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

gboolean
troupe_secret_is_in (TroupeSecret *self, const char *text, gssize length)
{
  const gsize n_bytes = length < 0 ? strlen (text) : (gsize) length;
  gboolean is_open;

  g_return_val_if_fail (text != NULL, FALSE);

  if (self == NULL)
    return FALSE;
  for (gsize i = skip (self, text, n_bytes, 0); i < n_bytes; i = skip (self, text, n_bytes, i + 1))
    if (find_at (self, text + i, n_bytes - i, i > 0 ? text[i - 1] : '\0', TRUE, &is_open) > 0)
      return TRUE;
  return find_tail (self, text, n_bytes) > 0;
}

char *
troupe_secret_hide (TroupeSecret *self, const char *text, gssize length)
{
  const gsize n_bytes = length < 0 ? strlen (text) : (gsize) length;
  GString *out = g_string_new (NULL);
  gsize start = 0;

  g_return_val_if_fail (text != NULL, NULL);

  if (self != NULL)
    start = find_tail (self, text, n_bytes);
  if (start > 0)
    g_string_append (out, TROUPE_SECRET_MASK);
  hide (self, text, n_bytes, start, '\0', TRUE, out);
  return g_string_free (out, FALSE);
}

gboolean
troupe_secret_overwrite (TroupeSecret *self, char *bytes, gsize length)
{
  gboolean is_found = FALSE;
  gboolean is_open;

  g_return_val_if_fail (bytes != NULL || length == 0, FALSE);

  for (gsize i = 0; self != NULL && i < length; i = skip (self, bytes, length, i))
    {
      const gsize found =
          find_at (self, bytes + i, length - i, i > 0 ? bytes[i - 1] : '\0', TRUE, &is_open);

      memset (bytes + i, '*', found);
      is_found = is_found || found > 0;
      i += MAX (found, 1);
    }
  return is_found;
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
  gsize n_done =
      hide (self->secret, self->held->str, self->held->len, 0, self->before, is_end, out);

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
