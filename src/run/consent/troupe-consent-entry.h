/* troupe-consent-entry.h: one thing that a document could do, as it is shown for consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The sections of a consent, in the order in which they are shown: code first, because it is the
 * most powerful permission. */
typedef enum
{
  TROUPE_CONSENT_PROGRAMS,
  TROUPE_CONSENT_PYTHON,
  TROUPE_CONSENT_MODULES, /* files next to the document that are run */
  TROUPE_CONSENT_REFERENCES,
  TROUPE_CONSENT_HOSTS,
  TROUPE_CONSENT_FILES,
  TROUPE_CONSENT_FOLDERS,
  TROUPE_CONSENT_VARIABLES,
  TROUPE_CONSENT_KEYS, /* files with keys */
  TROUPE_CONSENT_SETTINGS,
  TROUPE_CONSENT_MODELS,
  TROUPE_CONSENT_PINS, /* methods that are not executed */
  TROUPE_CONSENT_N_SECTIONS,
} TroupeConsentSection;

/**
 * TroupeConsentEntry:
 * @section: where it is listed
 * @value: (nullable): what is granted, independent of the language; part of the digest of a consent.
 *   %NULL if the entry is only information
 * @text: one line for the user. Names that come from the document are quoted if they contain a space
 *   or a quotation mark, so that they cannot imitate other words of the line
 * @programs_text: (nullable): the text instead of @text if the permission to change programs is granted as well
 * @detail: (nullable): lines for the user: the complete @text if it was shortened, or source code
 * @warning: (nullable): one line for the user about a risk
 * @can_refuse: whether the run can do without it, because nothing else of the document can use it
 * @is_new: whether the user has granted other entries of this document, but not this one
 *
 * Safe to print. Window, terminal and JSON show these texts.
 */
typedef struct
{
  TroupeConsentSection section;
  char *value;
  char *text;
  char *programs_text;
  char *detail;
  char *warning;
  gboolean can_refuse;
  gboolean is_new;
} TroupeConsentEntry;

/* @text, @detail, @warning: (transfer full): @text is sanitized and shortened in the middle.
 * (transfer full) */
TroupeConsentEntry *troupe_consent_entry_new (TroupeConsentSection section,
                                              const char *value,
                                              char *text,
                                              char *detail,
                                              char *warning);
/* Sets @programs_text. @text: (transfer full): sanitized and shortened like the other one */
void troupe_consent_entry_set_programs_text (TroupeConsentEntry *self, char *text);
void troupe_consent_entry_free (TroupeConsentEntry *self);

/* Returns the name of the section in JSON and in digests, such as `hosts`. (transfer none) */
const char *troupe_consent_section_get_name (TroupeConsentSection section);
/* Returns a title for @count entries, such as “Connects to 2 hosts”. (transfer full) */
char *troupe_consent_section_make_title (TroupeConsentSection section, guint count);

/* Returns a name that a document contains as part of a line: escaped, and quoted if it contains a
 * space or a quotation mark. (transfer full) */
char *troupe_consent_quote (const char *name);

G_END_DECLS
