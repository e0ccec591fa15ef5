/* troupe-report-item.c: list model item of an import report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-report-item"

#include "config.h"

#include "troupe-report-item.h"

struct _TroupeReportItem
{
  GObject parent_instance;

  TroupeReportKind kind;
  char *file;
  guint line;
  guint last_line;
  char *what;
  TroupeProblem *problem;
  gboolean settled;
};

enum
{
  PROP_0,
  PROP_SETTLED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeReportItem, troupe_report_item, G_TYPE_OBJECT)

TroupeReportKind
troupe_report_item_get_kind (TroupeReportItem *self)
{
  g_return_val_if_fail (TROUPE_IS_REPORT_ITEM (self), TROUPE_REPORT_CARRIED);

  return self->kind;
}

const char *
troupe_report_item_get_what (TroupeReportItem *self)
{
  g_return_val_if_fail (TROUPE_IS_REPORT_ITEM (self), NULL);

  return self->what;
}

TroupeProblem *
troupe_report_item_get_problem (TroupeReportItem *self)
{
  g_return_val_if_fail (TROUPE_IS_REPORT_ITEM (self), NULL);

  return self->problem;
}

char *
troupe_report_item_describe_place (TroupeReportItem *self)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_REPORT_ITEM (self), NULL);

  name = g_path_get_basename (self->file);
  if (self->line == 0)
    return g_steal_pointer (&name);
  return self->last_line > self->line
             ? g_strdup_printf ("%s %u–%u", name, self->line, self->last_line)
             : g_strdup_printf ("%s %u", name, self->line);
}

void
troupe_report_item_set_settled (TroupeReportItem *self, gboolean settled)
{
  g_return_if_fail (TROUPE_IS_REPORT_ITEM (self));

  if (self->settled == settled)
    return;
  self->settled = settled;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SETTLED]);
}

gboolean
troupe_report_item_is_settled (TroupeReportItem *self)
{
  g_return_val_if_fail (TROUPE_IS_REPORT_ITEM (self), FALSE);

  return self->settled;
}

static void
troupe_report_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_assert (id == PROP_SETTLED);

  g_value_set_boolean (value, TROUPE_REPORT_ITEM (object)->settled);
}

static void
troupe_report_item_finalize (GObject *object)
{
  TroupeReportItem *self = TROUPE_REPORT_ITEM (object);

  g_free (self->file);
  g_free (self->what);
  g_clear_pointer (&self->problem, troupe_problem_unref);

  G_OBJECT_CLASS (troupe_report_item_parent_class)->finalize (object);
}

static void
troupe_report_item_class_init (TroupeReportItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = troupe_report_item_get_property;
  object_class->finalize = troupe_report_item_finalize;
  properties[PROP_SETTLED] =
      g_param_spec_boolean ("settled", NULL, NULL, FALSE,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
troupe_report_item_init (TroupeReportItem *self)
{
}

TroupeReportItem *
troupe_report_item_new (TroupeReportKind kind,
                        const char *file,
                        guint line,
                        guint last_line,
                        const char *what,
                        TroupeProblem *problem)
{
  TroupeReportItem *self;

  g_return_val_if_fail (file != NULL && what != NULL && problem != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_REPORT_ITEM, NULL);
  self->kind = kind;
  self->file = g_strdup (file);
  self->line = line;
  self->last_line = last_line;
  self->what = g_strdup (what);
  self->problem = troupe_problem_ref (problem);
  return self;
}
