/* troupe-web-page.c: converts web pages to readable text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-page"

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "troupe-html-entities.h"
#include "troupe-text.h"
#include "troupe-web-page.h"

#define MOST_DEPTH 8         /* maximum list indentation */
#define MOST_OF_TITLE 1000   /* bytes */
#define MOST_OF_ADDRESS 2000 /* bytes; longer link URLs are omitted */
#define LONGEST_NAME 15      /* of the known elements */

/* --- Elements -------------------------------------------------------------------------------- */

typedef enum
{
  ELEMENT_PLAIN,
  ELEMENT_LINE,      /* occupies its own lines */
  ELEMENT_PARAGRAPH, /* surrounded by empty lines */
  ELEMENT_HEADING,
  ELEMENT_LIST,
  ELEMENT_ITEM,
  ELEMENT_ROW,
  ELEMENT_CELL,
  ELEMENT_BREAK,
  ELEMENT_PRE,
  ELEMENT_LINK,
  ELEMENT_IMAGE,
  ELEMENT_BASE,
  ELEMENT_TITLE,  /* raw text up to its end tag */
  ELEMENT_TEXT,   /* raw text, shown in place */
  ELEMENT_UNSEEN, /* skipped up to its end tag */
} Element;

/* Sorted by name. */
static const struct
{
  char name[LONGEST_NAME + 1];
  Element element;
} elements[] = {
  { "a", ELEMENT_LINK },
  { "address", ELEMENT_PARAGRAPH },
  { "article", ELEMENT_PARAGRAPH },
  { "aside", ELEMENT_PARAGRAPH },
  { "base", ELEMENT_BASE },
  { "blockquote", ELEMENT_PARAGRAPH },
  { "br", ELEMENT_BREAK },
  { "caption", ELEMENT_LINE },
  { "dd", ELEMENT_LINE },
  { "details", ELEMENT_PARAGRAPH },
  { "div", ELEMENT_LINE },
  { "dl", ELEMENT_PARAGRAPH },
  { "dt", ELEMENT_LINE },
  { "fieldset", ELEMENT_PARAGRAPH },
  { "figcaption", ELEMENT_LINE },
  { "figure", ELEMENT_PARAGRAPH },
  { "footer", ELEMENT_PARAGRAPH },
  { "form", ELEMENT_PARAGRAPH },
  { "h1", ELEMENT_HEADING },
  { "h2", ELEMENT_HEADING },
  { "h3", ELEMENT_HEADING },
  { "h4", ELEMENT_HEADING },
  { "h5", ELEMENT_HEADING },
  { "h6", ELEMENT_HEADING },
  { "header", ELEMENT_PARAGRAPH },
  { "hr", ELEMENT_PARAGRAPH },
  { "iframe", ELEMENT_UNSEEN },
  { "img", ELEMENT_IMAGE },
  { "legend", ELEMENT_LINE },
  { "li", ELEMENT_ITEM },
  { "main", ELEMENT_PARAGRAPH },
  { "nav", ELEMENT_PARAGRAPH },
  { "ol", ELEMENT_LIST },
  { "option", ELEMENT_LINE },
  { "p", ELEMENT_PARAGRAPH },
  { "pre", ELEMENT_PRE },
  { "script", ELEMENT_UNSEEN },
  { "section", ELEMENT_PARAGRAPH },
  { "style", ELEMENT_UNSEEN },
  { "summary", ELEMENT_LINE },
  { "svg", ELEMENT_UNSEEN },
  { "table", ELEMENT_PARAGRAPH },
  { "td", ELEMENT_CELL },
  { "template", ELEMENT_UNSEEN },
  { "textarea", ELEMENT_TEXT },
  { "th", ELEMENT_CELL },
  { "title", ELEMENT_TITLE },
  { "tr", ELEMENT_ROW },
  { "ul", ELEMENT_LIST },
};

/* --- Output ----------------------------------------------------------------------------------- */

/**
 * Page:
 * @at: the read position
 * @n_lines: pending line breaks before the next character
 * @has_space: whether a space is pending before it
 * @has_mark: whether the line consists of a list or heading marker that waits for its text
 * @address: (nullable): the target of the open link; @link_start: the position of its text in @out
 */
typedef struct
{
  const char *at;
  const char *end;
  GUri *uri;
  GString *title;
  GString *out;
  gsize limit;
  gboolean is_cut;
  guint n_lines;
  gboolean has_space;
  gboolean has_mark;
  gboolean is_in_row;
  guint n_pre;
  guint n_lists;
  char *address;
  gsize link_start;
} Page;

/* Returns TRUE if @character may be shown: not a control character for terminals or for the
 * direction of text. */
static gboolean
is_shown (gunichar character)
{
  if (character < 0x20)
    return character == '\n' || character == '\t';
  if ((character >= 0x7f && character < 0xa0) || !g_unichar_validate (character))
    return FALSE;
  return !(character == 0xfeff || character == 0x200e || character == 0x200f ||
           (character >= 0x202a && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069));
}

static void
end_lines (Page *page, guint n_lines)
{
  page->n_lines = MAX (page->n_lines, n_lines);
  page->has_space = FALSE;
}

/* Ends a paragraph. An empty line follows, except in lists. */
static void
end_paragraph (Page *page)
{
  end_lines (page, page->n_lists > 0 ? 1 : 2);
}

static void
append (Page *page, const char *text, gsize length)
{
  g_assert (page != NULL);

  if (page->is_cut || page->out->len + length > page->limit)
    page->is_cut = TRUE;
  else
    g_string_append_len (page->out, text, (gssize) length);
}

static void
append_character (Page *page, gunichar character)
{
  char bytes[6];

  append (page, bytes, (gsize) g_unichar_to_utf8 (character, bytes));
}

/* Writes pending line breaks and spaces before the next character. */
static void
begin_text (Page *page)
{
  g_assert (page != NULL);

  if (page->n_lines > 0 && page->out->len > 0 && !page->has_mark)
    append (page, "\n\n", page->n_lines);
  else if (page->has_space && page->out->len > 0 && !page->has_mark)
    append (page, " ", 1);
  page->n_lines = 0;
  page->has_space = FALSE;
  page->has_mark = FALSE;
}

/* Writes a marker at the start of a line. */
static void
put_mark (Page *page, const char *mark)
{
  begin_text (page);
  append (page, mark, strlen (mark));
  page->has_mark = TRUE;
}

static void
put_character (Page *page, gunichar character)
{
  gboolean is_space = g_unichar_isspace (character) || character == 0xa0;

  g_assert (page != NULL);

  if (!is_space && !is_shown (character))
    return;
  if (is_space && page->n_pre > 0 && (character == '\n' || character == '\t' || character == ' '))
    {
      if (character == '\n')
        end_lines (page, MIN (page->n_lines + 1, 2));
      else
        {
          begin_text (page);
          append_character (page, character);
        }
      return;
    }
  if (is_space)
    {
      page->has_space = page->n_lines == 0;
      return;
    }
  begin_text (page);
  append_character (page, character);
}

/* --- Reading --------------------------------------------------------------------------------- */

/* Reads a character or a character reference and advances @at. */
static gunichar
take_character (const char **at, const char *end)
{
  gunichar character;
  const char *next = **at == '&' ? troupe_html_entity_read (*at, end, &character) : NULL;

  if (next == NULL)
    {
      character = g_utf8_get_char (*at);
      next = g_utf8_next_char (*at);
    }
  *at = next;
  return character;
}

/* Reads attributes up to the end of the tag, and returns the value of @wanted. (transfer full)
 * (nullable) */
static char *
read_attributes (Page *page, const char *wanted)
{
  char *found = NULL;

  g_assert (page != NULL);

  while (page->at < page->end && *page->at != '>')
    {
      const char *name = page->at;
      const char *value;
      gsize length;
      char quote = '\0';

      while (page->at < page->end && strchr (" \t\r\n\f/>=", *page->at) == NULL)
        page->at++;
      length = (gsize) (page->at - name);
      while (page->at < page->end && strchr (" \t\r\n\f/", *page->at) != NULL)
        page->at++;
      if (page->at == page->end || *page->at != '=')
        continue;
      page->at++;
      while (page->at < page->end && g_ascii_isspace (*page->at))
        page->at++;
      if (page->at < page->end && (*page->at == '"' || *page->at == '\''))
        quote = *page->at++;
      value = page->at;
      while (page->at < page->end &&
             (quote != '\0' ? *page->at != quote : strchr (" \t\r\n\f>", *page->at) == NULL))
        page->at++;
      if (found == NULL && wanted != NULL && length == strlen (wanted) &&
          g_ascii_strncasecmp (name, wanted, length) == 0)
        {
          const char *text = value;
          gsize most = MOST_OF_ADDRESS + 1;
          const char *end = text + ((gsize) (page->at - value));
          GString *out = g_string_new (NULL);

          /* Decodes the text of an attribute. */
          while (text < end && out->len < most)
            {
              gunichar character = take_character (&text, end);

              if (g_unichar_isspace (character))
                character = ' ';
              if (is_shown (character))
                g_string_append_unichar (out, character);
            }
          found = g_strstrip (g_string_free (out, FALSE));
        }
      if (quote != '\0' && page->at < page->end)
        page->at++;
    }
  if (page->at < page->end)
    page->at++;
  return found;
}

/* Advances to the position after the next @text. */
static void
skip_behind (Page *page, const char *text)
{
  const char *found = strstr (page->at, text);

  page->at = found != NULL ? found + strlen (text) : page->end;
}

/* Returns the start of the end tag of an element without child elements; the end of the page if
 * it is missing. */
static const char *
find_end (Page *page, const char *name)
{
  const char *at = page->at;
  gsize length = strlen (name);

  g_assert (page != NULL);

  while ((at = strstr (at, "</")) != NULL)
    {
      if (g_ascii_strncasecmp (at + 2, name, length) == 0 && !g_ascii_isalnum (at[2 + length]))
        return at;
      at += 2;
    }
  return page->end;
}

/* Returns the absolute URL of a link. (transfer full) (nullable): NULL if it does not lead to
 * another web page */
static char *
resolve (Page *page, const char *address)
{
  g_autoptr (GUri) uri = NULL;
  char *text;

  g_assert (page != NULL);

  if (address == NULL || *address == '\0' || *address == '#' || strlen (address) > MOST_OF_ADDRESS)
    return NULL;
  uri = page->uri != NULL ? g_uri_parse_relative (page->uri, address, SOUP_HTTP_URI_FLAGS, NULL)
                          : g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
  /* Check the host and the scheme first, because GLib cannot serialize every URI without a host. */
  if (uri == NULL || g_uri_get_host (uri) == NULL ||
      (!g_str_equal (g_uri_get_scheme (uri), "http") &&
       !g_str_equal (g_uri_get_scheme (uri), "https")))
    return NULL;
  text = g_uri_to_string_partial (uri, G_URI_HIDE_PASSWORD);
  if (strlen (text) > MOST_OF_ADDRESS)
    g_clear_pointer (&text, g_free);
  return text;
}

/* --- Tags ------------------------------------------------------------------------------------ */

static void
end_link (Page *page)
{
  g_autofree char *address = g_steal_pointer (&page->address);

  g_assert (page != NULL);

  /* Links without visible text are omitted. */
  if (address == NULL || page->out->len == page->link_start)
    return;
  append (page, " (", 2);
  append (page, address, strlen (address));
  append (page, ")", 1);
}

static void
begin_item (Page *page)
{
  char mark[2 * MOST_DEPTH + 3];
  int depth = (int) CLAMP (page->n_lists, 1, MOST_DEPTH) - 1;

  g_assert (page != NULL);

  page->has_mark = FALSE;
  end_lines (page, 1);
  g_snprintf (mark, sizeof mark, "%*s- ", 2 * depth, "");
  put_mark (page, mark);
}

static void
begin_cell (Page *page)
{
  g_assert (page != NULL);

  if (page->is_in_row)
    {
      page->n_lines = 0;
      put_mark (page, " | ");
    }
  page->is_in_row = TRUE;
}

/* Reads the raw text up to the end tag of the element. */
static void
read_text (Page *page, const char *name, gboolean is_title)
{
  const char *end = find_end (page, name);

  g_assert (page != NULL);

  while (page->at < end && !page->is_cut)
    {
      gunichar character = take_character (&page->at, end);

      if (!is_title)
        put_character (page, character);
      else if (page->title->len < MOST_OF_TITLE && is_shown (character))
        g_string_append_unichar (page->title, g_unichar_isspace (character) ? ' ' : character);
    }
  page->at = MAX (page->at, end);
}

static void
open_element (Page *page, Element element, const char *name, const char *value)
{
  g_assert (page != NULL);

  switch (element)
    {
    case ELEMENT_LINK:
      end_link (page);
      page->address = resolve (page, value);
      page->link_start = page->out->len;
      break;
    case ELEMENT_BASE:
      {
        g_autofree char *address = resolve (page, value);

        if (address != NULL)
          {
            g_clear_pointer (&page->uri, g_uri_unref);
            page->uri = g_uri_parse (address, SOUP_HTTP_URI_FLAGS, NULL);
          }
        break;
      }
    case ELEMENT_IMAGE:
      for (const char *at = value; at != NULL && *at != '\0'; at = g_utf8_next_char (at))
        put_character (page, g_utf8_get_char (at));
      break;
    case ELEMENT_HEADING:
      {
        guint level = (guint) (name[1] - '0');
        char mark[] = "###### ";

        page->has_mark = FALSE;
        end_lines (page, 2);
        put_mark (page, mark + 6 - level);
      }
      break;
    case ELEMENT_LIST:
      end_paragraph (page);
      page->n_lists++;
      break;
    case ELEMENT_ITEM:
      begin_item (page);
      break;
    case ELEMENT_CELL:
      begin_cell (page);
      break;
    case ELEMENT_ROW:
      page->is_in_row = FALSE;
      end_lines (page, 1);
      break;
    case ELEMENT_BREAK:
      end_lines (page, MIN (page->n_lines + 1, 2));
      break;
    case ELEMENT_PRE:
      end_lines (page, 2);
      page->n_pre++;
      break;
    case ELEMENT_TITLE:
    case ELEMENT_TEXT:
      read_text (page, name, element == ELEMENT_TITLE && page->title->len == 0);
      break;
    case ELEMENT_UNSEEN:
      page->at = find_end (page, name);
      break;
    case ELEMENT_LINE:
      end_lines (page, 1);
      break;
    case ELEMENT_PARAGRAPH:
      end_paragraph (page);
      break;
    case ELEMENT_PLAIN:
    default:
      break;
    }
}

static void
close_element (Page *page, Element element)
{
  g_assert (page != NULL);

  switch (element)
    {
    case ELEMENT_LINK:
      end_link (page);
      break;
    case ELEMENT_LIST:
      page->n_lists -= page->n_lists > 0 ? 1 : 0;
      end_paragraph (page);
      break;
    case ELEMENT_PRE:
      page->n_pre -= page->n_pre > 0 ? 1 : 0;
      end_lines (page, 2);
      break;
    case ELEMENT_PARAGRAPH:
    case ELEMENT_HEADING:
      end_paragraph (page);
      break;
    case ELEMENT_LINE:
    case ELEMENT_ITEM:
    case ELEMENT_ROW:
      end_lines (page, 1);
      break;
    default:
      break;
    }
}

/* Reads a tag from its `<` on, which is followed by a letter, or by a slash and a letter. */
static void
read_tag (Page *page)
{
  gboolean is_end = page->at[1] == '/';
  char name[LONGEST_NAME + 1];
  gsize length = 0;
  g_autofree char *value = NULL;
  Element element;

  g_assert (page != NULL);

  for (page->at += is_end ? 2 : 1;
       page->at < page->end && strchr (" \t\r\n\f/>", *page->at) == NULL; page->at++)
    {
      if (length < LONGEST_NAME)
        name[length] = g_ascii_tolower (*page->at);
      length++;
    }
  name[MIN (length, LONGEST_NAME)] = '\0';
  if (length <= LONGEST_NAME)
    {
      const char *element_name = name;
      guint low = 0;
      guint high;

      high = G_N_ELEMENTS (elements);
      element = ELEMENT_PLAIN;
      while (low < high)
        {
          guint middle = (low + high) / 2;
          int order = strcmp (element_name, elements[middle].name);

          if (order == 0)
            {
              element = elements[middle].element;
              break;
            }
          if (order < 0)
            high = middle;
          else
            low = middle + 1;
        }
    }
  else
    element = ELEMENT_PLAIN;
  while (page->at < page->end && (g_ascii_isspace (*page->at) || *page->at == '/'))
    page->at++;
  value = read_attributes (page, element == ELEMENT_LINK || element == ELEMENT_BASE ? "href"
                                 : element == ELEMENT_IMAGE                         ? "alt"
                                                                                    : NULL);
  if (is_end)
    close_element (page, element);
  else
    open_element (page, element, name, value);
}

/* --- Whole pages ----------------------------------------------------------------------------- */

char *
troupe_web_page_clean (const char *text, gsize limit, gboolean *is_cut)
{
  Page page = { .out = g_string_new (NULL), .limit = limit };

  g_return_val_if_fail (text != NULL && is_cut != NULL, NULL);

  for (const char *at = text; *at != '\0' && !page.is_cut; at = g_utf8_next_char (at))
    if (is_shown (g_utf8_get_char (at)))
      append_character (&page, g_utf8_get_char (at));
  *is_cut = page.is_cut;
  return g_string_free (page.out, FALSE);
}

char *
troupe_web_page_read_html (const char *html, GUri *uri, gsize limit, gboolean *is_cut)
{
  Page page = { 0 };

  g_return_val_if_fail (html != NULL && is_cut != NULL, NULL);

  page.at = html;
  page.end = html + strlen (html);
  page.uri = uri != NULL ? g_uri_ref (uri) : NULL;
  page.title = g_string_new (NULL);
  page.out = g_string_new (NULL);
  /* The title is known only after the text was read, so space is reserved for it. */
  page.limit = limit > 2 * MOST_OF_TITLE ? limit - MOST_OF_TITLE - 8 : limit;
  while (page.at < page.end && !page.is_cut)
    {
      char next = page.at[0] == '<' ? page.at[1] : '\0';

      if (next == '!' && troupe_text_begins_with (page.at, "<!--"))
        {
          page.at += 4;
          skip_behind (&page, "-->");
        }
      else if (next == '!' || next == '?')
        skip_behind (&page, ">");
      else if (g_ascii_isalpha (next) || (next == '/' && g_ascii_isalpha (page.at[2])))
        read_tag (&page);
      else
        put_character (&page, take_character (&page.at, page.end));
    }
  end_link (&page);
  g_strstrip (page.title->str);
  if (*page.title->str != '\0' && strlen (page.title->str) + 2 + page.out->len <= limit)
    {
      g_string_prepend (page.out, "\n\n");
      g_string_prepend (page.out, page.title->str);
    }
  *is_cut = page.is_cut;
  g_strchomp (page.out->str);
  g_clear_pointer (&page.uri, g_uri_unref);
  g_string_free (page.title, TRUE);
  return g_string_free (page.out, FALSE);
}
