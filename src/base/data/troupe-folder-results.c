/* troupe-folder-results.c: names of results, for which no program looks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-results"

#include "config.h"

#include <string.h>

#include "troupe-folder-name.h"
#include "troupe-folder-results.h"

/* Words of the names of results, in lower case and sorted. Words are missing that are the whole name of a file which some program looks for, such as `index`,
 * `profile` and `schema`. */
static const char *const result_words[] = { "analyses",
                                            "analysis",
                                            "annotation",
                                            "annotations",
                                            "answer",
                                            "answers",
                                            "article",
                                            "articles",
                                            "assessment",
                                            "author",
                                            "authors",
                                            "balance",
                                            "benchmark",
                                            "bill",
                                            "bills",
                                            "biography",
                                            "book",
                                            "booking",
                                            "bookings",
                                            "bookmark",
                                            "bookmarks",
                                            "books",
                                            "brief",
                                            "briefing",
                                            "budget",
                                            "calendar",
                                            "campaign",
                                            "candidate",
                                            "candidates",
                                            "caption",
                                            "captions",
                                            "cart",
                                            "catalog",
                                            "categories",
                                            "category",
                                            "chapter",
                                            "chapters",
                                            "characters",
                                            "chart",
                                            "charts",
                                            "chat",
                                            "chats",
                                            "citation",
                                            "citations",
                                            "cities",
                                            "city",
                                            "claims",
                                            "classification",
                                            "client",
                                            "clients",
                                            "clusters",
                                            "coefficients",
                                            "comment",
                                            "comments",
                                            "companies",
                                            "company",
                                            "comparison",
                                            "competitors",
                                            "complaint",
                                            "complaints",
                                            "conclusion",
                                            "conclusions",
                                            "contact",
                                            "contacts",
                                            "content",
                                            "contents",
                                            "conversation",
                                            "conversations",
                                            "corpus",
                                            "correlation",
                                            "cost",
                                            "costs",
                                            "countries",
                                            "country",
                                            "counts",
                                            "coverage",
                                            "critique",
                                            "cv",
                                            "data",
                                            "dataset",
                                            "datasets",
                                            "date",
                                            "dates",
                                            "day",
                                            "days",
                                            "deal",
                                            "deals",
                                            "debate",
                                            "decision",
                                            "decisions",
                                            "definitions",
                                            "description",
                                            "descriptions",
                                            "details",
                                            "diagnosis",
                                            "diagram",
                                            "dialog",
                                            "dialogue",
                                            "diary",
                                            "differences",
                                            "digest",
                                            "discussion",
                                            "document",
                                            "documents",
                                            "draft",
                                            "drafts",
                                            "edges",
                                            "email",
                                            "emails",
                                            "embeddings",
                                            "employees",
                                            "entities",
                                            "entity",
                                            "entries",
                                            "entry",
                                            "essay",
                                            "estimate",
                                            "estimates",
                                            "evaluation",
                                            "evaluations",
                                            "event",
                                            "events",
                                            "evidence",
                                            "example",
                                            "examples",
                                            "excerpts",
                                            "expenses",
                                            "experiments",
                                            "explanation",
                                            "export",
                                            "extract",
                                            "extracted",
                                            "extraction",
                                            "facts",
                                            "faq",
                                            "feedback",
                                            "figures",
                                            "final",
                                            "finance",
                                            "findings",
                                            "forecast",
                                            "found",
                                            "frequencies",
                                            "glossary",
                                            "grades",
                                            "graph",
                                            "headlines",
                                            "history",
                                            "hotels",
                                            "hypotheses",
                                            "ideas",
                                            "image",
                                            "images",
                                            "indicators",
                                            "info",
                                            "information",
                                            "ingredients",
                                            "insight",
                                            "insights",
                                            "interview",
                                            "interviews",
                                            "inventory",
                                            "invoice",
                                            "invoices",
                                            "issue",
                                            "issues",
                                            "items",
                                            "itinerary",
                                            "jobs",
                                            "joke",
                                            "jokes",
                                            "journal",
                                            "keywords",
                                            "knowledge",
                                            "labels",
                                            "lead",
                                            "leads",
                                            "lesson",
                                            "lessons",
                                            "letter",
                                            "letters",
                                            "links",
                                            "list",
                                            "lists",
                                            "locations",
                                            "log",
                                            "logs",
                                            "market",
                                            "matches",
                                            "matrix",
                                            "meals",
                                            "measurements",
                                            "meeting",
                                            "members",
                                            "memories",
                                            "memory",
                                            "menu",
                                            "message",
                                            "messages",
                                            "metadata",
                                            "metrics",
                                            "mind",
                                            "minutes",
                                            "movies",
                                            "names",
                                            "narrative",
                                            "news",
                                            "newsletter",
                                            "nodes",
                                            "note",
                                            "notes",
                                            "numbers",
                                            "observations",
                                            "offer",
                                            "offers",
                                            "opinion",
                                            "opinions",
                                            "orders",
                                            "outcome",
                                            "outcomes",
                                            "outline",
                                            "outlines",
                                            "output",
                                            "outputs",
                                            "overview",
                                            "page",
                                            "pages",
                                            "paper",
                                            "papers",
                                            "paragraph",
                                            "paragraphs",
                                            "participants",
                                            "patients",
                                            "payments",
                                            "people",
                                            "person",
                                            "photo",
                                            "photos",
                                            "places",
                                            "plan",
                                            "planning",
                                            "plans",
                                            "poem",
                                            "poems",
                                            "points",
                                            "poll",
                                            "population",
                                            "portfolio",
                                            "post",
                                            "posts",
                                            "prediction",
                                            "predictions",
                                            "price",
                                            "prices",
                                            "priorities",
                                            "prioritized",
                                            "problems",
                                            "product",
                                            "products",
                                            "progress",
                                            "proposal",
                                            "proposals",
                                            "publications",
                                            "purchases",
                                            "queries",
                                            "query",
                                            "question",
                                            "questions",
                                            "quiz",
                                            "quote",
                                            "quotes",
                                            "ranking",
                                            "rankings",
                                            "rates",
                                            "rating",
                                            "ratings",
                                            "recap",
                                            "receipt",
                                            "receipts",
                                            "recipe",
                                            "recipes",
                                            "recommendation",
                                            "recommendations",
                                            "record",
                                            "records",
                                            "references",
                                            "relations",
                                            "replies",
                                            "reply",
                                            "report",
                                            "reports",
                                            "research",
                                            "response",
                                            "responses",
                                            "restaurants",
                                            "result",
                                            "results",
                                            "resume",
                                            "retrospective",
                                            "review",
                                            "reviews",
                                            "risk",
                                            "risks",
                                            "roadmap",
                                            "rows",
                                            "sales",
                                            "sample",
                                            "samples",
                                            "scenario",
                                            "scenarios",
                                            "schedule",
                                            "score",
                                            "scores",
                                            "screenplay",
                                            "search",
                                            "section",
                                            "sections",
                                            "segments",
                                            "sentences",
                                            "sentiment",
                                            "sentiments",
                                            "series",
                                            "session",
                                            "sessions",
                                            "shopping",
                                            "sights",
                                            "similarity",
                                            "slides",
                                            "slots",
                                            "snapshot",
                                            "solution",
                                            "songs",
                                            "speech",
                                            "standings",
                                            "state",
                                            "statement",
                                            "states",
                                            "statistics",
                                            "stats",
                                            "status",
                                            "steps",
                                            "stocks",
                                            "stories",
                                            "story",
                                            "strategy",
                                            "structured",
                                            "students",
                                            "subjects",
                                            "suggestion",
                                            "suggestions",
                                            "summaries",
                                            "summary",
                                            "survey",
                                            "swot",
                                            "table",
                                            "tables",
                                            "tags",
                                            "takeaways",
                                            "temperatures",
                                            "text",
                                            "texts",
                                            "themes",
                                            "thread",
                                            "ticket",
                                            "tickets",
                                            "timeline",
                                            "timetable",
                                            "titles",
                                            "todo",
                                            "todos",
                                            "topic",
                                            "topics",
                                            "totals",
                                            "trace",
                                            "tracks",
                                            "trades",
                                            "transactions",
                                            "transcript",
                                            "transcription",
                                            "transcripts",
                                            "translation",
                                            "translations",
                                            "travel",
                                            "trends",
                                            "trips",
                                            "tutorial",
                                            "tweet",
                                            "tweets",
                                            "updates",
                                            "usage",
                                            "users",
                                            "values",
                                            "verdict",
                                            "vocabulary",
                                            "votes",
                                            "weather",
                                            "weights",
                                            "words",
                                            NULL };

/* Names of Markdown in capital letters that are no instructions. */
static const char *const capital_names[] = { "AUTHORS", "CHANGELOG", "CONTRIBUTING", "COPYING",
                                             "FAQ",     "HISTORY",   "LICENSE",      "NEWS",
                                             "NOTES",   "NOTICE",    "OUTPUT",       "README",
                                             "REPORT",  "RESULTS",   "SUMMARY",      "TODO",
                                             NULL };

/* Names of Markdown, or parts of them between dots, that coding agents follow in any folder. */
static const char *const instructions[] = { "conventions",
                                            "copilot-instructions",
                                            "instructions",
                                            "knowledge",
                                            "memory",
                                            "prompt",
                                            "rules",
                                            "skill",
                                            NULL };

/* Of those, the last parts of names that they follow without being asked. */
static const char *const followed[] = { "copilot-instructions", "instructions", "knowledge",
                                        "skill", NULL };

/* Returns TRUE if the part of a name between dots says that it is a result. */
static gboolean
is_result (const char *part)
{
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *at = part;; at++)
    {
      const gboolean is_letter = g_ascii_isalpha (*at);

      if (*at != '\0' && (g_ascii_isdigit (*at) || strchr ("_ ", *at) != NULL || (*at & 0x80) != 0))
        return TRUE;
      if (!is_letter || (at > part && g_ascii_isupper (*at) && g_ascii_islower (at[-1])))
        {
          if (g_strv_contains (result_words, word->str))
            return TRUE;
          g_string_truncate (word, 0);
        }
      if (*at == '\0')
        return FALSE;
      if (is_letter)
        g_string_append_c (word, g_ascii_tolower (*at));
    }
}

/* @stem: the name of JSON without its ending */
static gboolean
is_each_result (const char *stem)
{
  g_auto (GStrv) parts = g_strsplit (stem, ".", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (!is_result (parts[i]))
      return FALSE;
  return parts[0] != NULL;
}

/* Returns TRUE if coding agents follow Markdown of this name, or one in capital letters, as the names of such files are. @folded: the stem, folded */
static gboolean
is_instruction (const char *stem, const char *folded)
{
  g_auto (GStrv) parts = g_strsplit (folded, ".", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (g_strv_contains (instructions, parts[i]))
      return TRUE;
  return stem[strspn (stem, G_CSET_A_2_Z "-_")] == '\0' && strlen (stem) > 2 &&
         !g_strv_contains (capital_names, stem);
}

gboolean
troupe_folder_result_is_instruction (const char *name)
{
  g_autofree char *folded = NULL;
  g_autofree char *stem = NULL;
  g_autofree char *folded_stem = NULL;
  const char *dot;
  const char *raw_dot;

  g_return_val_if_fail (name != NULL, FALSE);

  raw_dot = strrchr (name, '.');
  folded = troupe_folder_name_fold (name);
  dot = strrchr (folded, '.');
  if (raw_dot == NULL || (g_strcmp0 (dot, ".md") != 0 && g_strcmp0 (dot, ".markdown") != 0))
    return FALSE;
  stem = g_strndup (name, (gsize) (raw_dot - name));
  folded_stem = g_strndup (folded, (gsize) (dot - folded));
  return is_instruction (stem, folded_stem);
}

gboolean
troupe_folder_result_is_followed (const char *name)
{
  g_autofree char *folded = NULL;
  g_autofree char *stem = NULL;
  const char *dot;

  g_return_val_if_fail (name != NULL, FALSE);

  folded = troupe_folder_name_fold (name);
  if (!g_str_has_suffix (folded, ".md"))
    return FALSE;
  stem = g_strndup (folded, strlen (folded) - strlen (".md"));
  dot = strrchr (stem, '.');
  /* Only those of a topic, `NAME.instructions.md`, are found. */
  return g_strv_contains (followed, dot != NULL ? dot + 1 : stem) &&
         !g_str_equal (stem, "instructions");
}

gboolean
troupe_folder_result_is_name (const char *name)
{
  g_autofree char *folded = NULL;
  g_autofree char *stem = NULL;
  const char *raw_dot;

  g_return_val_if_fail (name != NULL, FALSE);

  /* The hidden names of data are those of temporary files. */
  raw_dot = strrchr (name, '.');
  if (raw_dot == NULL || *name == '.')
    return TRUE;
  folded = troupe_folder_name_fold (name);
  if (!g_str_has_suffix (folded, ".json"))
    return !troupe_folder_result_is_instruction (name);
  stem = g_strndup (name, (gsize) (raw_dot - name));
  return is_each_result (stem);
}

gboolean
troupe_folder_result_is_pattern (const char *pattern)
{
  g_autoptr (GString) literal = g_string_new (NULL);

  g_return_val_if_fail (pattern != NULL, FALSE);

  for (const char *at = pattern; *at != '\0';)
    {
      const char *end = *at == '{' ? strchr (at, '}') : NULL;

      /* Letters beside a placeholder are only a part of a word. */
      g_string_append_c (literal, end != NULL ? '-' : *at);
      at = end != NULL ? end + 1 : at + 1;
    }
  return strchr (literal->str, '.') != NULL && troupe_folder_result_is_name (literal->str);
}
