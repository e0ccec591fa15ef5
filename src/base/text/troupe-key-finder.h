/* troupe-key-finder.h: detects API keys in text before export
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeKeyFinder:
 *
 * Finds keys: those that are known, in every form that #TroupeSecret finds, and what looks like a key by its form (of
 * model services, clouds and code hosts, JSON Web Tokens, private keys, `Bearer …`, passwords in addresses and behind
 * `api_key=`). Add all known ones before the first text; then any thread may use it.
 */
typedef struct _TroupeKeyFinder TroupeKeyFinder;

TroupeKeyFinder *troupe_key_finder_new (void);
TroupeKeyFinder *troupe_key_finder_ref (TroupeKeyFinder *self);
void troupe_key_finder_unref (TroupeKeyFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKeyFinder, troupe_key_finder_unref)

/* @name: what a person knows it as, such as OPENAI_API_KEY. A @key of less than eight bytes is no key. */
void troupe_key_finder_add (TroupeKeyFinder *self, const char *name, const char *key);

/* What kind of key stands in @text, or the name of a known one; never the key. (transfer full) (nullable): there is
 * none */
char *troupe_key_finder_find (TroupeKeyFinder *self, const char *text);
/* @text with a mask in the place of each key. (transfer full) */
char *troupe_key_finder_hide (TroupeKeyFinder *self, const char *text);

/* Whether a variable of this name is likely to hold a key. */
gboolean troupe_key_finder_is_key_name (const char *name);

G_END_DECLS
