/* troupe-page-disk.c: what a page does when another program writes its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-page-private.h"

static char *
get_name (TroupePage *self)
{
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));

  return path != NULL ? g_path_get_basename (path)
                      : troupe_document_get_title (TROUPE_DOCUMENT (self->document));
}

/* What comes from outside has to be agreed to, whatever was agreed to before. */
static void
forget_trust (TroupePage *self)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);

  if (self->filed_flow != NULL &&
      g_str_equal (troupe_flow_get_digest (self->filed_flow), troupe_flow_get_digest (flow)))
    return;
  self->is_trusted = FALSE;
  self->trusted_python = TROUPE_PYTHON_PERMIT_NOTHING;
  troupe_set_str (&self->trusted_code, NULL);
  g_clear_pointer (&self->agreed_flow, troupe_flow_unref);
  g_clear_pointer (&self->filed_flow, troupe_flow_unref);
  self->filed_flow = troupe_flow_ref (flow);
}

gboolean
_troupe_page_adopt (TroupePage *self, TroupeFlowDocument *now)
{
  if (!troupe_document_take (TROUPE_DOCUMENT (self->document), TROUPE_DOCUMENT (now),
                             _ ("Read again from disk")))
    return FALSE;
  forget_trust (self);
  if (self->notice == TROUPE_PAGE_NOTICE_DISK)
    _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_NONE, TROUPE_NOTICE_NONE, NULL, NULL);
  return TRUE;
}

static void
take_unedited (TroupePage *self, TroupeFlowDocument *now)
{
  g_autofree char *name = get_name (self);
  g_autofree char *text =
      g_strdup_printf (_ ("%s was changed by another program and has been read again."), name);

  if (_troupe_page_adopt (self, now))
    _troupe_page_tell (self, text);
}

static void
disk_looked (TroupeDiskState state,
             TroupeFlowDocument *now,
             const GError *error,
             gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);
  g_autofree char *name = get_name (self);
  g_autofree char *text = NULL;

  /* What is being written here is looked at when that is over. */
  switch (self->is_saving ? TROUPE_DISK_UNCHANGED : state)
    {
    case TROUPE_DISK_CHANGED:
      if (!troupe_document_is_modified (TROUPE_DOCUMENT (self->document)))
        take_unedited (self, now);
      else
        {
          text = g_strdup_printf (_ ("%s was changed by another program."), name);
          _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_DISK, TROUPE_NOTICE_INFO, text,
                                   _ ("Reload"));
        }
      break;
    case TROUPE_DISK_BROKEN:
      text = g_strdup_printf (_ ("%s was changed by another program and cannot be read now: %s"),
                              name, error->message);
      _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_DISK, TROUPE_NOTICE_ERROR, text, NULL);
      break;
    case TROUPE_DISK_GONE:
      text = g_strdup_printf (_ ("%s is no longer where it was. Saving writes it anew."), name);
      _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_DISK, TROUPE_NOTICE_INFO, text, NULL);
      break;
    case TROUPE_DISK_UNCHANGED:
    default:
      break;
    }
  if (self->runs_after_look)
    {
      self->runs_after_look = FALSE;
      troupe_page_run (self, self->asks_after_look);
    }
}

void
_troupe_page_watch_disk (TroupePage *self)
{
  self->disk = troupe_disk_watch_new (self->document, disk_looked, self);
}

gboolean
_troupe_page_runs_after_look (TroupePage *self, gboolean ask)
{
  if (self->runs_after_look)
    return TRUE;
  if (!troupe_disk_watch_is_in_doubt (self->disk))
    return FALSE;
  self->runs_after_look = TRUE;
  self->asks_after_look = ask;
  return TRUE;
}

void
troupe_page_look_at_disk (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->disk != NULL)
    troupe_disk_watch_look (self->disk);
}
