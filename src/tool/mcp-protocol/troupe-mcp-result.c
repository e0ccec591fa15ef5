/* troupe-mcp-result.c: conversion of MCP tool results to text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-result"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-mcp-error.h"
#include "troupe-mcp-result.h"
#include "troupe-sanitize-text.h"

/* Sent to a model, so not translated. */
#define GOES_ON "\n[The result was truncated.]"

/* Appends a placeholder for binary content, such as `[image: image/png]`. */
static void
append_mark (GString *text, const char *type, const char *what)
{
  g_autofree char *shown_type = troupe_text_to_line (type);
  g_autofree char *shown = what != NULL ? troupe_text_to_line (what) : NULL;

  if (shown != NULL)
    g_string_append_printf (text, "[%s: %s]", shown_type, shown);
  else
    g_string_append_printf (text, "[%s]", shown_type);
}

char *
troupe_mcp_result_to_text (TroupeValue *result, gboolean *is_error, GError **error)
{
  TroupeValue *content;
  TroupeValue *structured;
  TroupeValue *failed;
  GString *text;
  const char *end;

  g_return_val_if_fail (result != NULL && is_error != NULL, NULL);

  if (!troupe_value_is (result, TROUPE_VALUE_MAP))
    {
      g_set_error_literal (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
                           _ ("The MCP server returned an invalid result."));
      return NULL;
    }
  if (g_strcmp0 (troupe_value_get_member_text (result, "resultType"), "input_required") == 0)
    {
      g_set_error_literal (
          error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_VALIDATION,
          _ ("The tool requires more input to continue, which Troupe cannot provide for this call. "
             "Provide all the information in its arguments."));
      return NULL;
    }
  content = troupe_value_map_lookup_string (result, "content", -1);
  structured = troupe_value_map_lookup_string (result, "structuredContent", -1);
  failed = troupe_value_map_lookup_string (result, "isError", -1);
  *is_error = failed != NULL && troupe_value_is (failed, TROUPE_VALUE_BOOLEAN) &&
              troupe_value_get_boolean (failed);
  text = g_string_new (NULL);
  if (content != NULL && troupe_value_is (content, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (content) > 0)
    {
      for (gsize i = 0; i < troupe_value_list_get_length (content); i++)
        {
          TroupeValue *block;
          const char *type;

          if (i > 0)
            g_string_append_c (text, '\n');
          block = troupe_value_list_get (content, i);
          type = troupe_value_get_member_text (block, "type");
          if (type == NULL)
            append_mark (text, "unknown", NULL);
          else if (g_str_equal (type, "text") &&
                   troupe_value_get_member_text (block, "text") != NULL)
            g_string_append (text, troupe_value_get_member_text (block, "text"));
          else if (g_str_equal (type, "image") || g_str_equal (type, "audio"))
            append_mark (text, type, troupe_value_get_member_text (block, "mimeType"));
          else if (g_str_equal (type, "resource"))
            {
              TroupeValue *resource = troupe_value_map_lookup_string (block, "resource", -1);

              if (troupe_value_get_member_text (resource, "text") != NULL)
                g_string_append (text, troupe_value_get_member_text (resource, "text"));
              else
                append_mark (text, type, troupe_value_get_member_text (resource, "uri"));
            }
          else
            append_mark (text, type, troupe_value_get_member_text (block, "uri"));
          if (text->len > TROUPE_MCP_LIMIT_RESULT)
            break;
        }
    }
  else if (structured != NULL)
    troupe_value_append_json (structured, TROUPE_JSON_SPACED, text);
  if (text->len > TROUPE_MCP_LIMIT_RESULT)
    {
      end = g_utf8_find_prev_char (text->str, text->str + TROUPE_MCP_LIMIT_RESULT + 1);
      g_string_truncate (text, end != NULL ? (gsize) (end - text->str) : 0);
      g_string_append (text, GOES_ON);
    }
  return g_string_free (text, FALSE);
}
