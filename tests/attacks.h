/* attacks.h: injection payloads for tests of escaping
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

/* The number of payloads. */
#define N_ATTACKS 500

/* Returns the payload @index. The payloads are markup, ends of scripts and comments, event
 * handlers, script URIs, policies, styles, bidirectional text and templates, each in several
 * variants. A payload that is executed sets `window.pwned`. (transfer full) */
static inline char *
attack_new (guint index)
{
  static const char *const cores[] = {
    "<script>window.pwned=1</script>",
    "</script><script>window.pwned=1</script>",
    "<img src=x onerror=window.pwned=1>",
    "<svg onload=window.pwned=1>",
    "</text></svg><script>window.pwned=1</script>",
    "\"><script>window.pwned=1</script>",
    "' onmouseover='window.pwned=1",
    "\" onfocus=\"window.pwned=1\" autofocus=\"",
    "javascript:window.pwned=1",
    "<a href=javascript:window.pwned=1>x</a>",
    "<iframe srcdoc='<script>parent.pwned=1</script>'>",
    "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9/x'>",
    "<link rel=stylesheet href=http://127.0.0.1:9/x.css>",
    "<style>@import 'http://127.0.0.1:9/x.css';</style>",
    "<base href=http://127.0.0.1:9/>",
    "<!--<script>window.pwned=1//-->",
    "--><script>window.pwned=1</script><!--",
    "]]><script>window.pwned=1</script>",
    "<foreignObject><body onload=window.pwned=1></foreignObject>",
    "<use href='http://127.0.0.1:9/x.svg#a'/>",
    "<animate onbegin=window.pwned=1 attributeName=x>",
    "<details open ontoggle=window.pwned=1>",
    "<object data=http://127.0.0.1:9/x>",
    "<form action=http://127.0.0.1:9/><button>x</button></form>",
    "&lt;script&gt;window.pwned=1&lt;/script&gt;",
    "\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e",
    "${window.pwned=1}",
    "`+(window.pwned=1)+`",
    "'-(window.pwned=1)-'",
    "\";window.pwned=1;//",
    "\\\";window.pwned=1;//",
    "__proto__",
    "constructor",
    "{\"t\":1,\"p\":[]}",
    "</title><script>window.pwned=1</script>",
    "</metadata><script>window.pwned=1</script>",
    "url(http://127.0.0.1:9/x)",
    "#d",
    "</style><script>window.pwned=1</script>",
    "\xe2\x80\xa8window.pwned=1\xe2\x80\xa9",
  };
  static const char *const dresses[] = {
    "%s",         "a%s",          "%s b",           "<b>%s</b>",    "\xe2\x80\xae%s",
    "\n%s\n",     "\t%s",         "&#60;%s",        "%s%%00",       "\xef\xbc\x9c%s",
    "<svg><g>%s", "<math><mi>%s", "<![CDATA[%s]]>", "<noscript>%s", "<template>%s",
  };
  const char *core = cores[index % G_N_ELEMENTS (cores)];
  g_auto (GStrv) parts =
      g_strsplit (dresses[index / G_N_ELEMENTS (cores) % G_N_ELEMENTS (dresses)], "%s", 2);

  return g_strconcat (parts[0], core, parts[1], NULL);
}
