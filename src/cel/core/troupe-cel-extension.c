/* troupe-cel-extension.c: lookup of CEL extension functions, and the encoders extension
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-extension"

#include "config.h"

#include <string.h>

#include "troupe-cel-evaluation.h"
#include "troupe-cel-extension.h"

static TroupeValue *
call_encode (TroupeCelEvaluation *self,
             const TroupeCelNode *node,
             TroupeValue **arguments,
             guint n_arguments)
{
  gsize length;
  const char *data;

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_BYTES))
    return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                  n_arguments);
  data = troupe_value_get_string (arguments[0], &length);
  if (!troupe_cel_allocate (self, node, 2 * length))
    return NULL;
  return troupe_value_take_string (g_base64_encode ((const guchar *) data, length), -1);
}

/* Returns TRUE if the text is base64. The padding of the last group is optional. */
static gboolean
is_base64 (const char *text, gsize length)
{
  gsize n_signs = 0;

  while (length > 0 && n_signs < 2 && text[length - 1] == '=')
    length--, n_signs++;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isalnum (text[i]) && text[i] != '+' && text[i] != '/')
        return FALSE;
    }
  return length % 4 != 1 && (n_signs == 0 || (length + n_signs) % 4 == 0);
}

static TroupeValue *
call_decode (TroupeCelEvaluation *self,
             const TroupeCelNode *node,
             TroupeValue **arguments,
             guint n_arguments)
{
  g_autoptr (GString) full = NULL;
  gsize length, decoded_length = 0;
  const char *text;

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_STRING))
    return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                  n_arguments);
  text = troupe_value_get_string (arguments[0], &length);
  if (!is_base64 (text, length))
    return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_CONVERSION, node->name,
                                  arguments[0]);
  if (!troupe_cel_allocate (self, node, 2 * length))
    return NULL;
  full = g_string_new_len (text, (gssize) length);
  while (full->len % 4 != 0)
    g_string_append_c (full, '=');
  if (full->len > 0)
    g_base64_decode_inplace (full->str, &decoded_length);
  return troupe_value_new_bytes (full->str, decoded_length);
}

static const TroupeCelExtension encoders[] = {
  { "base64.encode", 1, 1, call_encode },
  { "base64.decode", 1, 1, call_decode },
  { NULL },
};

static const TroupeCelExtension *
get_extension (guint index)
{
  switch (index)
    {
    case 0:
      return encoders;
    case 1:
      return troupe_cel_math_get_functions ();
    case 2:
      return troupe_cel_strings_get_functions ();
    case 3:
      return troupe_cel_optional_get_functions ();
    default:
      return NULL;
    }
}

TroupeCelFunction
troupe_cel_extension_find (const char *name, gboolean method, guint n_arguments)
{
  const TroupeCelExtension *extension;

  if (method == (strchr (name, '.') != NULL))
    return NULL;
  for (guint i = 0; (extension = get_extension (i)) != NULL; i++)
    {
      for (; extension->name != NULL; extension++)
        {
          if (strcmp (extension->name, name) == 0 && extension->fewest <= n_arguments &&
              extension->most >= n_arguments)
            return extension->function;
        }
    }
  return NULL;
}

gboolean
troupe_cel_extension_is_qualified (const char *space, const char *name)
{
  gsize length = strlen (space);
  const TroupeCelExtension *extension;

  for (guint i = 0; (extension = get_extension (i)) != NULL; i++)
    {
      for (; extension->name != NULL; extension++)
        {
          if (strncmp (extension->name, space, length) == 0 && extension->name[length] == '.' &&
              strcmp (extension->name + length + 1, name) == 0)
            return TRUE;
        }
    }
  return FALSE;
}
