/* test-llm-price-rows.c: rows of the price table, including the user's own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "troupe-llm-price-rows.h"

typedef struct
{
  char *folder;
  char *shipped;
  char *own;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-rows-XXXXXX", NULL);
  self->shipped = g_build_filename (self->folder, "shipped.json", NULL);
  self->own = g_build_filename (self->folder, "config", "troupe", "prices.json", NULL);
  g_assert_true (
      g_file_set_contents (self->shipped,
                           "{\"date\": \"2026-01-02\", \"models\": {\"big\": {\"input\": "
                           "2, \"output\": 8}, \"Small\": {\"input\": 1, \"output\": 3}}}",
                           -1, NULL));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->shipped);
  g_free (self->own);
}

/* Returns `name input output` for each row. `*` marks a row of the user, and `+` marks a row
 * that is also in the built-in table. (transfer full) */
static char *
describe (Fixture *self)
{
  g_autofree char *date = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (GPtrArray) rows =
      troupe_llm_price_rows_read_from (self->shipped, self->own, &date, &problem);
  GString *text = g_string_new (date);

  for (guint i = 0; i < rows->len; i++)
    {
      const TroupeLlmPriceRow *row = g_ptr_array_index (rows, i);

      g_string_append_printf (text, ", %s %g %g%s%s", row->name, row->price.input,
                              row->price.output, row->price.is_own ? " *" : "",
                              row->is_shipped ? " +" : "");
    }
  if (problem != NULL)
    g_string_append (text, ", problem");

  return g_string_free (text, FALSE);
}

#define assert_rows(self, expected)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *rows_ = describe (self);                                                      \
    g_assert_cmpstr (rows_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static void
write_own (Fixture *self, const char *name, double input, double output)
{
  const TroupeLlmPrice price = { .input = input, .cached_input = input, .output = output };
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_llm_price_rows_write_own (self->own, name, &price, &error));
  g_assert_no_error (error);
}

static void
test_rows (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  assert_rows (self, "2026-01-02, big 2 8 +, small 1 3 +");
  write_own (self, "Mine", 0.28, 0.42);
  write_own (self, "small", 5, 6);
  assert_rows (self, "2026-01-02, big 2 8 +, mine 0.28 0.42 *, small 5 6 * +");
  write_own (self, "MINE", 0.3, 0.4);
  assert_rows (self, "2026-01-02, big 2 8 +, mine 0.3 0.4 *, small 5 6 * +");
  g_assert_true (troupe_llm_price_rows_write_own (self->own, "small", NULL, &error));
  g_assert_true (troupe_llm_price_rows_write_own (self->own, "mine", NULL, &error));
  g_assert_no_error (error);
  assert_rows (self, "2026-01-02, big 2 8 +, small 1 3 +");
  g_assert_false (troupe_llm_price_rows_write_own (self->own, "big", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* Unknown keys of the file are preserved, and a file that cannot be parsed is not overwritten. */
static void
test_file (Fixture *self, gconstpointer data)
{
  const TroupeLlmPrice price = { .input = 1, .output = 2 };
  g_autofree char *folder = g_path_get_dirname (self->own);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (
      self->own, "{\"note\": \"by hand\", \"models\": {\"a\": {\"input\": 1, \"output\": 1}}}", -1,
      NULL));
  write_own (self, "b", 2, 3);
  g_assert_true (g_file_get_contents (self->own, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"note\": \"by hand\""));
  g_assert_nonnull (strstr (text, "\"a\""));
  g_clear_pointer (&text, g_free);

  g_assert_true (g_file_set_contents (self->own, "{\"models\": {\"a\":", -1, NULL));
  assert_rows (self, "2026-01-02, big 2 8 +, small 1 3 +, problem");
  g_assert_false (troupe_llm_price_rows_write_own (self->own, "b", &price, &error));
  g_assert_nonnull (error);
  g_assert_true (g_file_get_contents (self->own, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "{\"models\": {\"a\":");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/llm-price-rows/rows", test_rows);
  ADD ("/llm-price-rows/file", test_file);
#undef ADD

  return g_test_run ();
}
