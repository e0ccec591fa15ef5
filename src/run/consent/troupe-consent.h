/* troupe-consent.h: everything that a document could do, as one object to which a user agrees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-consent-entry.h"
#include "troupe-permissions.h"

G_BEGIN_DECLS

/**
 * TroupeConsent:
 *
 * What is shown is what is granted: the content of a document, the project files that it runs, and a
 * list of everything that it could do: programs with their paths, hosts with the keys that they
 * receive, files with the locations to which they lead, and the settings of the environment that
 * change any of these. The digest covers all of it, so that any difference requires another consent.
 * Window, terminal and `show` present the entries of this object and nothing else.
 *
 * Immutable, except for troupe_consent_compare(), which must be called before the object is shared.
 * Threads: any thread, unless a function states otherwise.
 */
#define TROUPE_TYPE_CONSENT (troupe_consent_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConsent, troupe_consent, TROUPE, CONSENT, GObject)

/**
 * troupe_consent_new:
 * @digest: of troupe_flow_get_digest()
 * @path: (nullable): the path of the document
 * @permission_report: of troupe_permissions_report()
 * @code: (transfer full): of troupe_project_code_find()
 *
 * Creates the consent to what was reported. Starts nothing.
 */
TroupeConsent *troupe_consent_new (const char *digest,
                                   const char *path,
                                   TroupeValue *permission_report,
                                   TroupeProjectCode *code);

/* Creates the consent to a run, or to runs of a flow whose document is located at @path (nullable).
 * They read the project code, which blocks, and use the document's thread. (transfer full) */
TroupeConsent *troupe_consent_new_for_run (TroupeRun *run);
TroupeConsent *troupe_consent_new_for_flow (TroupeFlow *flow, const char *path);

/**
 * troupe_consent_new_without:
 * @refused: (element-type utf8): a set of values of entries that the user has refused; others than those of
 *   troupe_consent_can_refuse() are ignored
 *
 * Creates the consent to everything else. It has another digest, and its report, with which a run begins, marks what
 * the run must not use. (transfer full)
 */
TroupeConsent *troupe_consent_new_without (TroupeConsent *self, GHashTable *refused);

/* --- Content ---------------------------------------------------------------------------------- */

/* Returns the report with the project code, from which the entries were created. (transfer none) */
TroupeValue *troupe_consent_get_report (TroupeConsent *self);
/* Returns the project code that was examined. (transfer none) */
const TroupeProjectCode *troupe_consent_get_code (TroupeConsent *self);
/* Returns the digest of everything that is granted. NULL if there is too much code to read
 * completely: consent then applies to one run and is neither stored nor looked up. (transfer none)
 * (nullable) */
const char *troupe_consent_get_digest (TroupeConsent *self);
/* Returns the digest of everything that is granted but the document, for the runs of one command that run the
 * same document with other inputs. (transfer full) */
char *troupe_consent_make_key (TroupeConsent *self);
/* Returns the digest of the document alone (troupe_flow_get_digest()). (transfer none) */
const char *troupe_consent_get_content (TroupeConsent *self);
guint troupe_consent_get_n_entries (TroupeConsent *self);
/* (transfer none) */
const TroupeConsentEntry *troupe_consent_get_entry (TroupeConsent *self, guint index);
/* Returns TRUE if the entry can be refused alone, because neither code nor a program of the document could use it anyway:
 * the program of an MCP server if the document runs no Python code, and a host if it runs no programs either. */
gboolean troupe_consent_can_refuse (TroupeConsent *self, const TroupeConsentEntry *entry);
/* Returns the number of entries in @section. */
guint troupe_consent_count (TroupeConsent *self, TroupeConsentSection section);
/* Returns the number of entries in @section that have a warning. */
guint troupe_consent_count_warnings (TroupeConsent *self, TroupeConsentSection section);
/* Returns the title of @section, which must have entries, with the number of warnings. (transfer
 * full) */
char *troupe_consent_make_title (TroupeConsent *self, TroupeConsentSection section);
/* Returns a sentence about the environment in which the programs or the Python code run. (transfer
 * none) (nullable): NULL for other sections */
const char *troupe_consent_get_note (TroupeConsent *self, TroupeConsentSection section);

/* Returns all entries as lines for the user, safe to print. Details are indented below their entry.
 * Empty if nothing but computations is done. (transfer full) */
char *troupe_consent_describe (TroupeConsent *self);
/* Returns the titles of the sections with their first entries, those with warnings, as lines that fit in a terminal. %NULL
 * if all of troupe_consent_describe() does, so that no summary is necessary: a document could otherwise push an entry
 * out of sight by others. (transfer full) (nullable) */
char *troupe_consent_summarize (TroupeConsent *self);
/* Returns the titles of all sections, with their numbers of entries and warnings, in a line, and then the entries with warnings, each in a line: what a
 * window shows above a list that is too long for it. @most: maximum number of entries; @n_left: (out): number of warnings that are not shown; a line
 * counts them. (transfer full) */
char *troupe_consent_make_overview (TroupeConsent *self, guint most, guint *n_left);
/* Returns the report with `entries`, objects with `section`, `text`, `detail`, `warning` and `new`,
 * and with `digest`, for JSON. (transfer full) */
TroupeValue *troupe_consent_to_value (TroupeConsent *self);

/* --- Consent ---------------------------------------------------------------------------------- */

/* Returns TRUE if the document could do anything except compute. */
gboolean troupe_consent_is_needed (TroupeConsent *self);
/* Returns TRUE if @granted contains every entry of @self, which may be about a later version of the same
 * document. Does not compare the Python code, which requires a consent of its own. */
gboolean troupe_consent_is_covered (TroupeConsent *self, TroupeConsent *granted);
/* Returns TRUE if the document names a host that is no address of a model's provider, nor this computer, if its models choose among all web addresses while
 * it uses files, if an entry has a warning, such as an output file that other programs execute, or if the document contains a key. Each of these may have come with a text
 * that the user has pasted into a document of their own. */
gboolean troupe_consent_must_be_reviewed (TroupeConsent *self);
/* Returns TRUE if the user has allowed an earlier version of the document with every entry of @self. */
gboolean troupe_consent_adds_nothing (TroupeConsent *self);
/* Returns the Python permissions that the document requires. */
TroupePythonPermissions troupe_consent_get_python (TroupeConsent *self);

/**
 * troupe_consent_was_granted:
 * @folder: the data folder
 * @python: (out) (optional): the Python permissions that were granted
 *
 * Returns: %TRUE if everything except Python was granted. Blocks
 */
gboolean troupe_consent_was_granted (TroupeConsent *self,
                                     const char *folder,
                                     TroupePythonPermissions *python);

/**
 * troupe_consent_grant:
 * @folder: the data folder
 * @all: whether everything except Python is granted
 * @python: the Python permissions that are granted
 *
 * Stores what the user has granted, and hashes of the entries, so that later entries can be marked as
 * new. To be called only if the user was shown the entries and has allowed them. Does nothing if the
 * consent cannot be stored (troupe_consent_get_digest()). Blocks. Errors: %G_IO_ERROR.
 */
gboolean troupe_consent_grant (TroupeConsent *self,
                               const char *folder,
                               gboolean all,
                               TroupePythonPermissions python,
                               GError **error);
/* Stores that this content requires no question, because the user has created it or because its
 * entries were allowed before. The entries that the user has allowed last remain the same. Otherwise as
 * troupe_consent_grant(). */
gboolean troupe_consent_extend (TroupeConsent *self,
                                const char *folder,
                                TroupePythonPermissions python,
                                GError **error);
/* Returns TRUE if the document may write in a folder, or files whose names depend on inputs, so that the permission to change programs, which nothing
 * requires, can be granted with it. */
gboolean troupe_consent_can_change_programs (TroupeConsent *self);
/* Returns %TROUPE_PYTHON_PERMIT_PROGRAMS if the user has granted it for this content, otherwise %TROUPE_PYTHON_PERMIT_NOTHING. @folder: the data
 * folder. Blocks. */
TroupePythonPermissions troupe_consent_get_programs (TroupeConsent *self, const char *folder);
/* Stores that the user has granted %TROUPE_PYTHON_PERMIT_PROGRAMS for this content, or takes it back. Otherwise as troupe_consent_grant(). */
gboolean troupe_consent_set_programs (TroupeConsent *self,
                                      const char *folder,
                                      gboolean is_granted,
                                      GError **error);

/**
 * troupe_consent_grant_async:
 * @python: the Python permissions that are granted
 * @was_asked: whether the user was shown the entries and has allowed them. %TROUPE_PYTHON_PERMIT_PROGRAMS is then taken back
 *   if it is not in @python
 *
 * Stores the consent in the default data folder, on a worker thread, because that waits for the disk and
 * for other programs that store consents: with everything except Python, as troupe_consent_grant() does if
 * @was_asked, or else as troupe_consent_extend() does. The consent must not be changed meanwhile. It cannot
 * be cancelled.
 */
void troupe_consent_grant_async (TroupeConsent *self,
                                 TroupePythonPermissions python,
                                 gboolean was_asked,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Returns whether the consent was stored. Errors: %G_IO_ERROR. */
gboolean troupe_consent_grant_finish (TroupeConsent *self, GAsyncResult *result, GError **error);

/**
 * troupe_consent_store_own:
 * @folder: the data folder
 *
 * Stores that the user has created the content of the document at this path. Does nothing without a
 * path, or if not all of the project code was read. Blocks. Errors: %G_IO_ERROR.
 */
gboolean troupe_consent_store_own (TroupeConsent *self, const char *folder, GError **error);
/**
 * troupe_consent_is_own:
 * @folder: the data folder
 * @is_edited: whether the content comes from a draft of the user's own document, and may therefore
 *   differ from what was saved
 *
 * Returns: %TRUE if the document at this path has the content, and the project code, that were stored
 *   last with troupe_consent_store_own(); with @is_edited, if it has the same project code. Blocks
 */
gboolean troupe_consent_is_own (TroupeConsent *self, const char *folder, gboolean is_edited);

/* Marks the entries that were not granted when the user last granted entries of the document at this
 * path. @folder: the data folder. Blocks. */
void troupe_consent_compare (TroupeConsent *self, const char *folder);
/* Returns a sentence such as “2 of 9 entries are new since you allowed this document on …”. (transfer
 * full) (nullable): NULL if nothing was granted before, or if troupe_consent_compare() was not
 * called */
char *troupe_consent_describe_changes (TroupeConsent *self);

G_END_DECLS
