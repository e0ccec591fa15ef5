/* troupe-crewai-tools.c: table of the tools of the Python package crewai_tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crewai-tools"

#include "config.h"

#include "troupe-crewai-tools.h"

#define MODULE "crewai_tools"
#define SUFFIX "Tool"

/* The classes of tools that crewai_tools 1.15 exports. */
/* clang-format off */
static const char *const classes[] = {
  "AIMindTool", "ApifyActorsTool", "ArxivPaperTool", "AzureDocumentDBVectorSearchTool",
  "BedrockInvokeAgentTool", "BedrockKBRetrieverTool", "BraveImageSearchTool",
  "BraveLLMContextTool", "BraveLocalPOIsDescriptionTool", "BraveLocalPOIsTool",
  "BraveNewsSearchTool", "BraveSearchTool", "BraveVideoSearchTool", "BraveWebSearchTool",
  "BrightDataDatasetTool", "BrightDataSearchTool", "BrightDataWebUnlockerTool",
  "BrowserbaseLoadTool", "CSVSearchTool", "CodeDocsSearchTool", "ComposioTool",
  "ContextualAICreateAgentTool", "ContextualAIParseTool", "ContextualAIQueryTool",
  "ContextualAIRerankTool", "CouchbaseFTSVectorSearchTool", "DB2VectorSearchTool",
  "DOCXSearchTool", "DallETool", "DatabricksQueryTool", "DaytonaExecTool", "DaytonaFileTool",
  "DaytonaPythonTool", "DirectoryReadTool", "DirectorySearchTool", "E2BExecTool", "E2BFileTool",
  "E2BPythonTool", "EXASearchTool", "EnterpriseActionTool", "ExaSearchTool", "FileCompressorTool",
  "FileReadTool", "FileWriterTool", "FirecrawlCrawlWebsiteTool", "FirecrawlScrapeWebsiteTool",
  "FirecrawlSearchTool", "GenerateCrewaiAutomationTool", "GithubSearchTool",
  "HyperbrowserLoadTool", "InvokeCrewAIAutomationTool", "JSONSearchTool", "JinaScrapeWebsiteTool",
  "LinkupSearchTool", "LlamaIndexTool", "MDXSearchTool", "MergeAgentHandlerTool",
  "MongoDBVectorSearchTool", "MultiOnTool", "MySQLSearchTool", "NL2SQLTool", "OCRTool",
  "OracleVectorSearchTool", "OxylabsAmazonProductScraperTool", "OxylabsAmazonSearchScraperTool",
  "OxylabsGoogleSearchScraperTool", "OxylabsUniversalScraperTool", "PDFSearchTool",
  "ParallelSearchTool", "PatronusEvalTool", "PatronusLocalEvaluatorTool",
  "PatronusPredefinedCriteriaEvalTool", "QdrantVectorSearchTool", "RagTool", "S3ReaderTool",
  "S3WriterTool", "ScrapeElementFromWebsiteTool", "ScrapeWebsiteTool", "ScrapegraphScrapeTool",
  "ScrapflyScrapeWebsiteTool", "SeleniumScrapingTool", "SerpApiGoogleSearchTool",
  "SerpApiGoogleShoppingTool", "SerperDevTool", "SerperScrapeWebsiteTool", "SerplyJobSearchTool",
  "SerplyNewsSearchTool", "SerplyScholarSearchTool", "SerplyWebSearchTool",
  "SerplyWebpageToMarkdownTool", "SingleStoreSearchTool", "SnowflakeSearchTool", "SpiderTool",
  "StagehandTool", "TXTSearchTool", "TavilyExtractorTool", "TavilyGetResearchTool",
  "TavilyResearchTool", "TavilySearchTool", "URLReadTool", "VisionTool", "WaitTool",
  "WeaviateVectorSearchTool", "WebsiteSearchTool", "XMLSearchTool", "YoutubeChannelSearchTool",
  "YoutubeVideoSearchTool", "ZapierActionTool",
};
/* clang-format on */

static gboolean
is_class (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (g_str_equal (classes[i], name))
      return TRUE;
  return FALSE;
}

char *
troupe_crewai_tools_find (const char *name)
{
  g_autofree char *longer = NULL;
  g_autofree char *camel_case = NULL;
  const char *candidates[3];
  g_auto (GStrv) words = NULL;
  g_autoptr (GString) joined = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  longer = g_str_has_suffix (name, SUFFIX) ? g_strdup (name) : g_strconcat (name, SUFFIX, NULL);
  /* Converts `github_search` to `GithubSearchTool`. */
  words = g_strsplit (name, "_", -1);
  joined = g_string_new (NULL);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *lower = g_ascii_strdown (words[i], -1);

      *lower = g_ascii_toupper (*lower);
      g_string_append (joined, lower);
    }
  g_string_append (joined, SUFFIX);
  camel_case = g_strdup (joined->str);
  candidates[0] = name;
  candidates[1] = longer;
  candidates[2] = camel_case;
  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    if (is_class (candidates[i]))
      return g_strconcat (MODULE ":", candidates[i], NULL);

  return NULL;
}
