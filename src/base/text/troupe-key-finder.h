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
 * Finds API keys. These are known keys, in every form that #TroupeSecret finds, and strings that
 * have the form of a key (of LLM providers, clouds and code hosts, JSON Web Tokens, private keys,
 * `Bearer …`, passwords in addresses and after `api_key=`). Add all known keys before the first
 * search; afterwards any thread may use the finder.
 */
typedef struct _TroupeKeyFinder TroupeKeyFinder;

TroupeKeyFinder *troupe_key_finder_new (void);
TroupeKeyFinder *troupe_key_finder_ref (TroupeKeyFinder *self);
void troupe_key_finder_unref (TroupeKeyFinder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKeyFinder, troupe_key_finder_unref)

/* Adds a known key. @name: its display name, such as OPENAI_API_KEY. A @key of less than eight
 * bytes is ignored. */
void troupe_key_finder_add (TroupeKeyFinder *self, const char *name, const char *key);

/* Returns the type of the first key in @text, or the name if the key is known, but never the key
 * itself. (transfer full) (nullable): NULL if there is no key */
char *troupe_key_finder_find (TroupeKeyFinder *self, const char *text);
/* Does the same for the value of a member of a document. @name: (nullable): the name of the member,
 * which may suggest that its value is a key, such as `api_key`. A value that only names a variable
 * is not a key. (transfer full) (nullable) */
char *troupe_key_finder_find_member (TroupeKeyFinder *self, const char *name, const char *text);
/* Appends what has the form of a key in @text. @is_setting: whether what precedes it may say that it is one, such as `Bearer` and
 * the user in an address; otherwise its own form has to. @keys: (element-type utf8): frees its elements */
void troupe_key_finder_list (const char *text, gboolean is_setting, GPtrArray *keys);
/* Returns the sentence that warns about a key in a document. @found: what
 * troupe_key_finder_find_member() returned. (transfer full) */
char *troupe_key_finder_make_warning (const char *found);
/* Returns what to do about a key in a document. (transfer none) */
const char *troupe_key_finder_get_advice (void);
/* Returns @text with each key replaced with a mask. (transfer full) */
char *troupe_key_finder_hide (TroupeKeyFinder *self, const char *text);

/* Returns TRUE if a variable, a header or a member with this name is likely to contain a key. This includes the key
 * variables of all providers. */
gboolean troupe_key_finder_is_key_name (const char *name);

/* --- Settings of other programs --------------------------------------------------------------- */

/* No list of names contains all files in which tools keep keys (troupe-folder-keys.h), so that settings are read when a folder is searched. */

/* Returns TRUE if a file of this name may contain keys, and there are few such files: hidden files, settings such as `litellm_config.yaml` and `my.cnf`,
 * and files with a word such as `token` or `setting` in their names, but no sources, nor the declarations of CrewAI, which are the document itself. @name: folded
 * (troupe_folder_name_fold()). Threads: any. */
gboolean troupe_key_finder_may_be_settings (const char *name);

/* Returns TRUE if another file is read as well because of its place: the top of the folder, or a folder such as `secrets`. @parent: name of the folder, folded; empty at
 * the top; @name: folded. Threads: any. */
gboolean troupe_key_finder_may_be_near (const char *parent, const char *name);

/* Returns TRUE if the text of another file contains something whose own form is that of a key. Threads: any. */
gboolean troupe_key_finder_is_in_text (const char *text);

/* Returns TRUE if the text of such a file contains something in the form of a key, or a name such as `db_password` with a value that may be
 * one. Threads: any. */
gboolean troupe_key_finder_is_in_settings (const char *text);

G_END_DECLS
