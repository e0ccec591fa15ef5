/* troupe-plot-html.c: renders a drawing as an interactive HTML page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-html"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#include "troupe-plot-carry.h"
#include "troupe-plot-html.h"
#include "troupe-plot-icon.h"
#include "troupe-plot-paint.h"
#include "troupe-plot-resources.h"
#include "troupe-plot-svg.h"
#include "troupe-plot-text.h"

/* Size limit of a page in bytes. If the drawing, the document and the texts of the run exceed
 * the limit, all longer texts of the run are truncated to the same length, which is at least
 * LEAST_TEXT. */
#define MAX_PAGE 57000
#define LEAST_TEXT 100

#define FOLDER "/io/github/troupe_editor/Troupe/plot/"

/* --- Style and script ------------------------------------------------------------------------- */

/* Appends @line without the spaces next to operators; quoted strings are not changed. The script
 * must not contain regular expressions with spaces, or spaces next to operators that are
 * significant. */
static void
append_squeezed (GString *out, const char *line)
{
  static const char signs[] = "{}()[];,=<>+-*/?:&|!";
  char quote = '\0';

  for (const char *at = line; *at != '\0'; at++)
    {
      if (quote != '\0')
        {
          g_string_append_c (out, *at);
          if (*at == '\\' && at[1] != '\0')
            g_string_append_c (out, *++at);
          else if (*at == quote)
            quote = '\0';
          continue;
        }
      if (*at == '\'' || *at == '"')
        quote = *at;
      if (*at == ' ' && (strchr (signs, at[1]) != NULL ||
                         (out->len > 0 && strchr (signs, out->str[out->len - 1]) != NULL)))
        continue;
      g_string_append_c (out, *at);
    }
  g_string_append_c (out, '\n');
}

/* Loads a resource of the page without comments and indentation. (transfer full) */
static char *
load_short (const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (troupe_plot_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GString *out = g_string_new (NULL);
  gboolean in_comment = FALSE;

  if (bytes != NULL)
    text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *line = g_strstrip (lines[i]);

      in_comment = in_comment || g_str_has_prefix (line, "/*");
      if (!in_comment && *line != '\0')
        {
          if (g_str_has_suffix (name, ".js"))
            append_squeezed (out, line);
          else
            g_string_append_printf (out, "%s\n", line);
        }
      if (in_comment && g_str_has_suffix (line, "*/"))
        in_comment = FALSE;
    }
  return g_string_free (out, FALSE);
}

static char *
make_style (TroupePlotScheme scheme, const TroupePlotUsed *used, const char *rules)
{
  g_autofree char *own = load_short ("page.css");
  GString *out = g_string_new (":root{color-scheme:light;--bar:#fafafa;--btn:#e6e6e9;");

  troupe_plot_style_append_variables (out, used, TROUPE_PLOT_LIGHT);
  g_string_append (out, "}:root.d{color-scheme:dark;--bar:#242424;--btn:#3c3c3e;");
  troupe_plot_style_append_variables (out, used, TROUPE_PLOT_DARK);
  g_string_append_c (out, '}');
  if (scheme == TROUPE_PLOT_BOTH)
    {
      g_string_append (out, "@media(prefers-color-scheme:dark){:root:not(.l){color-scheme:dark;"
                            "--bar:#242424;--btn:#3c3c3e;");
      troupe_plot_style_append_variables (out, used, TROUPE_PLOT_DARK);
      g_string_append (out, "}}");
    }
  troupe_plot_style_append_rules (out, used, TROUPE_PLOT_RULES_VARIABLES, TROUPE_PLOT_LIGHT);
  g_string_append (out, rules);
  g_string_append (out, own);
  return g_string_free (out, FALSE);
}

/* Returns the hash source of @text for a Content-Security-Policy. (transfer full) */
static char *
make_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_autofree char *base64 = NULL;

  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text));
  g_checksum_get_digest (checksum, digest, &length);
  base64 = g_base64_encode (digest, length);
  return g_strconcat ("'sha256-", base64, "'", NULL);
}

/* --- Data ------------------------------------------------------------------------------------- */

/* Appends @text as a JSON string, escaped so that it can neither end the script element nor
 * begin a comment. */
static void
add_text (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *at = text != NULL ? text : ""; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar letter = g_utf8_get_char (at);

      if (letter == '\n')
        g_string_append (out, "\\n");
      else if (letter == '\t')
        g_string_append (out, "\\t");
      else if (letter == '"' || letter == '\\')
        g_string_append_printf (out, "\\%c", (char) letter);
      else if (letter < 0x20 || letter == '<' || letter == '>' || letter == '&' ||
               letter == 0x2028 || letter == 0x2029 || letter == 0x7f)
        g_string_append_printf (out, "\\u%04x", letter);
      else
        g_string_append_unichar (out, letter);
    }
  g_string_append_c (out, '"');
}

static void
add_member (GString *out, const char *key, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  g_string_append_printf (out, "%s\"%s\":", out->str[out->len - 1] == '{' ? "" : ",", key);
  add_text (out, text);
}

/* Appends seconds, rounded to the microsecond. */
static void
add_number (GString *out, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out,
                   g_ascii_formatd (buffer, sizeof buffer, "%.10g", round (number * 1e6) / 1e6));
}

/* Returns the index of @text in @texts. If @text is missing, it is appended. */
static guint
find_index (GPtrArray *texts, const char *text)
{
  guint index;

  if (!g_ptr_array_find_with_equal_func (texts, text, g_str_equal, &index))
    {
      index = texts->len;
      g_ptr_array_add (texts, g_strdup (text));
    }
  return index;
}

/* Appends a piece as JSON. @kinds, @labels: (element-type utf8): shared string tables */
static void
add_piece (GString *out, const TroupePlotPiece *piece, GPtrArray *kinds, GPtrArray *labels)
{
  g_autofree char *title = NULL;
  g_autofree char *summary = NULL;

  if (piece->kind == TROUPE_PLOT_PIECE_GATE)
    {
      g_string_append_c (out, piece->is_and ? '1' : '0');
      return;
    }
  title = troupe_plot_paint_cut_title (piece);
  summary = troupe_plot_paint_cut_summary (piece);
  g_string_append_printf (out, "{\"k\":%u",
                          find_index (kinds, piece->kind_words != NULL ? piece->kind_words : ""));
  if (!g_str_equal (title, piece->title))
    add_member (out, "t", piece->title);
  if (g_strcmp0 (summary, piece->summary) != 0)
    add_member (out, "u", piece->summary);
  add_member (out, "d", piece->description);
  if (piece->events != NULL && piece->events[0] != NULL)
    {
      g_string_append (out, ",\"e\":[");
      for (guint i = 0; piece->events[i] != NULL; i++)
        {
          if (i > 0)
            g_string_append_c (out, ',');
          add_text (out, piece->events[i]);
        }
      g_string_append_c (out, ']');
    }
  if (piece->details->len > 0)
    {
      g_string_append (out, ",\"x\":[");
      for (guint i = 0; i < piece->details->len; i++)
        {
          const TroupePlotDetail *detail = &g_array_index (piece->details, TroupePlotDetail, i);

          g_string_append_printf (out, "%s[%u,", i > 0 ? "," : "",
                                  find_index (labels, detail->label));
          add_text (out, detail->text);
          g_string_append_c (out, ']');
        }
      g_string_append_c (out, ']');
    }
  g_string_append_c (out, '}');
}

/* Appends a step as a JSON array. A missing text is written as 0, but missing texts at the end
 * are omitted. */
static void
add_step (GString *out, const TroupePlotStep *step, GHashTable *written, gsize limit)
{
  const char *const texts[] = { step->taken, step->input, step->output,
                                step->use,   step->by,    step->word };
  guint n_texts = G_N_ELEMENTS (texts);

  g_string_append_printf (out, "[%u,", step->piece);
  add_number (out, step->start);
  g_string_append_c (out, ',');
  add_number (out, step->end);
  g_string_append_printf (out, ",%d,%u", (int) step->state, step->pass);
  while (n_texts > 0 && (texts[n_texts - 1] == NULL || *texts[n_texts - 1] == '\0'))
    n_texts--;
  for (guint i = 0; i < n_texts; i++)
    {
      g_string_append_c (out, ',');
      if (texts[i] != NULL && *texts[i] != '\0')
        {
          const char *text = texts[i];
          const guint number = GPOINTER_TO_UINT (g_hash_table_lookup (written, text));

          /* Appends @text. If @text was already written, appends its number (from 1) instead. */
          if (number > 0)
            {
              g_string_append_printf (out, "%u", number);
              continue;
            }
          if (strlen (text) > limit)
            {
              const char *end = g_utf8_find_prev_char (text, text + limit + 1);
              g_autofree char *cut = g_strdup_printf ("%.*s…", (int) (end - text), text);

              add_text (out, cut);
            }
          else
            add_text (out, text);
          g_hash_table_insert (written, (gpointer) text,
                               GUINT_TO_POINTER (g_hash_table_size (written) + 1));
        }
      else
        g_string_append_c (out, '0');
    }
  g_string_append_c (out, ']');
}

static void
add_words (GString *out)
{
  const struct
  {
    const char *key;
    const char *text;
  } words[] = {
    { "play", _ ("Play") },  { "pause", _ ("Pause") },        { "light", _ ("Light") },
    { "dark", _ ("Dark") },  { "close", _ ("Close") },        { "pass", _ ("pass") },
    { "by", _ ("By") },      { "input", _ ("Input") },        { "output", _ ("Output") },
    { "used", _ ("Usage") }, { "never", _ ("Not run yet.") },
  };

  g_string_append (out, ",\"l\":{");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    add_member (out, words[i].key, words[i].text);
  g_string_append (out, "},\"c\":[0");
  for (guint i = TROUPE_PLOT_STATE_WAITING; i < TROUPE_PLOT_N_STATES; i++)
    {
      g_autofree char *icon = troupe_plot_icon_shorten (troupe_plot_state_get_icon (i));

      g_string_append_printf (out, ",[\"%s\",\"%s\",", troupe_plot_state_get_class (i), icon);
      add_text (out, troupe_plot_state_get_word (i));
      g_string_append_printf (out, ",\"%s\"]",
                              troupe_plot_ink_get_name (troupe_plot_state_get_ink (i)));
    }
  g_string_append_c (out, ']');
}

/* Returns FALSE if a step was still running or waiting for an answer when the run was captured. */
static gboolean
has_ended (TroupePlotDrawing *drawing)
{
  for (guint i = 0; i < drawing->steps->len; i++)
    {
      const TroupePlotState state = g_array_index (drawing->steps, TroupePlotStep, i).state;

      if (state == TROUPE_PLOT_STATE_RUNNING || state == TROUPE_PLOT_STATE_ASKS)
        return FALSE;
    }
  return TRUE;
}

static void
add_list (GString *out, const char *key, GPtrArray *texts)
{
  g_string_append_printf (out, ",\"%s\":[", key);
  for (guint i = 0; i < texts->len; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      add_text (out, texts->pdata[i]);
    }
  g_string_append_c (out, ']');
}

static void
add_length (GArray *lengths, GHashTable *seen, const char *text)
{
  const gsize length = text != NULL ? strlen (text) : 0;

  if (length > 0 && g_hash_table_add (seen, (gpointer) text))
    g_array_append_val (lengths, length);
}

static gsize
sum_cut (const GArray *lengths, gsize limit)
{
  gsize sum = 0;

  for (guint i = 0; i < lengths->len; i++)
    sum += MIN (g_array_index (lengths, gsize, i), limit);
  return sum;
}

/* Returns the length to which the texts of the run must be cut to make the page @excess bytes
 * shorter. */
static gsize
find_limit (TroupePlotDrawing *drawing, gsize excess)
{
  g_autoptr (GArray) lengths = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gsize low = LEAST_TEXT;
  gsize high = LEAST_TEXT;
  gsize sum;

  for (guint i = 0; i < drawing->steps->len; i++)
    {
      const TroupePlotStep *step = &g_array_index (drawing->steps, TroupePlotStep, i);

      add_length (lengths, seen, step->input);
      add_length (lengths, seen, step->output);
    }
  for (guint i = 0; i < lengths->len; i++)
    high = MAX (high, g_array_index (lengths, gsize, i));
  sum = sum_cut (lengths, high);
  while (low < high)
    {
      const gsize middle = (low + high + 1) / 2;

      if (sum_cut (lengths, middle) + excess <= sum)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* Returns the data of the page as JSON. @limit: maximum number of bytes of each text of the run */
static char *
make_data (TroupePlotDrawing *drawing, gsize limit)
{
  GString *out = g_string_new ("{\"p\":[");
  g_autoptr (GPtrArray) kinds = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) written = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < drawing->pieces->len; i++)
    {
      g_string_append (out, i > 0 ? ",\n" : "");
      add_piece (out, troupe_plot_piece_at (drawing, i), kinds, labels);
    }
  g_string_append (out, "],\"w\":[");
  for (guint i = 0; i < drawing->lines->len; i++)
    {
      const TroupePlotLine *line;

      g_string_append (out, i > 0 ? "," : "");
      line = troupe_plot_line_at (drawing, i);
      g_string_append_printf (out, "[%u,%u", line->source, line->target);
      if (line->event != NULL || line->kind == TROUPE_PLOT_LINE_DOTTED)
        {
          g_string_append_c (out, ',');
          if (line->event != NULL)
            add_text (out, line->event);
          else
            g_string_append (out, "0,1");
        }
      g_string_append_c (out, ']');
    }
  g_string_append (out, "],\n\"s\":[");
  for (guint i = 0; i < drawing->steps->len; i++)
    {
      g_string_append (out, i > 0 ? ",\n" : "");
      add_step (out, &g_array_index (drawing->steps, TroupePlotStep, i), written, limit);
    }
  g_string_append (out, "],\"t\":");
  add_number (out, drawing->run_length);
  g_string_append_printf (out, ",\"e\":%d", has_ended (drawing));
  add_list (out, "k", kinds);
  add_list (out, "x", labels);
  add_words (out);
  g_string_append_c (out, '}');
  return g_string_free (out, FALSE);
}

/* --- The page --------------------------------------------------------------------------------- */

/* Appends @format with each `#` replaced by an escaped string of @words. */
static void
append_words (GString *out, const char *format, const char *const *words)
{
  for (; *format != '\0'; format++)
    if (*format == '#')
      troupe_plot_append_escaped (out, *words++);
    else
      g_string_append_c (out, *format);
}

static void
append_legend (GString *out, TroupePlotDrawing *drawing)
{
  static const char *const marks[] = { " o", "", " r" };
  static const char *const lines[] = { "", " a", " d" };

  if (drawing->legend->len == 0)
    return;
  append_words (out, "<details open><summary>#</summary><dl>", (const char *[]){ _ ("Legend") });
  for (guint i = 0; i < drawing->legend->len; i++)
    {
      const TroupePlotLegend *row = &g_array_index (drawing->legend, TroupePlotLegend, i);
      const char *ink = troupe_plot_ink_get_name (row->ink);

      g_string_append (out, "<dt>");
      if (row->kind == TROUPE_PLOT_LEGEND_MARK)
        g_string_append_printf (out, "<b class=\"%s%s\"></b>", ink, marks[row->mark]);
      else if (row->kind == TROUPE_PLOT_LEGEND_LINE)
        g_string_append_printf (out, "<u class=\"%s%s\"></u>", ink, lines[row->line]);
      else
        {
          g_autofree char *icon = troupe_plot_icon_load (row->icon);

          g_string_append_printf (
              out, "<svg class=%s viewBox=\"0 0 16 16\" aria-hidden=true>%s</svg>", ink, icon);
        }
      g_string_append (out, "</dt><dd>");
      troupe_plot_append_escaped (out, row->text);
      g_string_append (out, "</dd>");
    }
  g_string_append (out, "</dl></details>\n");
}

static void
append_header (GString *out, const char *title, const char *run_words)
{
  g_string_append (out, "<header><div><h1>");
  troupe_plot_append_escaped (out, title);
  g_string_append (out, "</h1>");
  if (run_words != NULL)
    {
      g_string_append (out, "<p>");
      troupe_plot_append_escaped (out, run_words);
      g_string_append (out, "</p>");
    }
  append_words (out,
                "</div><span id=f role=status></span><input type=search id=q placeholder=\"#\" "
                "aria-label=\"#\" hidden data-s><button id=out aria-label=\"#\" hidden data-s>−"
                "</button><button id=in aria-label=\"#\" hidden data-s>+</button>"
                "<button id=fit hidden data-s>#</button><button id=th hidden data-s>#</button>"
                "</header>\n",
                (const char *[]){ _ ("Search"), _ ("Search"), _ ("Zoom Out"), _ ("Zoom In"),
                                  _ ("Fit"), _ ("Dark") });
}

char *
troupe_plot_to_html (TroupePlotDrawing *drawing,
                     TroupePlotBox view,
                     TroupePlotScheme scheme,
                     const char *carried)
{
  g_autofree char *script = load_short ("page.js");
  g_autofree char *script_hash = make_hash (script);
  g_autofree char *style = NULL;
  g_autofree char *style_hash = NULL;
  g_autofree char *svg = NULL;
  g_autofree char *data = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GString) rules = g_string_new (NULL);
  static const char *const classes[] = {
    [TROUPE_PLOT_LIGHT] = " class=l", [TROUPE_PLOT_DARK] = " class=d", [TROUPE_PLOT_BOTH] = ""
  };
  TroupePlotUsed used;
  GString *out = g_string_new (NULL);
  gsize size;
  static const TroupePlotInk own[] = { TROUPE_PLOT_INK_CANVAS, TROUPE_PLOT_INK_TEXT,
                                       TROUPE_PLOT_INK_DIM,    TROUPE_PLOT_INK_CARD,
                                       TROUPE_PLOT_INK_LINE,   TROUPE_PLOT_INK_ACCENT,
                                       TROUPE_PLOT_INK_EVENT,  TROUPE_PLOT_INK_FAILED };

  g_return_val_if_fail (drawing != NULL, NULL);
  g_return_val_if_fail (scheme < G_N_ELEMENTS (classes), NULL);

  svg = troupe_plot_to_page_svg (drawing, view, &used, rules);
  /* Marks the inks of the legend and those of the page as used. */
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    used.inks[own[i]] = TRUE;
  for (guint i = 0; i < drawing->legend->len; i++)
    used.inks[g_array_index (drawing->legend, TroupePlotLegend, i).ink] = TRUE;
  style = make_style (scheme, &used, rules->str);
  style_hash = make_hash (style);
  data = make_data (drawing, G_MAXINT);
  size = strlen (svg) + strlen (style) + strlen (script) + strlen (data) +
         (carried != NULL ? strlen (carried) : 0);
  if (size > MAX_PAGE && drawing->steps->len > 0)
    {
      g_free (data);
      data = make_data (drawing, find_limit (drawing, size - MAX_PAGE));
    }
  title = troupe_plot_text_clean (drawing->title != NULL ? drawing->title : _ ("Flow"));
  g_string_append_printf (
      out,
      "<!doctype html>\n<html lang=%s%s><head><meta charset=utf-8>"
      "<meta name=viewport content=\"width=device-width\">\n"
      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src %s; "
      "script-src %s; base-uri 'none'; form-action 'none'\">\n<title>",
      /* Translators: the HTML language code of your translation, such as de or zh-CN. */
      C_ ("code of this language", "en"), classes[scheme], style_hash, script_hash);
  troupe_plot_append_escaped (out, title);
  g_string_append_printf (out, "</title>\n<style>%s</style></head><body>\n", style);
  append_header (out, title, drawing->run_words);
  g_string_append_printf (out, "<main>%s", svg);
  append_legend (out, drawing);
  append_words (out, "</main><aside id=a aria-label=\"#\" hidden></aside>\n",
                (const char *[]){ _ ("Details") });
  if (drawing->steps->len > 0)
    append_words (
        out,
        "<footer hidden data-s><button id=play>#</button><span id=now></span><div id=marks>"
        "<input type=range id=r min=0 aria-label=\"#\"></div><span id=end></span>"
        "<button id=sp title=\"#\">16 ×</button></footer>\n",
        (const char *[]){ _ ("Play"), _ ("Time"), _ ("Speed") });
  g_string_append_printf (out, "<script type=application/json id=d>%s</script>\n", data);
  if (carried != NULL)
    g_string_append_printf (out, "<script type=\"" TROUPE_PLOT_CARRY_TYPE "\">%s</script>\n",
                            carried);
  g_string_append_printf (out, "<script>%s</script>\n</body></html>\n", script);
  return g_string_free (out, FALSE);
}
