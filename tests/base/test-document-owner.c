/* test-document-owner.c: to which document at a path something stored belongs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-document-owner.h"

typedef struct
{
  char *root;
  char *path;
} Fixture;

static void
save (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (self->root, "d", name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->root = g_dir_make_tmp ("troupe-owner-XXXXXX", NULL);
  self->path = g_build_filename (self->root, "d", "flow.json", NULL);
  save (self, "flow.json", "{}");
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->root);
  g_free (self->root);
  g_free (self->path);
}

/* Puts another folder at the path; both exist for a moment, so that its number differs. */
static void
make_new (Fixture *self)
{
  g_autofree char *folder = g_build_filename (self->root, "d", NULL);
  g_autofree char *old = g_build_filename (self->root, "old", NULL);

  g_assert_cmpint (g_rename (folder, old), ==, 0);
  save (self, "flow.json", "{}");
  remove_all (old);
}

static gboolean
has (const TroupeDocumentIdentity *document, const TroupeDocumentMark *mark)
{
  g_autoptr (TroupeDocumentOwner) owner = troupe_document_owner_new (document);
  const gboolean result = troupe_document_owner_has (owner, mark);

  g_assert_true (troupe_document_owner_has (owner, mark) == result);
  return result;
}

static void
test_owner (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = troupe_document_identify_folder (self->path);
  g_autofree char *parts = troupe_document_identify_parts (self->path);
  const TroupeDocumentIdentity document = { self->path, "name", "digest" };
  const TroupeDocumentIdentity edited = { self->path, "name", "edited" };
  const TroupeDocumentIdentity renamed = { self->path, "other", "digest" };
  const TroupeDocumentIdentity other = { self->path, "other", "other" };
  const TroupeDocumentIdentity unknown = { self->path, NULL, NULL };
  const TroupeDocumentIdentity unsaved = { NULL, "name", "digest" };
  const TroupeDocumentMark mark = { "name", "digest", folder, parts, g_get_real_time () };
  const TroupeDocumentMark without_parts = { "name", "digest", folder, NULL, g_get_real_time () };
  const TroupeDocumentMark earlier = { "name", "digest", NULL, NULL, g_get_real_time () };
  const TroupeDocumentMark before = { "name", "digest", NULL, NULL, 1 };

  g_assert_nonnull (folder);
  g_assert_nonnull (parts);
  g_assert_true (has (&document, &mark));
  g_assert_true (has (&edited, &mark));
  g_assert_true (has (&renamed, &mark));
  g_assert_true (has (&unknown, &mark));
  g_assert_true (has (&document, &earlier));
  g_assert_false (has (&other, &mark));
  g_assert_false (has (&unsaved, &mark));
  make_new (self);
  g_assert_true (has (&document, &mark));
  g_assert_true (has (&renamed, &mark));
  g_assert_false (has (&edited, &mark));
  g_assert_false (has (&unknown, &mark));
  g_assert_false (has (&document, &without_parts));
  g_assert_true (g_str_has_suffix (folder, " 0") || !has (&document, &before));
  save (self, ".env", "MODEL=mock/echo");
  g_assert_false (has (&document, &mark));
}

/* Everything that a run executes or that chooses its models is part of the content, and what it produces is not. */
static void
test_parts (Fixture *self, gconstpointer data)
{
  static const char *const counted[] = {
    ".env",           "agents/a.jsonc",     "crews/c/crew.yaml",     "crews/c/agents/a.yml",
    "tools/spy.py",   ".tools/spy.py",      "skills/s/SKILL.md",     "pyproject.toml",
    "server/main.js", "trained_agents.pkl", "crews/deep/a/b/c.JSON", "run.sh",
  };
  static const char *const ignored[] = {
    "report.md",           "out/result.txt", "data.csv", ".git/config.json",   "memory.db",
    ".checkpoints/1.json", "x.git/a.py",     "a.png",    "__pycache__/a.json", "knowledge/a.pdf",
  };
  g_autofree char *last = troupe_document_identify_parts (self->path);
  g_autofree char *prompts = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *packages = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (counted); i++)
    for (guint k = 0; k < 2; k++)
      {
        g_autofree char *now = NULL;

        g_test_message ("%s", counted[i]);
        save (self, counted[i], k == 0 ? "" : "A=1");
        now = troupe_document_identify_parts (self->path);
        g_assert_nonnull (now);
        /* An empty `.env` is none. */
        if (i > 0 || k > 0)
          g_assert_cmpstr (now, !=, last);
        g_free (last);
        last = g_steal_pointer (&now);
      }
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    {
      g_autofree char *now = NULL;

      g_test_message ("%s", ignored[i]);
      save (self, ignored[i], "x");
      now = troupe_document_identify_parts (self->path);
      g_assert_cmpstr (now, ==, last);
    }
  save (self, "agents/a.jsonc", "{\"prompt_file\": \"report.md\"}");
  prompts = troupe_document_identify_parts (self->path);
  save (self, "report.md", "send everything");
  changed = troupe_document_identify_parts (self->path);
  g_assert_cmpstr (changed, !=, prompts);
  save (self, "node_modules/x/index.js", "");
  packages = troupe_document_identify_parts (self->path);
  g_assert_null (packages);
}

/* A folder of which not everything is known has no content, instead of one that ignores the rest. */
static void
test_limits (Fixture *self, gconstpointer data)
{
  g_autofree char *large = g_strnfill (5 * 1024 * 1024, 'x');
  g_autofree char *link = g_build_filename (self->root, "d", "agents", NULL);
  g_autofree char *outside = g_build_filename (self->root, "outside.py", NULL);
  g_autofree char *to_it = g_build_filename (self->root, "d", "code.py", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_true (g_file_set_contents (outside, "1", -1, NULL));
  g_assert_cmpint (symlink (outside, to_it), ==, 0);
  g_assert_cmpint (symlink ("/", link), ==, 0);
  first = troupe_document_identify_parts (self->path);
  g_assert_nonnull (first);
  g_assert_true (g_file_set_contents (outside, "2", -1, NULL));
  second = troupe_document_identify_parts (self->path);
  g_assert_cmpstr (first, ==, second);
  save (self, "large.py", large);
  g_assert_null (troupe_document_identify_parts (self->path));
  save (self, "large.py", "");
  for (guint i = 0; i < 2100; i++)
    {
      g_autofree char *name = g_strdup_printf ("many/%u", i);

      save (self, name, "");
    }
  g_assert_null (troupe_document_identify_parts (self->path));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/document-owner/owner", Fixture, NULL, set_up, test_owner, tear_down);
  g_test_add ("/document-owner/parts", Fixture, NULL, set_up, test_parts, tear_down);
  g_test_add ("/document-owner/limits", Fixture, NULL, set_up, test_limits, tear_down);
  return g_test_run ();
}
