/* troupe-mcp-code-words.h: words of a server's command line that name code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/**
 * TroupeMcpCodeWords:
 * @names: (element-type utf8): words that may be paths of files that are run, whatever their endings
 * @texts: (element-type utf8): words that are code themselves, or options, and may contain such paths
 * @is_shell: whether a shell or the like runs, which passes its words and variables on to other programs
 * @has_patterns: whether code on the command line names files by patterns or variables
 *
 * What the command line and the variables of a server give to an interpreter.
 */
typedef struct
{
  GPtrArray *names;
  GPtrArray *texts;
  gboolean is_shell;
  gboolean has_patterns;
} TroupeMcpCodeWords;

/**
 * troupe_mcp_code_words_init:
 * @folder: the working directory of the program
 *
 * Finds the script of an interpreter, which is the first file behind its options, the files that its options
 * load, and code on the command line. An interpreter is found behind other programs, such as `env`, `timeout` and
 * `uv run`. The words behind a script are its data, except for shells, which pass them and the variables on to
 * other programs. Words of other programs are not listed, because most of these are servers, which are given their
 * data. Blocks; any thread.
 */
void troupe_mcp_code_words_init (TroupeMcpCodeWords *self,
                                 const TroupeMcpConfig *config,
                                 const char *folder);
void troupe_mcp_code_words_clear (TroupeMcpCodeWords *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeMcpCodeWords, troupe_mcp_code_words_clear)

G_END_DECLS
