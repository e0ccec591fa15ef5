/* troupe-transcript-markdown.c: rendering Markdown answers as widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-markdown"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-sanitize-text.h"
#include "troupe-transcript-markdown.h"

/* Maximum distance of the closing delimiter in bytes, and maximum nesting depth. */
#define REACH 2000
#define DEPTH 4
/* Limits of a table; anything beyond remains text. */
#define MAX_COLUMNS 12
#define MAX_ROWS 200

/* --- Inline elements -------------------------------------------------------------------------- */

static void append_inline (GString *markup, const char *text, gsize length, guint depth);

static void
append_escaped (GString *markup, const char *text, gsize length)
{
  g_autofree char *escaped = g_markup_escape_text (text, (gssize) length);

  g_string_append (markup, escaped);
}

static gboolean
is_address (const char *text, gsize length)
{
  static const char *const schemes[] = { "https://", "http://", "mailto:" };

  for (gsize i = 0; i < length; i++)
    if (g_ascii_isspace (text[i]))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (length > strlen (schemes[i]) &&
        g_ascii_strncasecmp (text, schemes[i], strlen (schemes[i])) == 0)
      return TRUE;

  return FALSE;
}

static void
append_link (GString *markup, const char *text, gsize length, const char *address, gsize size)
{
  g_autofree char *once = g_markup_escape_text (address, (gssize) size);
  /* The title is escaped twice, because GTK parses it as markup again. */
  g_autofree char *twice = g_markup_escape_text (once, -1);

  g_string_append_printf (markup, "<a href=\"%s\" title=\"%s\">", once, twice);
  append_escaped (markup, text, length);
  g_string_append (markup, "</a>");
}

/* Parses a link [text](address). Returns the number of bytes consumed, or 0 if the text is not a
 * link. */
static gsize
take_link (GString *markup, const char *text, gsize length)
{
  const char *middle = g_strstr_len (text, (gssize) MIN (length, REACH), "](");
  const char *address = middle != NULL ? middle + 2 : NULL;
  const char *end = address != NULL
                        ? memchr (address, ')', MIN (length - (gsize) (address - text), REACH))
                        : NULL;

  if (end == NULL || middle == text + 1 ||
      memchr (text + 1, '[', (gsize) (middle - text - 1)) != NULL ||
      !is_address (address, (gsize) (end - address)))
    return 0;
  append_link (markup, text + 1, (gsize) (middle - text - 1), address, (gsize) (end - address));

  return (gsize) (end + 1 - text);
}

static gsize
take_bare_link (GString *markup, const char *text, gsize length)
{
  gsize size = 0;

  while (size < length && size < REACH && !g_ascii_isspace (text[size]) &&
         strchr ("<>\"'`|()[]{}*", text[size]) == NULL)
    size++;
  while (size > 0 && strchr (".,;:!?", text[size - 1]) != NULL)
    size--;
  if (!is_address (text, size))
    return 0;
  append_link (markup, text, size, text, size);

  return size;
}

/* Parses an emphasized text. Returns the number of bytes consumed; 0 if there is no emphasis. */
static gsize
take_mark (GString *markup,
           const char *text,
           gsize length,
           const char *mark,
           const char *tag,
           guint depth)
{
  const gsize size = strlen (mark);
  const char *end;

  if (length <= 2 * size || strncmp (text, mark, size) != 0 || g_ascii_isspace (text[size]))
    return 0;
  end = g_strstr_len (text + size, (gssize) MIN (length - size, REACH), mark);
  if (end == NULL || end == text + size || g_ascii_isspace (end[-1]) || depth >= DEPTH)
    return 0;
  g_string_append_printf (markup, "<%s>", tag);
  if (*mark == '`')
    append_escaped (markup, text + size, (gsize) (end - text) - size);
  else
    append_inline (markup, text + size, (gsize) (end - text) - size, depth + 1);
  g_string_append_printf (markup, "</%s>", tag);

  return (gsize) (end - text) + size;
}

static gsize
take_any (GString *markup, const char *text, gsize length, gboolean begins_word, guint depth)
{
  gsize n_bytes = 0;

  switch (*text)
    {
    case '`':
      return take_mark (markup, text, length, "`", "tt", depth);
    case '*':
      n_bytes = take_mark (markup, text, length, "**", "b", depth);
      return n_bytes > 0 ? n_bytes : take_mark (markup, text, length, "*", "i", depth);
    case '_':
      /* Underscores inside of a word, as in snake_case, are not emphasis. */
      if (begins_word)
        n_bytes = take_mark (markup, text, length, "__", "b", depth);
      if (begins_word && n_bytes == 0)
        n_bytes = take_mark (markup, text, length, "_", "i", depth);
      return n_bytes;
    case '[':
      return take_link (markup, text, length);
    case 'h':
    case 'm':
      return begins_word ? take_bare_link (markup, text, length) : 0;
    default:
      return 0;
    }
}

static void
append_inline (GString *markup, const char *text, gsize length, guint depth)
{
  g_autoptr (GString) marked = g_string_new (NULL);
  gsize plain = 0; /* start of text that was not written yet */

  for (gsize i = 0; i < length;)
    {
      const gboolean begins_word =
          i == 0 || !(g_ascii_isalnum (text[i - 1]) || (text[i - 1] & 0x80) != 0);
      gsize n_bytes = 0;

      g_string_truncate (marked, 0);
      if (strchr ("`*_[hm", text[i]) != NULL)
        n_bytes = take_any (marked, text + i, length - i, begins_word, depth);
      if (n_bytes == 0)
        {
          i++;
          continue;
        }
      append_escaped (markup, text + plain, i - plain);
      g_string_append_len (markup, marked->str, (gssize) marked->len);
      i += n_bytes;
      plain = i;
    }
  append_escaped (markup, text + plain, length - plain);
}

/* --- Lines ------------------------------------------------------------------------------------ */

typedef enum
{
  LINE_TEXT,
  LINE_BLANK,
  LINE_HEADING,
  LINE_ITEM,
  LINE_QUOTE,
  LINE_RULE,
  LINE_FENCE,
  LINE_TABLE,
} LineKind;

/* Returns the kind of the line. @content: (out): the text after the marker */
static LineKind
read_line (const char *line, const char **content)
{
  const char *start = line + strspn (line, " \t");
  const gsize n_marks = strspn (start, "#");
  const gsize n_digits = strspn (start, "0123456789");

  *content = start;
  if (*start == '\0')
    return LINE_BLANK;
  if (g_str_has_prefix (start, "```") || g_str_has_prefix (start, "~~~"))
    return LINE_FENCE;
  if (n_marks > 0 && n_marks <= 6 && start[n_marks] == ' ')
    {
      *content = start + n_marks + 1;
      return LINE_HEADING;
    }
  if (strlen (start) >= 3 && strspn (start, "-* ") == strlen (start) &&
      strchr (" ", *start) == NULL &&
      (g_str_has_prefix (start, "---") || g_str_has_prefix (start, "***")))
    return LINE_RULE;
  if (strchr ("-*+", *start) != NULL && start[1] == ' ')
    {
      *content = start + 2;
      return LINE_ITEM;
    }
  if (n_digits > 0 && n_digits < 5 && (start[n_digits] == '.' || start[n_digits] == ')') &&
      start[n_digits + 1] == ' ')
    {
      *content = start + n_digits + 2;
      return LINE_ITEM;
    }
  if (*start == '>')
    {
      *content = start + 1 + (start[1] == ' ' ? 1 : 0);
      return LINE_QUOTE;
    }
  if (*start == '|' && strchr (start + 1, '|') != NULL)
    return LINE_TABLE;
  *content = line;

  return LINE_TEXT;
}

static void
append_line (GString *markup, LineKind kind, const char *line, const char *content)
{
  const gsize indent = strspn (line, " \t");

  if (kind == LINE_HEADING)
    g_string_append (markup, "<b>");
  if (kind == LINE_QUOTE)
    g_string_append (markup, "<i>");
  if (kind == LINE_ITEM)
    {
      for (gsize i = 0; i < MIN (indent / 2, 6); i++)
        g_string_append (markup, "    ");
      if (g_ascii_isdigit (line[indent]))
        append_escaped (markup, line + indent, (gsize) (content - line) - indent);
      else
        g_string_append (markup, "•  ");
    }
  append_inline (markup, content, strlen (content), kind == LINE_HEADING ? 1 : 0);
  if (kind == LINE_HEADING)
    g_string_append (markup, "</b>");
  if (kind == LINE_QUOTE)
    g_string_append (markup, "</i>");
}

char *
troupe_transcript_markdown_to_markup (const char *text)
{
  g_auto (GStrv) lines = NULL;
  GString *markup;

  g_return_val_if_fail (text != NULL, NULL);

  lines = g_strsplit (text, "\n", -1);
  markup = g_string_new (NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *content;
      const LineKind kind = read_line (lines[i], &content);

      if (i > 0)
        g_string_append_c (markup, '\n');
      append_line (markup, kind, lines[i],
                   kind == LINE_RULE || kind == LINE_TABLE ? lines[i] : content);
    }

  return g_string_free (markup, FALSE);
}

/* --- Links --------------------------------------------------------------------------------------- */

static void
open_cb (GtkButton *button, gpointer user_data)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (button));

  g_assert (GTK_IS_BUTTON (button));

  gtk_show_uri (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                g_object_get_data (G_OBJECT (button), "troupe-address"), GDK_CURRENT_TIME);
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static gboolean
unparent_cb (gpointer popover)
{
  gtk_widget_unparent (popover);

  return G_SOURCE_REMOVE;
}

static void
closed_cb (GtkPopover *popover, gpointer user_data)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent_cb, g_object_ref (popover), g_object_unref);
}

/* Returns the host of the address, because the link text may suggest another host. (transfer
 * full) */
static char *
describe_host (const char *address)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);

  return uri != NULL && g_uri_get_host (uri) != NULL ? troupe_uri_describe_host (uri) : NULL;
}

static gboolean
activate_link_cb (GtkLabel *label, const char *address, gpointer user_data)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *button = gtk_button_new_with_label (_ ("Open Web Page"));
  g_autofree char *line = troupe_text_to_line (address);
  g_autofree char *host = describe_host (address);
  GtkWidget *whole = gtk_label_new (line);

  g_assert (GTK_IS_LABEL (label));

  if (host != NULL)
    {
      GtkWidget *title = gtk_label_new (host);

      gtk_widget_add_css_class (title, "heading");
      gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_START);
      gtk_label_set_max_width_chars (GTK_LABEL (title), 50);
      gtk_box_append (GTK_BOX (box), title);
    }
  gtk_label_set_wrap (GTK_LABEL (whole), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (whole), PANGO_WRAP_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (whole), 50);
  gtk_label_set_lines (GTK_LABEL (whole), 6);
  gtk_label_set_ellipsize (GTK_LABEL (whole), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), whole);
  g_object_set_data_full (G_OBJECT (button), "troupe-address", g_strdup (address), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (open_cb), NULL);
  gtk_box_append (GTK_BOX (box), button);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_widget_set_parent (popover, GTK_WIDGET (label));
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));

  return TRUE;
}

/* --- Widgets ------------------------------------------------------------------------------------- */

static void
label_destroyed_cb (GtkWidget *label, gpointer user_data)
{
  GtkWidget *child;

  /* Remove a popover that is still open. */
  while ((child = gtk_widget_get_first_child (label)) != NULL)
    gtk_widget_unparent (child);
}

static GtkWidget *
make_label (const char *markup)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  if (strstr (markup, "<a href") != NULL)
    {
      g_signal_connect (label, "activate-link", G_CALLBACK (activate_link_cb), NULL);
      g_signal_connect (label, "destroy", G_CALLBACK (label_destroyed_cb), NULL);
    }

  return label;
}

/* Appends the collected lines of text as one label. */
static void
flush (GtkWidget *box, GString *markup)
{
  while (markup->len > 0 && markup->str[markup->len - 1] == '\n')
    g_string_truncate (markup, markup->len - 1);
  /* Blocks already have a margin. */
  g_string_erase (markup, 0, (gssize) strspn (markup->str, "\n"));
  if (markup->len > 0)
    gtk_box_append (GTK_BOX (box), make_label (markup->str));
  g_string_truncate (markup, 0);
}

/* Adds the code block that begins at line @i, and returns the index of the line after it. */
static guint
add_code (GtkWidget *box, char **lines, guint i)
{
  g_autoptr (GString) code = g_string_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);
  const char *content;

  for (i++; lines[i] != NULL && read_line (lines[i], &content) != LINE_FENCE; i++)
    g_string_append_printf (code, "%s%s", code->len > 0 ? "\n" : "", lines[i]);
  gtk_label_set_text (GTK_LABEL (label), code->str);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "markdown-block");
  gtk_box_append (GTK_BOX (box), label);

  return lines[i] != NULL ? i + 1 : i;
}

static gboolean
is_table (char **lines, guint i)
{
  const char *content;

  return lines[i + 1] != NULL && read_line (lines[i], &content) == LINE_TABLE &&
         read_line (lines[i + 1], &content) == LINE_TABLE &&
         strspn (content, "|-: \t") == strlen (content);
}

static void
add_cells (GtkWidget *grid, const char *line, int row)
{
  const char *start = line + strspn (line, " \t") + 1;
  g_auto (GStrv) cells = g_strsplit (start, "|", MAX_COLUMNS);

  for (int i = 0; cells[i] != NULL && (cells[i + 1] != NULL || *g_strstrip (cells[i]) != '\0'); i++)
    {
      g_autoptr (GString) markup = g_string_new (row == 0 ? "<b>" : "");
      GtkWidget *label;

      g_strstrip (cells[i]);
      append_inline (markup, cells[i], strlen (cells[i]), 1);
      if (row == 0)
        g_string_append (markup, "</b>");
      label = make_label (markup->str);
      gtk_label_set_yalign (GTK_LABEL (label), 0.0f);
      gtk_grid_attach (GTK_GRID (grid), label, i, row, 1, 1);
    }
}

static guint
add_table (GtkWidget *box, char **lines, guint i)
{
  GtkWidget *grid = gtk_grid_new ();
  const char *content;
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  gtk_widget_add_css_class (grid, "markdown-block");
  add_cells (grid, lines[i], row++);
  for (i += 2; lines[i] != NULL && row < MAX_ROWS && read_line (lines[i], &content) == LINE_TABLE;
       i++)
    add_cells (grid, lines[i], row++);
  gtk_box_append (GTK_BOX (box), grid);

  return i;
}

GtkWidget *
troupe_transcript_markdown_new (const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autoptr (GString) markup = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL;)
    {
      const char *content;
      const LineKind kind = read_line (lines[i], &content);

      if (kind == LINE_FENCE || kind == LINE_RULE || is_table (lines, i))
        flush (box, markup);
      if (kind == LINE_FENCE)
        i = add_code (box, lines, i);
      else if (is_table (lines, i))
        i = add_table (box, lines, i);
      else if (kind == LINE_RULE)
        {
          gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
          i++;
        }
      else
        {
          append_line (markup, kind, lines[i], kind == LINE_TABLE ? lines[i] : content);
          g_string_append_c (markup, '\n');
          i++;
        }
    }
  flush (box, markup);

  return box;
}
