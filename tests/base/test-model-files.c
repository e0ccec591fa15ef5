/* test-model-files.c: kinds of files, and which models accept them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-model-files.h"

static void
test_types (void)
{
  static const struct
  {
    const char *path;
    const char *bytes; /* the content, or NULL if it was not read */
    const char *type;
  } files[] = {
    { "a.png", NULL, "image/png" },
    { "a.PNG", NULL, "image/png" },
    { "dir.d/photo.jpeg", NULL, "image/jpeg" },
    { "a.pdf", NULL, "application/pdf" },
    { "a.mp3", NULL, "audio/mp3" },
    { "notes.md", "# x", "text/markdown" },
    { "data.yaml", NULL, "text/yaml" },
    { "a", NULL, "application/octet-stream" },
    { "a.xyz", "text", "text/plain" },
    { "a.xyz", "\xff\xfe", "application/octet-stream" },
    /* The content is more reliable than the name. */
    { "a.png", "\xff\xd8\xff\xe0", "image/jpeg" },
    { "a.txt", "%PDF-1.7", "application/pdf" },
    { "a", "RIFF....WEBP", "image/webp" },
    { "a", "RIFF....WAVE", "audio/wav" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_assert_cmpstr (troupe_media_type_find (files[i].path, files[i].bytes,
                                             files[i].bytes != NULL ? strlen (files[i].bytes) : 0),
                     ==, files[i].type);
}

static void
test_forms (void)
{
  static const struct
  {
    const char *model;
    gboolean is_responses;
    const char *type;
    TroupeFileForm form;
  } rows[] = {
    { "openai/gpt-4.1-mini", FALSE, "image/png", TROUPE_FILE_FORM_SENT },
    { "gpt-4o", FALSE, "image/webp", TROUPE_FILE_FORM_SENT },
    { "gpt-4o", FALSE, "image/heic", TROUPE_FILE_FORM_NONE },
    { "gpt-4o", FALSE, "application/pdf", TROUPE_FILE_FORM_NONE },
    { "gpt-4o", TRUE, "application/pdf", TROUPE_FILE_FORM_SENT },
    { "gpt-4o", FALSE, "audio/mp3", TROUPE_FILE_FORM_NONE },
    { "gpt-4o", FALSE, "text/csv", TROUPE_FILE_FORM_READ },
    { "gpt-3.5-turbo", FALSE, "image/png", TROUPE_FILE_FORM_NONE },
    { "o3-mini", FALSE, "image/png", TROUPE_FILE_FORM_NONE },
    { "o3", FALSE, "image/png", TROUPE_FILE_FORM_SENT },
    { "anthropic/claude-sonnet-4-5", FALSE, "image/png", TROUPE_FILE_FORM_SENT },
    { "anthropic/claude-sonnet-4-5", FALSE, "application/pdf", TROUPE_FILE_FORM_SENT },
    { "anthropic/claude-sonnet-4-5", FALSE, "audio/wav", TROUPE_FILE_FORM_NONE },
    { "gemini/gemini-2.5-flash", FALSE, "image/heic", TROUPE_FILE_FORM_SENT },
    { "gemini/gemini-2.5-flash", FALSE, "audio/wav", TROUPE_FILE_FORM_SENT },
    { "gemini/gemini-2.5-flash", FALSE, "text/plain", TROUPE_FILE_FORM_SENT },
    { "gemini/gemini-2.5-flash", FALSE, "application/octet-stream", TROUPE_FILE_FORM_NONE },
    { "bedrock/anthropic.claude-3-5-sonnet", FALSE, "application/pdf", TROUPE_FILE_FORM_SENT },
    { "bedrock/amazon.nova-micro-v1:0", FALSE, "image/png", TROUPE_FILE_FORM_NONE },
    { "azure/my-deployment", FALSE, "image/png", TROUPE_FILE_FORM_SENT },
    { "ollama/llama3.2", FALSE, "image/png", TROUPE_FILE_FORM_NONE },
    { "ollama/llama3.2", FALSE, "application/json", TROUPE_FILE_FORM_READ },
    { "ollama/llama3.2-vision", FALSE, "image/png", TROUPE_FILE_FORM_SENT },
    { "groq/meta-llama/llama-4-scout", FALSE, "image/png", TROUPE_FILE_FORM_SENT },
    { NULL, FALSE, "image/png", TROUPE_FILE_FORM_SENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gsize limit;

      g_test_message ("%s, %s", rows[i].model, rows[i].type);
      g_assert_cmpint (troupe_model_files_find_form (rows[i].model, rows[i].is_responses,
                                                     rows[i].type, &limit),
                       ==, rows[i].form);
      g_assert_true (rows[i].form == TROUPE_FILE_FORM_NONE || limit > 1000000);
    }
}

static void
test_refuse (void)
{
  g_autofree char *small = NULL;
  g_autofree char *large = NULL;
  g_autofree char *blind = NULL;

  small = troupe_model_files_refuse ("gpt-4o", FALSE, "a.png", "image/png", 1000);
  g_assert_null (small);
  large = troupe_model_files_refuse ("gpt-4o", FALSE, "a.png", "image/png", 200u * 1024 * 1024);
  g_test_message ("%s", large);
  g_assert_nonnull (strstr (large, "a.png"));
  g_assert_nonnull (strstr (large, "209.7"));
  g_assert_nonnull (strstr (large, "gpt-4o"));
  blind = troupe_model_files_refuse ("gpt-3.5-turbo", FALSE, "a.png", "image/png", 1000);
  g_test_message ("%s", blind);
  g_assert_nonnull (strstr (blind, "image/png"));
  g_assert_nonnull (strstr (blind, "Choose a model"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model-files/types", test_types);
  g_test_add_func ("/model-files/forms", test_forms);
  g_test_add_func ("/model-files/refuse", test_refuse);

  return g_test_run ();
}
