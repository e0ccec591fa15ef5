/* troupe-templates.c: table of the templates for new documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-templates"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-installed-files.h"
#include "troupe-templates.h"

static const TroupeTemplate templates[] = {
  { NULL, "win.new", N_ ("Empty Flow"), N_ ("A blank canvas"), "template new 模板 新建" },
  { NULL, "win.new-crew", N_ ("Empty Crew"), N_ ("Agents and their tasks"),
    "template new team 模板 新建 团队" },
  { "straight-line.json", NULL, N_ ("Straight Line"), N_ ("One step after another"),
    "template example sequence steps sequential 模板 示例 顺序" },
  { "in-parallel.json", NULL, N_ ("In Parallel"), N_ ("Three at once, then a join"),
    "template example concurrent and gate fork wait 模板 示例 并行 汇合" },
  { "decide-by-score.json", NULL, N_ ("Decide by Score"), N_ ("A router and its events"),
    "template example branch decision condition if inputs schema 模板 示例 路由 分支 条件" },
  { "until-it-is-good.json", NULL, N_ ("Until It Is Good"), N_ ("A loop with an exit"),
    "template example repeat while iterate version 模板 示例 循环 重复" },
  { "ask-a-person.json", NULL, N_ ("Ask a Person"), N_ ("Approve, or send back"),
    "template example human feedback review question approval 模板 示例 人工 审批 反馈" },
  { "crew-until-approved.json", NULL, N_ ("Until the Editor Agrees"), N_ ("A crew in a loop"),
    "template example agents writer review repeat 模板 示例 团队 循环 编辑" },
};

const TroupeTemplate *
troupe_template_get (guint index)
{
  return index < G_N_ELEMENTS (templates) ? &templates[index] : NULL;
}

char *
troupe_template_dup_path (const TroupeTemplate *self)
{
  const char *given = g_getenv ("TROUPE_EXAMPLES_DIR");
  g_autofree char *folder = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->file == NULL)
    return NULL;
  folder = given != NULL ? g_strdup (given) : troupe_installed_files_find ("examples");
  return g_build_filename (folder, self->file, NULL);
}
