/* troupe-consent-entry.c: one thing that a document could do, as it is shown for consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-entry"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-consent-entry.h"
#include "troupe-sanitize-text.h"

/* Maximum length of a text, in characters, and the part of it behind the omission. The end of a host
 * or a path says more about it than its middle. */
#define MAX_LENGTH 200
#define END_LENGTH 90

/* The sections in JSON and in digests. */
static const char *const names[TROUPE_CONSENT_N_SECTIONS] = {
  [TROUPE_CONSENT_PROGRAMS] = "programs", [TROUPE_CONSENT_PYTHON] = "python",
  [TROUPE_CONSENT_MODULES] = "modules",   [TROUPE_CONSENT_REFERENCES] = "references",
  [TROUPE_CONSENT_HOSTS] = "hosts",       [TROUPE_CONSENT_FILES] = "files",
  [TROUPE_CONSENT_FOLDERS] = "folders",   [TROUPE_CONSENT_VARIABLES] = "environment",
  [TROUPE_CONSENT_KEYS] = "keys",         [TROUPE_CONSENT_SETTINGS] = "settings",
  [TROUPE_CONSENT_MODELS] = "models",     [TROUPE_CONSENT_PINS] = "pins",
};

const char *
troupe_consent_section_get_name (TroupeConsentSection section)
{
  g_return_val_if_fail (section < TROUPE_CONSENT_N_SECTIONS, NULL);

  return names[section];
}

/* Returns the title with a placeholder for the number. */
static const char *
get_title (TroupeConsentSection section, guint count)
{
  switch (section)
    {
    case TROUPE_CONSENT_PROGRAMS:
      return ngettext ("Starts %u program", "Starts %u programs", count);
    case TROUPE_CONSENT_PYTHON:
      return ngettext ("Runs Python code (%u entry)", "Runs Python code (%u entries)", count);
    case TROUPE_CONSENT_MODULES:
      return ngettext ("Runs %u file next to the document", "Runs %u files next to the document",
                       count);
    case TROUPE_CONSENT_REFERENCES:
      return ngettext ("References %u Python object", "References %u Python objects", count);
    case TROUPE_CONSENT_HOSTS:
      return ngettext ("Connects to %u host", "Connects to %u hosts", count);
    case TROUPE_CONSENT_FILES:
      return ngettext ("Uses %u file", "Uses %u files", count);
    case TROUPE_CONSENT_FOLDERS:
      return ngettext ("Uses %u folder", "Uses %u folders", count);
    case TROUPE_CONSENT_VARIABLES:
      return ngettext ("Reads %u variable of the environment",
                       "Reads %u variables of the environment", count);
    case TROUPE_CONSENT_KEYS:
      return ngettext ("Reads API keys from %u file", "Reads API keys from %u files", count);
    case TROUPE_CONSENT_SETTINGS:
      return ngettext ("Is affected by %u setting of the environment",
                       "Is affected by %u settings of the environment", count);
    case TROUPE_CONSENT_PINS:
      return ngettext ("Does not execute %u method", "Does not execute %u methods", count);
    case TROUPE_CONSENT_MODELS:
    case TROUPE_CONSENT_N_SECTIONS:
    default:
      return ngettext ("Calls %u model", "Calls %u models", count);
    }
}

char *
troupe_consent_section_make_title (TroupeConsentSection section, guint count)
{
  g_return_val_if_fail (section < TROUPE_CONSENT_N_SECTIONS, NULL);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (get_title (section, count), count);
#pragma GCC diagnostic pop
}

/* --- Texts ------------------------------------------------------------------------------------ */

/* Returns TRUE if @name could imitate words of the line that contains it. */
static gboolean
needs_quotes (const char *name)
{
  if (*name == '\0')
    return TRUE;
  for (const char *at = name; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);

      if (g_unichar_isspace (letter) || letter == 0x201c || letter == 0x201d)
        return TRUE;
    }
  return FALSE;
}

char *
troupe_consent_quote (const char *name)
{
  g_autofree char *line = NULL;
  g_autoptr (GString) quoted = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  line = troupe_text_to_line (name);
  if (!needs_quotes (line))
    return g_steal_pointer (&line);
  quoted = g_string_new (line);
  /* A quotation mark inside of the name would end it for the reader. */
  g_string_replace (quoted, "“", "\\u201c", 0);
  g_string_replace (quoted, "”", "\\u201d", 0);
  return g_strdup_printf ("“%s”", quoted->str);
}

/* Shortens a line in the middle. @text: (transfer full). (transfer full) */
static char *
shorten (char *text)
{
  const glong length = g_utf8_strlen (text, -1);
  g_autofree char *whole = text;
  g_autofree char *start = NULL;

  if (length <= MAX_LENGTH)
    return g_steal_pointer (&whole);
  start = g_utf8_substring (whole, 0, MAX_LENGTH - END_LENGTH);
  return g_strdup_printf ("%s … %s", start, g_utf8_offset_to_pointer (whole, length - END_LENGTH));
}

TroupeConsentEntry *
troupe_consent_entry_new (TroupeConsentSection section,
                          const char *value,
                          char *text,
                          char *detail,
                          char *warning)
{
  g_autofree char *given = text;
  g_autofree char *whole = troupe_text_to_line (given);
  TroupeConsentEntry *self = g_new0 (TroupeConsentEntry, 1);

  self->section = section;
  self->value = g_strdup (value);
  self->text = shorten (g_strdup (whole));
  self->detail = detail;
  self->warning = warning;
  if (detail == NULL && !g_str_equal (self->text, whole))
    self->detail = g_steal_pointer (&whole);
  return self;
}

void
troupe_consent_entry_set_programs_text (TroupeConsentEntry *self, char *text)
{
  g_autofree char *given = text;

  g_return_if_fail (self != NULL && text != NULL);

  g_free (self->programs_text);
  self->programs_text = shorten (troupe_text_to_line (given));
}

void
troupe_consent_entry_free (TroupeConsentEntry *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->value);
  g_free (self->text);
  g_free (self->programs_text);
  g_free (self->detail);
  g_free (self->warning);
  g_free (self);
}
