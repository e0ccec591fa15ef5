/* troupe-model-files.c: kinds of files, and which models accept them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-model-files"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-model-files.h"
#include "troupe-provider-table.h"

#define UNKNOWN_TYPE "application/octet-stream"

typedef enum
{
  KIND_IMAGE,
  KIND_PDF,
  KIND_AUDIO,
  KIND_VIDEO,
  KIND_TEXT,
  KIND_OTHER,
} Kind;

/* --- Media types ------------------------------------------------------------------------------ */

static const struct
{
  const char *suffix;
  const char *type;
} suffixes[] = {
  { "png", "image/png" },         { "jpg", "image/jpeg" },         { "jpeg", "image/jpeg" },
  { "gif", "image/gif" },         { "webp", "image/webp" },        { "heic", "image/heic" },
  { "heif", "image/heif" },       { "pdf", "application/pdf" },    { "mp3", "audio/mp3" },
  { "wav", "audio/wav" },         { "ogg", "audio/ogg" },          { "flac", "audio/flac" },
  { "aac", "audio/aac" },         { "m4a", "audio/m4a" },          { "opus", "audio/opus" },
  { "mp4", "video/mp4" },         { "mpeg", "video/mpeg" },        { "webm", "video/webm" },
  { "mov", "video/quicktime" },   { "avi", "video/x-msvideo" },    { "flv", "video/x-flv" },
  { "txt", "text/plain" },        { "text", "text/plain" },        { "log", "text/plain" },
  { "md", "text/markdown" },      { "csv", "text/csv" },           { "tsv", "text/plain" },
  { "json", "application/json" }, { "jsonl", "application/json" }, { "xml", "text/xml" },
  { "html", "text/html" },        { "htm", "text/html" },          { "yaml", "text/yaml" },
  { "yml", "text/yaml" },         { "py", "text/plain" },          { "toml", "text/plain" },
  { "ini", "text/plain" },        { "rst", "text/plain" },         { "svg", "text/xml" },
};

/* Beginnings of files whose name may be wrong. @offset: of @bytes in the file */
static const struct
{
  gsize offset;
  const char *bytes;
  const char *type;
} beginnings[] = {
  { 0, "\x89PNG\r\n", "image/png" }, { 0, "\xff\xd8\xff", "image/jpeg" },
  { 0, "GIF8", "image/gif" },        { 8, "WEBP", "image/webp" },
  { 0, "%PDF-", "application/pdf" }, { 8, "WAVE", "audio/wav" },
  { 0, "fLaC", "audio/flac" },       { 0, "OggS", "audio/ogg" },
  { 0, "ID3", "audio/mp3" },
};

const char *
troupe_media_type_find (const char *path, const char *bytes, gsize length)
{
  const char *dot = NULL;

  g_return_val_if_fail (path != NULL, UNKNOWN_TYPE);

  for (guint i = 0; bytes != NULL && i < G_N_ELEMENTS (beginnings); i++)
    {
      const gsize n = strlen (beginnings[i].bytes);

      if (beginnings[i].offset + n <= length &&
          memcmp (bytes + beginnings[i].offset, beginnings[i].bytes, n) == 0)
        return beginnings[i].type;
    }
  dot = strrchr (path, '.');
  for (guint i = 0; dot != NULL && i < G_N_ELEMENTS (suffixes); i++)
    if (g_ascii_strcasecmp (dot + 1, suffixes[i].suffix) == 0)
      return suffixes[i].type;

  return bytes != NULL && length > 0 && g_utf8_validate (bytes, (gssize) length, NULL)
             ? "text/plain"
             : UNKNOWN_TYPE;
}

static Kind
get_kind (const char *media_type)
{
  if (g_str_has_prefix (media_type, "image/"))
    return KIND_IMAGE;
  if (g_str_has_prefix (media_type, "audio/"))
    return KIND_AUDIO;
  if (g_str_has_prefix (media_type, "video/"))
    return KIND_VIDEO;
  if (g_str_equal (media_type, "application/pdf"))
    return KIND_PDF;

  return g_str_has_prefix (media_type, "text/") || g_str_equal (media_type, "application/json")
             ? KIND_TEXT
             : KIND_OTHER;
}

/* --- Models ----------------------------------------------------------------------------------- */

/* Formats of images that only Gemini accepts. */
static const char *const rare_formats[] = { "image/heic", "image/heif", NULL };

/* What a service accepts, in bytes; 0 if nothing. The limits are CrewAI's. What is larger than 20 MB
 * would have to be uploaded before, which is not supported. */
typedef struct
{
  gsize image;
  gsize pdf;
  gsize audio;
  gsize video;
  gsize text;
} Limits;

#define MB (1024u * 1024)

static const Limits anthropic_limits = { 5 * MB, 20 * MB, 0, 0, 0 };
static const Limits openai_limits = { 20 * MB, 0, 0, 0, 0 };
static const Limits responses_limits = { 20 * MB, 20 * MB, 0, 0, 0 };
static const Limits gemini_limits = { 20 * MB, 20 * MB, 20 * MB, 20 * MB, 20 * MB };
static const Limits bedrock_limits = { 3840000, 4608000, 0, 0, 0 };
static const Limits mock_limits = { 20 * MB, 20 * MB, 20 * MB, 20 * MB, 0 };

/* Parts of the names of models that accept images, in lower case. */
static const char *const seeing[] = {
  "gpt-4o",    "gpt-4.1",  "gpt-4-turbo", "gpt-4-vision", "gpt-4.5",     "gpt-4v",      "gpt-5",
  "gpt-6",     "o1",       "o3",          "o4",           "vision",      "-vl",         "vl-",
  "2.5vl",     "llava",    "pixtral",     "moondream",    "minicpm-v",   "llama-4",     "llama4",
  "gemma-3",   "gemma3",   "gemini",      "claude",       "mistral-med", "mistral-sma", "grok-4",
  "nova-lite", "nova-pro", "nova-prem",   "kimi-k2.5",    "kimi-latest", "omni",
};

/* Parts of the names of models that accept none, although they contain one of the above. */
static const char *const blind[] = { "o1-mini",        "o1-preview",   "o3-mini",        "claude-2",
                                     "claude-instant", "gpt-4o-audio", "gpt-4o-mini-tts" };

static gboolean
has_part (const char *name, const char *const *parts, gsize n_parts)
{
  for (gsize i = 0; i < n_parts; i++)
    if (strstr (name, parts[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* @name: of the model, in lower case */
static gboolean
is_seeing (TroupeProviderWire wire, const char *name)
{
  if (wire == TROUPE_WIRE_GEMINI || wire == TROUPE_WIRE_MOCK)
    return TRUE;
  if (has_part (name, blind, G_N_ELEMENTS (blind)))
    return FALSE;
  if (has_part (name, seeing, G_N_ELEMENTS (seeing)))
    return TRUE;

  /* Deployments of Azure have any name. */
  return wire == TROUPE_WIRE_AZURE && strstr (name, "gpt-3") == NULL;
}

static const Limits *
find_limits (TroupeProviderWire wire, gboolean is_responses)
{
  switch (wire)
    {
    case TROUPE_WIRE_ANTHROPIC:
      return &anthropic_limits;
    case TROUPE_WIRE_GEMINI:
      return &gemini_limits;
    case TROUPE_WIRE_BEDROCK:
      return &bedrock_limits;
    case TROUPE_WIRE_MOCK:
      return &mock_limits;
    case TROUPE_WIRE_OPENAI_RESPONSES:
      return &responses_limits;
    case TROUPE_WIRE_OPENAI_CHAT:
    case TROUPE_WIRE_AZURE:
    case TROUPE_WIRE_OLLAMA:
    case TROUPE_WIRE_SNOWFLAKE:
    default:
      return is_responses ? &responses_limits : &openai_limits;
    }
}

static gsize
get_limit (const Limits *limits, Kind kind)
{
  switch (kind)
    {
    case KIND_IMAGE:
      return limits->image;
    case KIND_PDF:
      return limits->pdf;
    case KIND_AUDIO:
      return limits->audio;
    case KIND_VIDEO:
      return limits->video;
    case KIND_TEXT:
      return limits->text;
    case KIND_OTHER:
    default:
      return 0;
    }
}

static TroupeProviderWire
find_wire (const char *model)
{
  const char *slash = strchr (model, '/');
  const TroupeProvider *provider = slash != NULL
                                       ? troupe_provider_find_by_prefix (model, slash - model)
                                       : troupe_provider_find_by_name (model);

  return provider != NULL ? provider->wire : TROUPE_WIRE_OPENAI_CHAT;
}

TroupeFileForm
troupe_model_files_find_form (const char *model,
                              gboolean is_responses,
                              const char *media_type,
                              gsize *limit)
{
  g_autofree char *name = g_ascii_strdown (model != NULL ? model : "", -1);
  const TroupeProviderWire wire = model != NULL ? find_wire (model) : TROUPE_WIRE_GEMINI;
  Kind kind;

  g_return_val_if_fail (media_type != NULL && limit != NULL, TROUPE_FILE_FORM_NONE);

  kind = get_kind (media_type);
  *limit = get_limit (find_limits (wire, is_responses), kind);
  if (*limit > 0 && is_seeing (wire, name) &&
      (wire == TROUPE_WIRE_GEMINI || !g_strv_contains (rare_formats, media_type)))
    return TROUPE_FILE_FORM_SENT;
  if (kind != KIND_TEXT)
    return TROUPE_FILE_FORM_NONE;
  *limit = TROUPE_MODEL_FILES_TEXT_LIMIT;

  return TROUPE_FILE_FORM_READ;
}

/* Returns what to do if a model does not accept a kind of file. */
static const char *
advise (Kind kind)
{
  switch (kind)
    {
    case KIND_IMAGE:
      return _ (
          "Choose a model that accepts this kind of image, such as openai/gpt-4.1-mini with a "
          "PNG or JPEG file.");
    case KIND_PDF:
      return _ ("Choose a model that accepts PDF files, such as one of Anthropic, Gemini or OpenAI "
                "with “api”: “responses”.");
    case KIND_AUDIO:
    case KIND_VIDEO:
      return _ ("Choose a model that accepts audio and video, such as gemini/gemini-2.5-flash.");
    case KIND_TEXT:
    case KIND_OTHER:
    default:
      return _ ("Convert it to text, an image or a PDF file.");
    }
}

char *
troupe_model_files_refuse (const char *model,
                           gboolean is_responses,
                           const char *name,
                           const char *media_type,
                           guint64 size)
{
  g_autofree char *shown = NULL;
  g_autofree char *most = NULL;
  TroupeFileForm form;
  gsize limit = 0;

  g_return_val_if_fail (name != NULL && media_type != NULL, NULL);

  form = troupe_model_files_find_form (model, is_responses, media_type, &limit);
  if (form == TROUPE_FILE_FORM_NONE)
    /* Translators: first %s is a file, second %s a media type such as image/png, third %s a model,
     * fourth %s a sentence with advice */
    return g_strdup_printf (_ ("“%s” (%s) cannot be passed to the model “%s”. %s"), name,
                            media_type, model != NULL ? model : "?",
                            advise (get_kind (media_type)));
  if (size <= limit)
    return NULL;
  shown = g_format_size (size);
  most = g_format_size (limit);

  /* Translators: first %s is a file, second %s its size, third %s a model, fourth %s a size */
  return g_strdup_printf (_ ("“%s” has %s. The model “%s” accepts at most %s. Use a smaller file."),
                          name, shown, model != NULL ? model : "?", most);
}
