/* troupe-consent.c: everything that a document could do, as one object to which a user agrees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-consent-entries.h"
#include "troupe-consent-record.h"
#include "troupe-key-address.h"
#include "troupe-key-recipients.h"
#include "troupe-memory-place.h"
#include "troupe-consent.h"
#include "troupe-permissions-private.h"
#include "troupe-sanitize-text.h"
#include "troupe-store.h"

/* Indentation of entries, of new entries, and of details. Entries cannot imitate the mark, because
 * their texts begin behind it. */
#define INDENT "  "
#define INDENT_DETAIL "      "
/* Maximum number of lines of a detail that is printed below its entry. */
#define MOST_DETAIL 24u

struct _TroupeConsent
{
  GObject parent_instance;

  char *path; /* (nullable) */
  TroupeValue *permission_report;
  TroupeConsent *whole; /* (nullable): what @self is a part of, and the owner of @code */
  TroupeProjectCode *code;
  GPtrArray *entries; /* (element-type TroupeConsentEntry) */
  char *digest;       /* (nullable) */
  char *content;      /* digest of the document alone */
  gboolean has_earlier; /* memories that are not used */

  gboolean is_compared; /* with entries that were granted at @compared */
  gboolean is_same;     /* whether exactly this was granted */
  gint64 compared;
};

G_DEFINE_FINAL_TYPE (TroupeConsent, troupe_consent, G_TYPE_OBJECT)

/* --- Digest ----------------------------------------------------------------------------------- */

/* The lists of the report that are part of the digest but are not shown as entries: the files of MCP
 * servers, the crews in separate files, and what the code can access. */
static const char *const other_keys[] = { "python", "reach" };

static void
update (GChecksum *sum, const char *text)
{
  /* The zero byte separates the parts. */
  g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text) + 1);
}

/* Returns the digest of everything that is granted. @digest: of the document. (transfer full) */
static char *
make_digest (TroupeConsent *self, const char *digest)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_assert (TROUPE_IS_CONSENT (self));

  update (sum, digest);
  update (sum, self->code->digest != NULL ? self->code->digest : "");
  for (guint i = 0; i < G_N_ELEMENTS (other_keys); i++)
    {
      TroupeValue *list =
          troupe_value_map_lookup_string (self->permission_report, other_keys[i], -1);
      g_autofree char *text = list != NULL ? troupe_value_to_json (list, TROUPE_JSON_SPACED) : NULL;

      update (sum, text != NULL ? text : "");
    }
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);

      if (entry->value == NULL)
        continue;
      update (sum, troupe_consent_section_get_name (entry->section));
      update (sum, entry->value);
    }
  return g_strdup (g_checksum_get_string (sum));
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_consent_finalize (GObject *object)
{
  TroupeConsent *self = TROUPE_CONSENT (object);

  g_free (self->path);
  g_clear_pointer (&self->permission_report, troupe_value_unref);
  if (self->whole == NULL)
    g_clear_pointer (&self->code, troupe_project_code_free);
  g_clear_object (&self->whole);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_free (self->digest);
  g_free (self->content);
  G_OBJECT_CLASS (troupe_consent_parent_class)->finalize (object);
}

static void
troupe_consent_class_init (TroupeConsentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_consent_finalize;
}

static void
troupe_consent_init (TroupeConsent *self)
{
}

/* Returns whether an earlier document at this path has stored memories, which this one does not use. */
static gboolean
has_earlier (TroupeConsent *self)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *path = self->path != NULL ? g_canonicalize_filename (self->path, NULL) : NULL;

  g_assert (TROUPE_IS_CONSENT (self));

  return path != NULL && troupe_memory_store_has_earlier (folder, path);
}

TroupeConsent *
troupe_consent_new (const char *digest,
                    const char *path,
                    TroupeValue *permission_report,
                    TroupeProjectCode *code)
{
  TroupeConsent *self = NULL;

  g_return_val_if_fail (digest != NULL, NULL);
  g_return_val_if_fail (permission_report != NULL && code != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_CONSENT, NULL);
  self->path = g_strdup (path);
  self->code = code;
  self->permission_report = troupe_permissions_add_code (permission_report, code);
  self->entries = troupe_consent_entries_new (self->permission_report, self->code);
  self->has_earlier = has_earlier (self);
  self->digest = self->code->is_whole ? make_digest (self, digest) : NULL;
  self->content = g_strdup (digest);
  return self;
}

/* Returns TRUE if the value of the member is in the set. */
static gboolean
is_among (TroupeValue *member, GHashTable *refused)
{
  g_autofree char *value = troupe_consent_entries_make_value (member);

  return g_hash_table_contains (refused, value);
}

TroupeConsent *
troupe_consent_new_without (TroupeConsent *self, GHashTable *refused)
{
  g_autoptr (GHashTable) possible = NULL;
  g_autoptr (TroupeValue) recipients = NULL;
  g_autofree char *name = NULL;
  TroupeConsent *part;
  TroupeValue *report;
  TroupeValue *refused_recipients;
  TroupeValue *hosts;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (TroupeValue) yes = NULL;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);
  g_return_val_if_fail (refused != NULL, NULL);

  possible = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);

      if (troupe_consent_can_refuse (self, entry) && g_hash_table_contains (refused, entry->value))
        g_hash_table_add (possible, entry->value);
    }
  /* What has no key is a name in another list, and becomes a recipient. */
  report = self->permission_report;
  refused_recipients = troupe_value_get_member_of (report, "recipients", TROUPE_VALUE_LIST);
  hosts = troupe_value_get_member_of (report, "hosts", TROUPE_VALUE_LIST);
  items = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  yes = troupe_value_new_boolean (TRUE);
  for (gsize i = 0;
       refused_recipients != NULL && i < troupe_value_list_get_length (refused_recipients); i++)
    {
      TroupeValue *recipient = troupe_value_list_get (refused_recipients, i);

      g_ptr_array_add (items, is_among (recipient, possible)
                                  ? troupe_value_map_with (recipient, "refused", yes)
                                  : troupe_value_ref (recipient));
    }
  for (gsize i = 0; hosts != NULL && i < troupe_value_list_get_length (hosts); i++)
    if (is_among (troupe_value_list_get (hosts, i), possible))
      {
        TroupeMapBuilder builder;

        troupe_map_builder_init (&builder);
        troupe_map_builder_add (&builder, "host",
                                troupe_value_ref (troupe_value_list_get (hosts, i)));
        troupe_map_builder_add (&builder, "refused", troupe_value_ref (yes));
        g_ptr_array_add (items, troupe_map_builder_end (&builder));
      }
  recipients = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  /* The list has taken the items. */
  g_ptr_array_set_free_func (items, NULL);
  part = g_object_new (TROUPE_TYPE_CONSENT, NULL);
  part->whole = g_object_ref (self);
  part->path = g_strdup (self->path);
  part->code = self->code;
  part->permission_report =
      troupe_value_map_with (self->permission_report, "recipients", recipients);
  part->entries = troupe_consent_entries_new (part->permission_report, part->code);
  part->content = g_strdup (self->content);
  /* Different from that of a document that names nothing else. */
  name = g_strdup_printf ("%s part", self->content);
  part->digest = self->digest != NULL ? make_digest (part, name) : NULL;
  return part;
}

TroupeConsent *
troupe_consent_new_for_flow (TroupeFlow *flow, const char *path)
{
  g_autofree char *folder = NULL;
  g_autoptr (TroupeValue) permission_report = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  folder = troupe_path_get_document_folder (path);
  permission_report = troupe_permissions_report (flow, folder);
  return troupe_consent_new (
      troupe_flow_get_digest (flow), path, permission_report,
      troupe_project_code_find (folder,
                                troupe_value_map_lookup_string (permission_report, "python", -1)));
}

/* --- Content ---------------------------------------------------------------------------------- */

char *
troupe_consent_make_key (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  return make_digest (self, "");
}

TroupeValue *
troupe_consent_get_report (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  return self->permission_report;
}

const TroupeProjectCode *
troupe_consent_get_code (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  return self->code;
}

const char *
troupe_consent_get_content (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  return self->content;
}

const char *
troupe_consent_get_digest (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  return self->digest;
}

guint
troupe_consent_get_n_entries (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), 0);

  return self->entries->len;
}

const TroupeConsentEntry *
troupe_consent_get_entry (TroupeConsent *self, guint index)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);
  g_return_val_if_fail (index < self->entries->len, NULL);

  return g_ptr_array_index (self->entries, index);
}

static gboolean
has_entry (TroupeConsent *self, const TroupeConsentEntry *wanted)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = g_ptr_array_index (self->entries, i);

      if (entry->section == wanted->section && g_strcmp0 (entry->value, wanted->value) == 0)
        return TRUE;
    }

  return FALSE;
}

gboolean
troupe_consent_is_covered (TroupeConsent *self, TroupeConsent *granted)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (TROUPE_IS_CONSENT (granted), FALSE);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = g_ptr_array_index (self->entries, i);
      const gboolean is_code = entry->section == TROUPE_CONSENT_PYTHON ||
                               entry->section == TROUPE_CONSENT_MODULES ||
                               entry->section == TROUPE_CONSENT_REFERENCES;

      if (entry->value != NULL && !is_code && !has_entry (granted, entry))
        return FALSE;
    }

  return TRUE;
}

gboolean
troupe_consent_can_refuse (TroupeConsent *self, const TroupeConsentEntry *entry)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (entry != NULL, FALSE);

  return entry->can_refuse && entry->value != NULL &&
         (troupe_consent_get_python (self) & ~TROUPE_PYTHON_PERMIT_MCP) == 0 &&
         (entry->section != TROUPE_CONSENT_HOSTS ||
          troupe_consent_count (self, TROUPE_CONSENT_PROGRAMS) == 0);
}

guint
troupe_consent_count (TroupeConsent *self, TroupeConsentSection section)
{
  guint n_entries = 0;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), 0);

  for (guint i = 0; i < self->entries->len; i++)
    n_entries += troupe_consent_get_entry (self, i)->section == section ? 1 : 0;
  return n_entries;
}

guint
troupe_consent_count_warnings (TroupeConsent *self, TroupeConsentSection section)
{
  guint n_warnings = 0;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), 0);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);

      n_warnings += entry->section == section && entry->warning != NULL ? 1 : 0;
    }

  return n_warnings;
}

char *
troupe_consent_make_title (TroupeConsent *self, TroupeConsentSection section)
{
  const guint n_warnings = troupe_consent_count_warnings (self, section);
  g_autofree char *title = NULL;
  g_autofree char *warnings = NULL;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  /* Any host is more than a number of hosts. */
  if (section == TROUPE_CONSENT_HOSTS && troupe_permissions_have_any_host (self->permission_report))
    title = g_strdup (_ ("Connects to any public web address"));
  else
    title = troupe_consent_section_make_title (section, troupe_consent_count (self, section));
  if (n_warnings == 0)
    return g_steal_pointer (&title);
  warnings =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u warning", "%u warnings", n_warnings),
                       n_warnings);

  return g_strdup_printf ("%s · %s", title, warnings);
}

const char *
troupe_consent_get_note (TroupeConsent *self, TroupeConsentSection section)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  if (troupe_consent_count (self, section) == 0)
    return NULL;
  if (section == TROUPE_CONSENT_PROGRAMS)
    return troupe_permissions_describe_servers (self->permission_report);
  if (section == TROUPE_CONSENT_MODELS && self->has_earlier)
    return _ ("Memories that an earlier document at this path has stored are not used. To let this "
              "document use them: troupectl memory FILE adopt");
  return section == TROUPE_CONSENT_PYTHON
             ? troupe_permissions_describe_sandbox (self->permission_report)
             : NULL;
}

/* Appends the lines of a detail completely, because abridged text could hide something. */
static void
append_detail (GString *out, const char *detail)
{
  g_auto (GStrv) lines = g_strsplit (detail, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* Skips the empty string after the last newline. */
      if (lines[i + 1] == NULL && *lines[i] == '\0')
        break;
      g_string_append_printf (out, INDENT_DETAIL "%s\n", lines[i]);
    }
}

/* Returns TRUE for code that is printed before the entries: it would push those above it out of a terminal, so that a document
 * could hide them. */
static gboolean
is_long (const char *detail)
{
  guint n_lines = 0;

  for (const char *at = detail; at != NULL && *at != '\0' && n_lines <= MOST_DETAIL; at++)
    n_lines += *at == '\n' ? 1 : 0;
  return n_lines > MOST_DETAIL;
}

/* Appends the entries of a section with its title and its note. @mark: printed before new entries,
 * @blank: before others */
static void
append_section (GString *out,
                TroupeConsent *self,
                TroupeConsentSection section,
                const char *mark,
                const char *blank)
{
  g_autofree char *title = NULL;
  const char *note = troupe_consent_get_note (self, section);

  g_assert (TROUPE_IS_CONSENT (self));

  if (troupe_consent_count (self, section) == 0)
    return;
  title = troupe_consent_make_title (self, section);
  /* Translators: a title such as “Connects to 2 hosts”, followed by a list. */
  g_string_append_printf (out, _ ("%s:"), title);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);

      if (entry->section != section)
        continue;
      if (is_long (entry->detail))
        {
          /* Translators: %s is an entry, such as “500 lines of Python in “a””, whose code is printed before the list. */
          g_autofree char *text = g_strdup_printf (_ ("%s, see above"), entry->text);

          g_string_append_printf (out, INDENT "%s%s\n", entry->is_new ? mark : blank, text);
          continue;
        }
      g_string_append_printf (out, INDENT "%s%s\n", entry->is_new ? mark : blank, entry->text);
      if (entry->detail != NULL)
        append_detail (out, entry->detail);
    }
  if (note != NULL)
    g_string_append_printf (out, "%s\n", note);
}

char *
troupe_consent_describe (TroupeConsent *self)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *mark = NULL;
  g_autofree char *blank = NULL;
  g_autofree char *changes = NULL;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  /* Appends the long details with the texts of their entries. */
  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);

      if (!is_long (entry->detail))
        continue;
      g_string_append_printf (out, _ ("%s:"), entry->text);
      g_string_append_c (out, '\n');
      append_detail (out, entry->detail);
    }
  changes = troupe_consent_describe_changes (self);
  if (changes != NULL)
    {
      /* Translators: marks an entry that was not allowed before. */
      mark = g_strdup_printf ("%s  ", _ ("new"));
      blank = g_strnfill ((gsize) g_utf8_strlen (mark, -1), ' ');
      g_string_append_printf (out, "%s\n", changes);
    }
  for (guint i = 0; i < TROUPE_CONSENT_N_SECTIONS; i++)
    append_section (out, self, (TroupeConsentSection) i, mark != NULL ? mark : "",
                    blank != NULL ? blank : "");
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Number of lines up to which a list is visible as a whole in a terminal, and number of entries of each section in the
 * summary of a longer one. */
#define VISIBLE_LINES 40u
#define N_IN_SUMMARY 5u

/* Appends the first @most entries of a section, each as a line. Those with warnings are the first ones. */
static void
append_first (GString *out,
              TroupeConsent *self,
              TroupeConsentSection section,
              const char *indent,
              guint most)
{
  for (guint i = 0; i < self->entries->len && most > 0; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);

      if (entry->section != section)
        continue;
      most--;
      g_string_append_printf (out, "%s%s\n", indent, entry->text);
    }
}

/* Appends a line with the number of other entries, if there are any. */
static void
append_rest (GString *out, const char *indent, guint n_left)
{
  /* Translators: %u is the number of other entries of a list. */
  g_autofree char *more = g_strdup_printf (ngettext ("and %u more", "and %u more", n_left), n_left);

  if (n_left > 0)
    g_string_append_printf (out, "%s%s\n", indent, more);
}

char *
troupe_consent_summarize (TroupeConsent *self)
{
  g_autofree char *whole = NULL;
  g_autoptr (GString) out = NULL;
  guint n_lines = 0;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  whole = troupe_consent_describe (self);
  for (const char *at = whole; *at != '\0'; at++)
    n_lines += *at == '\n' ? 1 : 0;
  if (n_lines <= VISIBLE_LINES)
    return NULL;
  out = g_string_new (_ ("Summary of the list above:"));
  g_string_append_c (out, '\n');
  for (guint section = 0; section < TROUPE_CONSENT_N_SECTIONS; section++)
    {
      const guint count = troupe_consent_count (self, (TroupeConsentSection) section);
      g_autofree char *title = NULL;

      if (count == 0)
        continue;
      title = troupe_consent_make_title (self, (TroupeConsentSection) section);
      g_string_append_printf (out, _ ("%s:"), title);
      g_string_append_c (out, '\n');
      append_first (out, self, (TroupeConsentSection) section, INDENT, N_IN_SUMMARY);
      append_rest (out, INDENT, count - MIN (count, N_IN_SUMMARY));
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
troupe_consent_make_overview (TroupeConsent *self, guint most, guint *n_left)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);
  g_return_val_if_fail (n_left != NULL, NULL);

  for (guint section = 0; section < TROUPE_CONSENT_N_SECTIONS; section++)
    if (troupe_consent_count (self, (TroupeConsentSection) section) > 0)
      {
        g_autofree char *title = troupe_consent_make_title (self, (TroupeConsentSection) section);

        g_string_append (out, out->len > 0 ? " · " : "");
        g_string_append (out, title);
      }
  g_string_append_c (out, '\n');
  *n_left = 0;
  for (guint section = 0; section < TROUPE_CONSENT_N_SECTIONS; section++)
    {
      const guint count = troupe_consent_count_warnings (self, (TroupeConsentSection) section);
      const guint n_shown = MIN (count, most);

      append_first (out, self, (TroupeConsentSection) section, "", n_shown);
      most -= n_shown;
      *n_left += count - n_shown;
    }
  append_rest (out, "", *n_left);
  g_strchomp (out->str);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

TroupeValue *
troupe_consent_to_value (TroupeConsent *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (TroupeValue) list = NULL;
  g_autoptr (TroupeValue) digest = NULL;
  g_autoptr (TroupeValue) with_entries = NULL;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const TroupeConsentEntry *entry = troupe_consent_get_entry (self, i);
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (
          &builder, "section",
          troupe_value_new_string (troupe_consent_section_get_name (entry->section), -1));
      troupe_map_builder_add (&builder, "text", troupe_value_new_string (entry->text, -1));
      troupe_map_builder_add (&builder, "detail", text_or_null (entry->detail));
      troupe_map_builder_add (&builder, "warning", text_or_null (entry->warning));
      troupe_map_builder_add (&builder, "new", troupe_value_new_boolean (entry->is_new));
      g_ptr_array_add (items, troupe_map_builder_end (&builder));
    }
  list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  digest = text_or_null (self->digest);
  with_entries = troupe_value_map_with (self->permission_report, "entries", list);
  return troupe_value_map_with (with_entries, "digest", digest);
}

/* --- Consent ---------------------------------------------------------------------------------- */

gboolean
troupe_consent_is_needed (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), TRUE);

  return troupe_permissions_need_consent (self->permission_report);
}

TroupePythonPermissions
troupe_consent_get_python (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), TROUPE_PYTHON_PERMIT_NOTHING);

  return troupe_permissions_get_python (self->permission_report);
}

gboolean
troupe_consent_was_granted (TroupeConsent *self,
                            const char *folder,
                            TroupePythonPermissions *python)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  if (python != NULL)
    *python = self->digest != NULL ? troupe_permissions_get_granted_python (folder, self->digest)
                                   : TROUPE_PYTHON_PERMIT_NOTHING;
  return self->digest != NULL && troupe_permissions_were_granted (folder, self->digest);
}

static gboolean
store_digest (TroupeConsent *self,
              const char *folder,
              gboolean all,
              TroupePythonPermissions python,
              GError **error)
{
  g_assert (TROUPE_IS_CONSENT (self));

  if (self->digest == NULL)
    return TRUE;
  if (all && !troupe_permissions_grant (folder, self->digest, error))
    return FALSE;
  return python == TROUPE_PYTHON_PERMIT_NOTHING ||
         troupe_permissions_grant_python (folder, self->digest, python, error);
}

gboolean
troupe_consent_grant (TroupeConsent *self,
                      const char *folder,
                      gboolean all,
                      TroupePythonPermissions python,
                      GError **error)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  if (!store_digest (self, folder, all, python, error))
    return FALSE;
  return self->digest == NULL || self->path == NULL ||
         (!all && python == TROUPE_PYTHON_PERMIT_NOTHING) ||
         troupe_consent_record_store (folder, self->path, self->entries,
                                      g_get_real_time () / G_USEC_PER_SEC, error);
}

gboolean
troupe_consent_can_change_programs (TroupeConsent *self)
{
  TroupeValue *files;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);

  if (troupe_permissions_write_folders (self->permission_report))
    return TRUE;
  files = troupe_value_get_member_of (self->permission_report, "files", TROUPE_VALUE_LIST);
  for (gsize i = 0; files != NULL && i < troupe_value_list_get_length (files); i++)
    if (g_strcmp0 (troupe_value_get_member_text (troupe_value_list_get (files, i), "kind"),
                   "pattern") == 0)
      return TRUE;
  return FALSE;
}

TroupePythonPermissions
troupe_consent_get_programs (TroupeConsent *self, const char *folder)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), TROUPE_PYTHON_PERMIT_NOTHING);
  g_return_val_if_fail (folder != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  return self->digest != NULL ? troupe_permissions_get_granted_python (folder, self->digest) &
                                    TROUPE_PYTHON_PERMIT_PROGRAMS
                              : TROUPE_PYTHON_PERMIT_NOTHING;
}

gboolean
troupe_consent_set_programs (TroupeConsent *self,
                             const char *folder,
                             gboolean is_granted,
                             GError **error)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  if (self->digest == NULL)
    return TRUE;
  return is_granted ? troupe_permissions_grant_python (folder, self->digest,
                                                       TROUPE_PYTHON_PERMIT_PROGRAMS, error)
                    : troupe_permissions_revoke_programs (folder, self->digest, error);
}

gboolean
troupe_consent_extend (TroupeConsent *self,
                       const char *folder,
                       TroupePythonPermissions python,
                       GError **error)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  return store_digest (self, folder, TRUE, python, error);
}

typedef struct
{
  char *folder;
  TroupePythonPermissions python;
  gboolean was_asked;
} Grant;

static void
grant_free (gpointer data)
{
  Grant *grant = data;

  g_free (grant->folder);
  g_free (grant);
}

static void
grant_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Grant *grant = task_data;
  GError *error = NULL;

  g_assert (TROUPE_IS_CONSENT (source));

  if (grant->was_asked
          ? troupe_consent_grant (source, grant->folder, TRUE, grant->python, &error) &&
                troupe_consent_set_programs (source, grant->folder,
                                             (grant->python & TROUPE_PYTHON_PERMIT_PROGRAMS) != 0,
                                             &error)
          : troupe_consent_extend (source, grant->folder, grant->python, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
troupe_consent_grant_async (TroupeConsent *self,
                            TroupePythonPermissions python,
                            gboolean was_asked,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Grant *grant = NULL;

  g_return_if_fail (TROUPE_IS_CONSENT (self));

  task = g_task_new (self, NULL, callback, user_data);
  grant = g_new0 (Grant, 1);
  grant->folder = troupe_store_get_default_folder ();
  grant->python = python;
  grant->was_asked = was_asked;
  g_task_set_source_tag (task, troupe_consent_grant_async);
  g_task_set_task_data (task, grant, grant_free);
  g_task_run_in_thread (task, grant_thread);
}

gboolean
troupe_consent_grant_finish (TroupeConsent *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gboolean
troupe_consent_store_own (TroupeConsent *self, const char *folder, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  return self->path == NULL || !self->code->is_whole ||
         troupe_consent_record_store_own (folder, self->path, self->content, self->code->digest,
                                          error);
}

gboolean
troupe_consent_is_own (TroupeConsent *self, const char *folder, gboolean is_edited)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);
  g_return_val_if_fail (folder != NULL, FALSE);

  return self->path != NULL && self->code->is_whole &&
         troupe_consent_record_is_own (folder, self->path, is_edited ? NULL : self->content,
                                       self->code->digest);
}

void
troupe_consent_compare (TroupeConsent *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_CONSENT (self));
  g_return_if_fail (folder != NULL);

  self->is_compared =
      self->path != NULL &&
      troupe_consent_record_mark (folder, self->path, self->entries, &self->compared);
  self->is_same = troupe_consent_was_granted (self, folder, NULL);
}

/* Returns TRUE if the list contains a host, as text or as member `host`, that is not known. The path of a known one, which is shown only if it is not that of all
 * users, selects an account. @has_files: whether the document uses files, which a tool for any web address could disclose */
static gboolean
has_other_host (TroupeValue *list, gboolean has_files)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *value = troupe_value_list_get (list, i);
      const char *host = troupe_value_is (value, TROUPE_VALUE_STRING)
                             ? troupe_value_get_string (value, NULL)
                             : troupe_value_get_member_text (value, "host");
      g_autofree char *only = host != NULL ? troupe_key_recipient_get_host (host) : NULL;

      if (g_strcmp0 (host, TROUPE_PERMISSION_ANY_HOST) == 0)
        {
          if (has_files)
            return TRUE;
        }
      else if (host != NULL && (strchr (host, '/') != NULL || !troupe_key_address_is_known (only)))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the recipient, which is not this computer, receives a key that is in the document: it may be that of its author, who then reads in the account what
 * is sent. */
static gboolean
gets_key_of_author (TroupeValue *recipient)
{
  TroupeValue *has_key = troupe_value_map_lookup_string (recipient, "key_in_document", -1);
  const char *host = troupe_value_get_member_text (recipient, "host");
  g_autofree char *address = g_strconcat ("http://", host, NULL);
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);

  return has_key != NULL && troupe_value_is (has_key, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (has_key) && (uri == NULL || !troupe_uri_is_here (uri));
}

gboolean
troupe_consent_must_be_reviewed (TroupeConsent *self)
{
  TroupeValue *recipients;
  gboolean has_files;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);

  for (guint i = 0; i < self->entries->len; i++)
    if (troupe_consent_get_entry (self, i)->warning != NULL)
      return TRUE;
  recipients =
      troupe_value_get_member_of (self->permission_report, "recipients", TROUPE_VALUE_LIST);
  for (gsize i = 0; recipients != NULL && i < troupe_value_list_get_length (recipients); i++)
    if (gets_key_of_author (troupe_value_list_get (recipients, i)))
      return TRUE;
  has_files = troupe_consent_count (self, TROUPE_CONSENT_FILES) > 0 ||
              troupe_consent_count (self, TROUPE_CONSENT_FOLDERS) > 0;
  return has_other_host (troupe_value_get_member_of (self->permission_report, "hosts",
                                                     TROUPE_VALUE_LIST),
                         has_files) ||
         has_other_host (recipients, has_files);
}

static guint
count_new (TroupeConsent *self)
{
  guint n_new = 0;

  for (guint i = 0; i < self->entries->len; i++)
    n_new += troupe_consent_get_entry (self, i)->is_new ? 1 : 0;
  return n_new;
}

gboolean
troupe_consent_adds_nothing (TroupeConsent *self)
{
  g_return_val_if_fail (TROUPE_IS_CONSENT (self), FALSE);

  return self->is_compared && count_new (self) == 0;
}

char *
troupe_consent_describe_changes (TroupeConsent *self)
{
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *date = NULL;
  guint n_new;

  g_return_val_if_fail (TROUPE_IS_CONSENT (self), NULL);

  time = self->is_compared ? g_date_time_new_from_unix_local (self->compared) : NULL;
  if (time == NULL)
    return NULL;
  date = g_date_time_format (time, "%F");
  n_new = count_new (self);
  /* It is asked for again for another reason. */
  if (n_new == 0 && self->is_same)
    return NULL;
  if (n_new == 0)
    /* Translators: %s is a date. */
    return g_strdup_printf (
        _ ("The document or its code has changed since you allowed it on %s. No "
           "entry is new."),
        date);
  /* Translators: the number of new entries, the number of all entries, a date. */
  return g_strdup_printf (
      ngettext ("%u of %u entries is new since you allowed this document on %s.",
                "%u of %u entries are new since you allowed this document on "
                "%s.",
                n_new),
      n_new, self->entries->len, date);
}
