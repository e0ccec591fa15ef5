/* fuzz-page.c: fuzzes the conversion of web pages to displayable text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-web-guard.h"
#include "troupe-web-page.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char *const charsets[] = { NULL,        "utf-8",     "utf-16le",    "windows-1252",
                                        "shift_jis", "gb18030",   "iso-2022-jp", "euc-kr",
                                        "big5",      "iso-8859-7" };

/* Asserts that @text is displayable and at most @limit bytes long. */
static void
check_text (const char *text, gsize limit)
{
  g_assert_cmpuint (strlen (text), <=, limit);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar character = g_utf8_get_char (at);

      g_assert_true (character == '\n' || character == '\t' || !g_unichar_iscntrl (character));
    }
}

/* The first two bytes choose the charset and the length limit. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *decoded = NULL;
  g_autofree char *page = NULL;
  g_autofree char *clean = NULL;
  gboolean is_cut;
  gsize limit;

  if (size < 2)
    return 0;

  limit = data[1] < 128 ? data[1] : 100000;
  decoded = troupe_web_page_decode ((const char *) data + 2, size - 2,
                                    charsets[data[0] % G_N_ELEMENTS (charsets)], TRUE);
  g_assert_true (g_utf8_validate (decoded, -1, NULL));
  uri = troupe_web_guard_parse (decoded, NULL);
  g_clear_pointer (&uri, g_uri_unref);
  uri = g_uri_parse ("https://example.com/a/b", G_URI_FLAGS_NONE, NULL);
  page = troupe_web_page_read_html (decoded, uri, limit, &is_cut);
  check_text (page, limit);
  clean = troupe_web_page_clean (decoded, limit, &is_cut);
  check_text (clean, limit);

  return 0;
}
