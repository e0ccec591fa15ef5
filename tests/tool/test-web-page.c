/* test-web-page.c: conversion of web pages to text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "troupe-web-page.h"

static char *
read_html (const char *html, gsize limit, gboolean *is_cut)
{
  g_autoptr (GUri) uri = g_uri_parse ("https://example.com/a/b", G_URI_FLAGS_NONE, NULL);

  return troupe_web_page_read_html (html, uri, limit, is_cut);
}

static void
assert_text (const char *html, const char *text)
{
  gboolean is_cut;
  g_autofree char *read = read_html (html, 100000, &is_cut);

  g_assert_cmpstr (read, ==, text);
  g_assert_false (is_cut);
}

static void
test_structure (void)
{
  assert_text ("<!DOCTYPE html><html><head><title> A &amp; B </title><style>p{}</style></head>"
               "<body><h1>One</h1><p>Two\n  three<br>four<p>five<h3>Six</h3>seven",
               "A & B\n\n# One\n\nTwo three\nfour\n\nfive\n\n### Six\n\nseven");
  assert_text ("<ul><li>a<li><p>b</p><ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne");
  assert_text ("<table><tr><th>a<th>b</tr><tr><td>1</td><td><p>2</p></td></tr></table>",
               "a | b\n1 | 2");
  assert_text ("<pre>a\n  b\n\n\nc</pre>d", "a\n  b\n\nc\n\nd");
  assert_text ("a<b>b</b> <i> c </i> d", "ab c d");
  assert_text ("<img src=x alt='A picture'> of it", "A picture of it");
  assert_text ("<div>a</div><div>b</div><div></div><div>c</div>", "a\nb\nc");
  assert_text ("", "");
  assert_text (" \n ", "");
}

static void
test_links (void)
{
  assert_text ("<a href='/x?a=1&amp;b=2'>x</a> <a href=c>y</a>.",
               "x (https://example.com/x?a=1&b=2) y (https://example.com/a/c).");
  assert_text ("<a href=\"http://other.example/\">x</a>", "x (http://other.example/)");
  assert_text ("<a href='#top'>x</a><a href='javascript:f()'>y</a><a href='mailto:a@b.c'>z</a>"
               "<a name=q>q</a><a href=''>e</a>",
               "xyzqe");
  assert_text ("<a href='/x'> </a><a href='/y'><img></a>-", "-");
  assert_text ("<a href='/x'>x <a href='/y'>y", "x (https://example.com/x) y "
                                                "(https://example.com/y)");
  assert_text ("<base href='https://base.example/q/'><a href=r>r</a>",
               "r (https://base.example/q/r)");
}

static void
test_unseen (void)
{
  assert_text ("a<script>if (a < b) '</p>'; \"<!--\"</script >b", "ab");
  assert_text ("a<SCRIPT>x</ScRiPt>b<style>y</style>c<svg><title>z</title></svg>d", "abcd");
  assert_text ("a<!-- <p>x</p> -- > -->b<!x>c<?php y ?>d<![CDATA[z]]>e", "abcde");
  assert_text ("a<script>never ends", "a");
  assert_text ("a<!-- never ends", "a");
  assert_text ("<textarea><b>bold</b></textarea>", "<b>bold</b>");
}

static void
test_characters (void)
{
  assert_text ("&lt;&gt;&amp;&quot;&apos;&nbsp;&eacute;&euro;&hellip;", "<>&\"' é€…");
  assert_text ("&#65;&#x42;&#X43&#68 &#150;", "ABCD –");
  assert_text ("&copy &copy_of=1 ?a&copy=2 &unknown; &; &",
               "© &copy_of=1 ?a&copy=2 &unknown; &; &");
  assert_text ("&#0;&#xd800;&#x110000;&#99999999999999999999;&#;", "����&#;");
  assert_text ("a&#27;[31mb&#8238;c\x07"
               "d\xe2\x80\xae"
               "e&#x200f;f&#xfeff;",
               "a[31mbcdef");
  assert_text ("a < b <3 <", "a < b <3 <");
}

/* Malformed HTML. The exact result does not matter as long as parsing succeeds. */
static void
test_nasty (void)
{
  static const char *const pages[] = {
    "<",
    "</",
    "<a",
    "<a href",
    "<a href=",
    "<a href='",
    "<a href='x",
    "<a href==>x</a>",
    "<a / = / href = 'x' / >x",
    "<p/><p////>",
    "</p></p></li></ul></pre></a></h9>",
    "<li><li><li>",
    "<h1><h2><h3>",
    "<td><td>",
    "<thisnameisfarlongerthananyoftheknownones>x",
    "<title>",
    "<title>a</title><title>b</title>",
    "<!",
    "<?",
    "<!--",
    "&#",
    "&#x",
    "&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;",
    "<base href='::::'><a href='x'>y</a>",
    "<a href='http://[::'>x</a>",
    "<a href='http:////x'>x</a>",
    "<a href='http:'>x</a>",
    "<a href='https:.//x'>x</a>",
    "<base href='http:x'><a href='.//x'>x</a>",
    "<a href='http://\xc3\xa4:99999999/'>x</a>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gboolean is_cut;
      g_autofree char *text = read_html (pages[i], 1000, &is_cut);
      g_autofree char *small = read_html (pages[i], 1, &is_cut);

      g_test_message ("%s: %s", pages[i], text);
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_cmpuint (strlen (small), <=, 1);
    }
}

/* The time to parse a page of several megabytes grows linearly, regardless of which content the
 * page repeats. */
static void
test_large (void)
{
  static const char *const parts[] = { "<b>",           "<ul>",         "<",         "&",
                                       "<a href='x'>y", "<textarea",    "<script>x", "<!-",
                                       "</x",           "<li>",         "<td>",      "<pre>\n",
                                       "<p>a ",         "<a b=c d='e' " };
  gint64 begin = test_time_get_own ();

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) page = g_string_new (NULL);
      g_autofree char *text = NULL;
      gboolean is_cut;

      while (page->len < 1024 * 1024)
        g_string_append (page, parts[i]);
      text = read_html (page->str, 100000, &is_cut);
      g_assert_cmpuint (strlen (text), <=, 100000);
    }
  g_assert_cmpint (test_time_get_own () - begin, <, 20 * TEST_SLOWNESS * G_USEC_PER_SEC);
}

static void
test_limit (void)
{
  gboolean is_cut;
  g_autofree char *cut = read_html ("<p>ääää", 5, &is_cut);
  g_autofree char *whole = NULL;
  g_autofree char *cleaned = NULL;

  g_assert_cmpstr (cut, ==, "ää");
  g_assert_true (is_cut);
  whole = read_html ("<p>ääää", 8, &is_cut);
  g_assert_cmpstr (whole, ==, "ääää");
  g_assert_false (is_cut);
  cleaned = troupe_web_page_clean ("a\tb\r\n\x1b[0mc", 100, &is_cut);
  g_assert_cmpstr (cleaned, ==, "a\tb\n[0mc");
}

static void
test_decode (void)
{
  static const struct
  {
    const char *bytes;
    gssize length;
    const char *charset;
    gboolean is_html;
    const char *text;
  } cases[] = {
    { "\xc3\xa4", -1, NULL, TRUE, "ä" },
    { "\xe4\x80", -1, NULL, TRUE, "ä€" },
    { "\xe4", -1, "ISO-8859-1", TRUE, "ä" },
    { "\xa4", -1, "iso-8859-15", TRUE, "€" },
    { "\xef\xbb\xbf\xc3\xa4", -1, "iso-8859-1", TRUE, "ä" },
    { "\xff\xfe"
      "a\0b\0",
      6, NULL, TRUE, "ab" },
    { "\x82\xa0", -1, "Shift_JIS", FALSE, "あ" },
    { "<meta charset=\"koi8-r\">\xc1", -1, NULL, TRUE, "<meta charset=\"koi8-r\">а" },
    { "<meta content='text/html; charset = koi8-r'>\xc1", -1, NULL, TRUE,
      "<meta content='text/html; charset = koi8-r'>а" },
    { "<meta charset=koi8-r>\xc1", -1, NULL, FALSE, "<meta charset=koi8-r>Á" },
    { "<meta charset=utf-16>\xc3\xa4", -1, NULL, TRUE, "<meta charset=utf-16>ä" },
    { "\xc3\xa4", -1, "utf-7", TRUE, "ä" },
    { "\xc3\xa4", -1, "no such thing//TRANSLIT", TRUE, "ä" },
    { "a\xff\xc3", -1, "utf-8", TRUE, "a��" },
    { "a\x82", -1, "shift_jis", TRUE, "a�" },
    { "", 0, NULL, TRUE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length = cases[i].length < 0 ? strlen (cases[i].bytes) : (gsize) cases[i].length;
      g_autofree char *text =
          troupe_web_page_decode (cases[i].bytes, length, cases[i].charset, cases[i].is_html);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/web-page/structure", test_structure);
  g_test_add_func ("/web-page/links", test_links);
  g_test_add_func ("/web-page/unseen", test_unseen);
  g_test_add_func ("/web-page/characters", test_characters);
  g_test_add_func ("/web-page/nasty", test_nasty);
  g_test_add_func ("/web-page/large", test_large);
  g_test_add_func ("/web-page/limit", test_limit);
  g_test_add_func ("/web-page/decode", test_decode);
  return g_test_run ();
}
