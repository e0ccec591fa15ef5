/* troupe-transcript-markdown.c: rendering Markdown answers as widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-transcript-markdown"

#include "config.h"

#include <glib/gi18n.h>
#include <md4c.h>
#include <string.h>

#include "troupe-sanitize-text.h"
#include "troupe-transcript-markdown.h"

/* Limits of the structure; what is beyond remains text. */
#define MAX_SPANS 8
#define MAX_INDENT 6
#define MAX_LISTS 32
#define MAX_COLUMNS 12
#define MAX_ROWS 200
/* A table of more columns, or markup that is longer by this factor than its text, which repeated
 * references to a long definition cause, is shown as plain text. */
#define MAX_PARSED_COLUMNS 100
#define MAX_MARKUP_FACTOR 16

typedef struct
{
  guint number; /* of the next item; 0: bullets */
  gboolean is_tight;
} List;

/* State of one rendering. md4c calls the functions below for each block and span in their order. */
typedef struct
{
  const char *source;
  gsize length;
  GtkWidget *box;
  GString *markup; /* of the label or table cell that is being written */
  GString *code;   /* (nullable): of the code block that is being read */
  GtkWidget *grid; /* (nullable): of the table that is being read */
  GString *rest;   /* what exceeds the limits of the table */
  int row;
  int column;
  List lists[MAX_LISTS];
  guint n_lists;
  guint n_quotes;
  guint n_spans;
  guint gap;            /* newlines before the next block */
  gboolean begins_item; /* the marker of a list item was just written */
  gboolean begins_line; /* the next text is the first of its line */
} Renderer;

/* --- Text --------------------------------------------------------------------------------------- */

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

/* Appends the character of an entity that GMarkup knows as well; others remain as written. */
static void
append_entity (GString *text, const char *entity, gsize length)
{
  static const struct
  {
    const char *entity;
    const char *text;
  } entities[] = { { "&amp;", "&" },   { "&lt;", "<" },  { "&gt;", ">" },
                   { "&quot;", "\"" }, { "&#39;", "'" }, { "&nbsp;", "\u00a0" } };

  for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
    if (strlen (entities[i].entity) == length && strncmp (entities[i].entity, entity, length) == 0)
      {
        g_string_append (text, entities[i].text);
        return;
      }
  g_string_append_len (text, entity, (gssize) length);
}

/* (transfer full) */
static char *
dup_attribute (const MD_ATTRIBUTE *attribute)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; attribute->substr_offsets[i] < attribute->size; i++)
    {
      const char *part = attribute->text + attribute->substr_offsets[i];
      const gsize length = attribute->substr_offsets[i + 1] - attribute->substr_offsets[i];

      if (attribute->substr_types[i] == MD_TEXT_ENTITY)
        append_entity (text, part, length);
      else
        g_string_append_len (text, part, (gssize) length);
    }

  return g_string_free (text, FALSE);
}

static void
append_indent (Renderer *self)
{
  for (guint i = 1; i < MIN (self->n_lists, MAX_INDENT); i++)
    g_string_append (self->markup, "    ");
}

static int
text_cb (MD_TEXTTYPE type, const char *text, MD_SIZE size, void *user_data)
{
  Renderer *self = user_data;
  const gboolean begins_line = self->begins_line;

  self->begins_line = FALSE;
  self->begins_item = FALSE;
  if (self->code != NULL)
    {
      g_string_append_len (self->code, text, size);
      return 0;
    }
  switch (type)
    {
    case MD_TEXT_BR:
    case MD_TEXT_SOFTBR: /* models write a line where they mean a line */
      g_string_append_c (self->markup, '\n');
      append_indent (self);
      self->begins_line = TRUE;
      break;
    case MD_TEXT_ENTITY:
      {
        g_autoptr (GString) plain = g_string_new (NULL);

        append_entity (plain, text, size);
        append_escaped (self->markup, plain->str, plain->len);
        break;
      }
    case MD_TEXT_NORMAL:
      if (begins_line)
        {
          const char *line = text;

          /* Markdown ignores the indentation of a paragraph's lines, but answers contain code
           * without a fence. */
          if (self->n_lists <= 0 && self->n_quotes <= 0 && self->grid == NULL &&
              text >= self->source && text <= self->source + self->length)
            {
              while (line > self->source && (line[-1] == ' ' || line[-1] == '\t'))
                line--;
              if (line == self->source || line[-1] == '\n')
                g_string_append_len (self->markup, line, text - line);
            }
        }
      append_escaped (self->markup, text, size);
      break;
    default:
      append_escaped (self->markup, text, size);
      break;
    }

  return self->markup->len > MAX_MARKUP_FACTOR * self->length + 1000 ? 1 : 0;
}

/* --- Spans --------------------------------------------------------------------------------------- */

/* The translucent background suits light and dark styles. */
#define CODE_TAG "span face=\"monospace\" bgcolor=\"#8883\""

static const char *
get_tag (MD_SPANTYPE type)
{
  switch (type)
    {
    case MD_SPAN_EM:
      return "i";
    case MD_SPAN_STRONG:
      return "b";
    case MD_SPAN_CODE:
      return CODE_TAG;
    case MD_SPAN_DEL:
      return "s";
    default:
      return NULL;
    }
}

/* Links to other schemes and images are not rendered; their text in Markdown is shown instead. */
static int
enter_span_cb (MD_SPANTYPE type, void *detail, void *user_data)
{
  Renderer *self = user_data;
  const char *tag = get_tag (type);

  if (type == MD_SPAN_A)
    {
      g_autofree char *address = dup_attribute (&((MD_SPAN_A_DETAIL *) detail)->href);

      if (is_address (address, strlen (address)))
        {
          g_autofree char *once = g_markup_escape_text (address, -1);
          /* The title is escaped twice, because GTK parses it as markup again. */
          g_autofree char *twice = g_markup_escape_text (once, -1);

          g_string_append_printf (self->markup, "<a href=\"%s\" title=\"%s\">", once, twice);
        }
      else
        g_string_append_c (self->markup, '[');
    }
  else if (type == MD_SPAN_IMG)
    g_string_append (self->markup, "![");
  else if (tag != NULL && ++self->n_spans <= MAX_SPANS)
    g_string_append_printf (self->markup, "<%s>", tag);
  self->begins_line = FALSE;

  return 0;
}

static int
leave_span_cb (MD_SPANTYPE type, void *detail, void *user_data)
{
  Renderer *self = user_data;
  const char *tag = get_tag (type);

  if (type == MD_SPAN_A || type == MD_SPAN_IMG)
    {
      g_autofree char *address =
          dup_attribute (type == MD_SPAN_A ? &((MD_SPAN_A_DETAIL *) detail)->href
                                           : &((MD_SPAN_IMG_DETAIL *) detail)->src);

      if (type == MD_SPAN_A && is_address (address, strlen (address)))
        g_string_append (self->markup, "</a>");
      else
        {
          g_string_append (self->markup, "](");
          append_escaped (self->markup, address, strlen (address));
          g_string_append_c (self->markup, ')');
        }
    }
  else if (tag != NULL && self->n_spans-- <= MAX_SPANS)
    g_string_append_printf (self->markup, "</%.*s>", (int) strcspn (tag, " "), tag);

  return 0;
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

static gboolean
activate_link_cb (GtkLabel *label, const char *address, gpointer user_data)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *button = gtk_button_new_with_label (_ ("Open Web Page"));
  g_autofree char *line = troupe_text_to_line (address);
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  g_autofree char *host =
      uri != NULL && g_uri_get_host (uri) != NULL ? troupe_uri_describe_host (uri) : NULL;
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

/* --- Blocks -------------------------------------------------------------------------------------- */

/* Appends the text written so far as one label. */
static void
flush (Renderer *self)
{
  while (self->markup->len > 0 && self->markup->str[self->markup->len - 1] == '\n')
    g_string_truncate (self->markup, self->markup->len - 1);
  if (self->markup->len > 0)
    gtk_box_append (GTK_BOX (self->box), make_label (self->markup->str));
  g_string_truncate (self->markup, 0);
}

/* Begins a line of text below the text of the same label. */
static void
begin_text (Renderer *self)
{
  if (!self->begins_item)
    {
      for (guint i = 0; i < self->gap && self->markup->len > 0; i++)
        g_string_append_c (self->markup, '\n');
      append_indent (self);
    }
  self->begins_item = FALSE;
  self->begins_line = TRUE;
}

static void
begin_item (Renderer *self, const MD_BLOCK_LI_DETAIL *detail)
{
  List *list = &self->lists[MIN (self->n_lists, MAX_LISTS) - 1];

  self->begins_item = FALSE;
  begin_text (self);
  if (detail->is_task)
    g_string_append (self->markup, detail->task_mark == ' ' ? "☐  " : "☑  ");
  else if (list->number > 0)
    g_string_append_printf (self->markup, "%u. ", list->number++);
  else
    g_string_append (self->markup, "•  ");
  self->begins_item = TRUE;
  self->gap = list->is_tight ? 1 : 2;
}

static void
begin_list (Renderer *self, guint number, gboolean is_tight)
{
  if (self->n_lists++ < MAX_LISTS)
    self->lists[self->n_lists - 1] = (List){ .number = number, .is_tight = is_tight };
  self->begins_item = FALSE;
  self->gap = 1;
}

static void
add_cell (Renderer *self)
{
  if (self->row < MAX_ROWS && self->column < MAX_COLUMNS)
    {
      GtkWidget *label = make_label (self->markup->str);

      gtk_label_set_yalign (GTK_LABEL (label), 0.0f);
      gtk_grid_attach (GTK_GRID (self->grid), label, self->column, self->row, 1, 1);
    }
  else if (self->markup->len > 0)
    g_string_append_printf (self->rest, "%s | ", self->markup->str);
  g_string_truncate (self->markup, 0);
  self->column++;
}

static int
enter_block_cb (MD_BLOCKTYPE type, void *detail, void *user_data)
{
  Renderer *self = user_data;

  switch (type)
    {
    case MD_BLOCK_QUOTE:
      self->n_quotes++;
      break;
    case MD_BLOCK_UL:
      begin_list (self, 0, ((MD_BLOCK_UL_DETAIL *) detail)->is_tight);
      break;
    case MD_BLOCK_OL:
      begin_list (self, MAX (((MD_BLOCK_OL_DETAIL *) detail)->start, 1),
                  ((MD_BLOCK_OL_DETAIL *) detail)->is_tight);
      break;
    case MD_BLOCK_LI:
      begin_item (self, detail);
      break;
    case MD_BLOCK_HR:
      flush (self);
      gtk_box_append (GTK_BOX (self->box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
      break;
    case MD_BLOCK_H:
      begin_text (self);
      g_string_append (self->markup, "<b>");
      break;
    case MD_BLOCK_CODE:
      flush (self);
      self->code = g_string_new (NULL);
      break;
    case MD_BLOCK_P:
      begin_text (self);
      if (self->n_quotes > 0)
        g_string_append (self->markup, "<i>");
      break;
    case MD_BLOCK_TABLE:
      if (((MD_BLOCK_TABLE_DETAIL *) detail)->col_count > MAX_PARSED_COLUMNS)
        return 1;
      flush (self);
      self->grid = gtk_grid_new ();
      self->row = 0;
      gtk_grid_set_column_spacing (GTK_GRID (self->grid), 18);
      gtk_grid_set_row_spacing (GTK_GRID (self->grid), 3);
      gtk_widget_add_css_class (self->grid, "markdown-block");
      gtk_box_append (GTK_BOX (self->box), self->grid);
      break;
    case MD_BLOCK_TR:
      self->column = 0;
      break;
    case MD_BLOCK_TH:
      g_string_append (self->markup, "<b>");
      break;
    default:
      break;
    }

  return 0;
}

static int
leave_block_cb (MD_BLOCKTYPE type, void *detail, void *user_data)
{
  Renderer *self = user_data;

  switch (type)
    {
    case MD_BLOCK_QUOTE:
      self->n_quotes--;
      break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
      self->n_lists--;
      self->gap = self->n_lists > 0 ? 1 : 2;
      break;
    case MD_BLOCK_LI:
      self->begins_item = FALSE;
      self->gap = self->lists[MIN (self->n_lists, MAX_LISTS) - 1].is_tight ? 1 : 2;
      break;
    case MD_BLOCK_H:
      g_string_append (self->markup, "</b>");
      self->gap = 1;
      break;
    case MD_BLOCK_CODE:
      {
        Renderer *renderer = self;
        GtkWidget *label = gtk_label_new (NULL);

        if (renderer->code->len > 0 && renderer->code->str[renderer->code->len - 1] == '\n')
          g_string_truncate (renderer->code, renderer->code->len - 1);
        gtk_label_set_text (GTK_LABEL (label), renderer->code->str);
        gtk_label_set_wrap (GTK_LABEL (label), TRUE);
        gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_CHAR);
        gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
        gtk_widget_add_css_class (label, "monospace");
        gtk_widget_add_css_class (label, "markdown-block");
        gtk_box_append (GTK_BOX (renderer->box), label);
        g_string_free (g_steal_pointer (&renderer->code), TRUE);
        break;
      }
    case MD_BLOCK_P:
      if (self->n_quotes > 0)
        g_string_append (self->markup, "</i>");
      self->gap = 2;
      break;
    case MD_BLOCK_TABLE:
      self->grid = NULL;
      g_string_append (self->markup, self->rest->str);
      g_string_truncate (self->rest, 0);
      flush (self);
      break;
    case MD_BLOCK_TR:
      if (self->rest->len > 0 && self->rest->str[self->rest->len - 1] != '\n')
        g_string_append_c (self->rest, '\n');
      self->row++;
      break;
    case MD_BLOCK_TH:
      g_string_append (self->markup, "</b>");
      add_cell (self);
      break;
    case MD_BLOCK_TD:
      add_cell (self);
      break;
    default:
      break;
    }

  return 0;
}

GtkWidget *
troupe_transcript_markdown_new (const char *text)
{
  static const MD_PARSER parser = {
    .flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS | MD_FLAG_PERMISSIVEURLAUTOLINKS |
             MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
    .enter_block = enter_block_cb,
    .leave_block = leave_block_cb,
    .enter_span = enter_span_cb,
    .leave_span = leave_span_cb,
    .text = text_cb,
  };
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  Renderer self = { .source = text, .markup = markup, .rest = rest };

  g_return_val_if_fail (text != NULL, NULL);

  self.length = strlen (text);
  self.box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  if (md_parse (text, (MD_SIZE) self.length, &parser, &self) != 0)
    {
      GtkWidget *child;

      while ((child = gtk_widget_get_first_child (self.box)) != NULL)
        gtk_box_remove (GTK_BOX (self.box), child);
      g_string_truncate (markup, 0);
      append_escaped (markup, text, self.length);
      if (self.code != NULL)
        g_string_free (self.code, TRUE);
    }
  flush (&self);

  return self.box;
}
