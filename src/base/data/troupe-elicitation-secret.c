/* troupe-elicitation-secret.c: detects elicitation fields that ask for passwords, keys and other
 * secrets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-elicitation-secret"

#include "config.h"

#include <string.h>

#include "troupe-elicitation-secret.h"

/* Words that mark a field as a secret if its name or title contains them as complete words. */
static const char *const names[] = {
  "password",
  "passwort",
  "passwd",
  "pwd",
  "passphrase",
  "passcode",
  "secret",
  "secrets",
  "credential",
  "credentials",
  "apikey",
  "token",
  "pin",
  "pin code",
  "otp",
  "cvv",
  "cvc",
  "ssn",
  "api key",
  "access key",
  "private key",
  "secret key",
  "card number",
  "credit card",
  "seed phrase",
  "security code",
  "iban",
  "mnemonic",
  "social security",
  "bearer",
};

/* Phrases that are searched for in descriptions and messages, in which single words such as
 * those above would match too often. */
static const char *const phrases[] = {
  "password",    "passphrase",  "passcode",    "api key",       "access token",
  "auth token",  "private key", "secret key",  "access key",    "card number",
  "credit card", "cvv",         "seed phrase", "security code", "social security",
};

/* Words of languages that are written without spaces. They are searched for as substrings. */
static const char *const letters[] = { "密码", "口令", "密钥", "令牌", "验证码" };

/* Splits @text into lowercase words with one blank around each word. For example, "apiKey",
 * "api_key" and "API-Key" become " api key ". A capital letter begins a word if it follows a
 * lowercase letter. */
static char *
make_words (const char *text)
{
  GString *words = g_string_new (" ");
  gboolean was_small = FALSE;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);

      /* Zero-width characters do not split a word. */
      if (g_unichar_iszerowidth (letter))
        continue;
      if (!g_unichar_isalnum (letter) || (was_small && g_unichar_isupper (letter)))
        if (words->str[words->len - 1] != ' ')
          g_string_append_c (words, ' ');
      if (g_unichar_isalnum (letter))
        g_string_append_unichar (words, g_unichar_tolower (letter));
      was_small = g_unichar_islower (letter);
    }
  if (words->str[words->len - 1] != ' ')
    g_string_append_c (words, ' ');
  return g_string_free (words, FALSE);
}

/* @text: (nullable) */
static gboolean
says (const char *text, const char *const *list, gsize length)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;
  g_autofree char *normal =
      valid != NULL ? g_utf8_normalize (valid, -1, G_NORMALIZE_ALL_COMPOSE) : NULL;
  g_autofree char *words = normal != NULL ? make_words (normal) : NULL;

  if (words == NULL)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      g_autofree char *word = g_strconcat (" ", list[i], " ", NULL);

      if (strstr (words, word) != NULL)
        return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    if (strstr (words, letters[i]) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
troupe_elicitation_is_secret (const TroupeElicitationField *field,
                              TroupeValue *schema,
                              const char *message)
{
  TroupeValue *hidden = troupe_value_get_member_of (schema, "writeOnly", TROUPE_VALUE_BOOLEAN);
  const char *description = troupe_value_get_member_text (schema, "description");

  g_return_val_if_fail (field != NULL, TRUE);

  if (g_strcmp0 (troupe_value_get_member_text (schema, "format"), "password") == 0 ||
      (hidden != NULL && troupe_value_get_boolean (hidden)))
    return TRUE;
  if (field->type != TROUPE_ELICITATION_TEXT && field->type != TROUPE_ELICITATION_NUMBER &&
      field->type != TROUPE_ELICITATION_INTEGER)
    return FALSE;
  if (says (field->name, names, G_N_ELEMENTS (names)) ||
      says (troupe_value_get_member_text (schema, "title"), names, G_N_ELEMENTS (names)) ||
      says (description, phrases, G_N_ELEMENTS (phrases)))
    return TRUE;
  return field->type == TROUPE_ELICITATION_TEXT && says (message, phrases, G_N_ELEMENTS (phrases));
}
