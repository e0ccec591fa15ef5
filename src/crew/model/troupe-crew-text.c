/* troupe-crew-text.c: texts of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-text"

#include "config.h"

#include <string.h>

#include "troupe-crew.h"
#include "troupe-python-text.h"

char *
troupe_crew_value_to_text (TroupeValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (value, &length);
      GString *out = g_string_new (NULL);

      /* U+0000 is replaced, because it would truncate the NUL-terminated texts of a crew. */
      for (const char *c = text; c < text + length; c++)
        if (*c == '\0')
          g_string_append (out, "\357\277\275");
        else
          g_string_append_c (out, *c);
      return g_string_free (out, FALSE);
    }
  return troupe_python_text_repr (value);
}

gboolean
troupe_crew_is_file_name (const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  return *name != '\0' && *name != '.' && strpbrk (name, "/\\") == NULL;
}
