/* troupe-page-private.h: what the files of the page share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-disk-watch.h"
#include "troupe-page.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* What the bar over the canvas is about, and so what its button does. */
typedef enum
{
  TROUPE_PAGE_NOTICE_NONE,
  TROUPE_PAGE_NOTICE_FAILED, /* shows the method */
  TROUPE_PAGE_NOTICE_KEPT,   /* goes on with the kept run */
  TROUPE_PAGE_NOTICE_DISK,   /* reads the file again */
  TROUPE_PAGE_NOTICE_KEY,    /* a key is missing */
} TroupePageNotice;
typedef struct _TroupePageRights TroupePageRights;

struct _TroupePage
{
  GtkWidget parent_instance;

  TroupeFlowDocument *document;
  GtkWidget *editor;
  GtkWidget *monitor;
  GtkWidget *question; /* a TroupeFeedbackView, the editor's */

  TroupeRun *run;
  TroupeEventBatch *batch;
  TroupeValue *last_inputs;
  char *told_inputs; /* (nullable): what the run was begun with, for a person */
  GtkWindow *inputs_dialog;
  char *failed_method;
  gint64 started_us;
  gboolean stopping;
  gboolean is_held;
  gboolean is_starting; /* Run was pressed, and the store of runs is being opened */
  gboolean is_saving;
  TroupePageNotice notice;

  TroupeDiskWatch *disk;
  gboolean runs_after_look; /* Run was pressed while the file was looked at */
  gboolean asks_after_look;

  /* Consent: the run that waits for it, and what a person agreed to on this page. */
  GtkWindow *consent_dialog;
  TroupeRun *waiting_run;           /* (nullable) */
  GPtrArray *waiting_events;        /* (nullable) */
  TroupePageRights *waiting_rights; /* (nullable) */
  gboolean is_trusted;              /* made here, or a person has agreed to what it can do */
  TroupePythonPermissions trusted_python;
  char *trusted_code;      /* (nullable): the digest of the code beside it, for which that goes */
  TroupeFlow *agreed_flow; /* (nullable): the content that last ran with consent */
  TroupeFlow *filed_flow;  /* (nullable): the content that the file has, as far as is known here */

  /* Questions: oldest first, and which of them is shown. */
  GPtrArray *requests; /* (element-type TroupeFeedbackRequest) */
  guint shown_request;
  gint is_leaving;  /* atomic: nobody is there any more to be asked */
  gboolean is_kept; /* the run ends by itself, as paused, and must not be cancelled */

  /* A kept run that can go on. */
  char *kept_id;          /* (nullable) */
  GPtrArray *kept_events; /* (nullable): on their way to the views */
  guint kept_next;
  guint kept_source;
};

/* --- troupe-page.c ----------------------------------------------------------------------------- */

/* Tells that the run began, is being stopped, held, asks or has ended. */
void _troupe_page_notify_run (TroupePage *self);
/* FALSE where its tab or window was closed meanwhile: who waits for something holds a page that nobody
 * sees any more. */
gboolean _troupe_page_is_there (TroupePage *self);
/* The bar over the canvas. A person can send away what is no failure of a run. */
void _troupe_page_set_notice (TroupePage *self,
                              TroupePageNotice what,
                              TroupeNoticeKind kind,
                              const char *text,
                              const char *button);
/* Emits `message`. */
void _troupe_page_tell (TroupePage *self, const char *text);
/* Emits `asks` (id of the request). */
void _troupe_page_ask_for_attention (TroupePage *self, const char *request_id);

/* Emits `reload-requested`. */
void _troupe_page_request_reload (TroupePage *self);

/* --- troupe-page-disk.c ------------------------------------------------------------------------ */

void _troupe_page_watch_disk (TroupePage *self);
/* Takes the file as it is now, as one step of undo; FALSE in the middle of an edit. */
gboolean _troupe_page_adopt (TroupePage *self, TroupeFlowDocument *now);
/* TRUE where the file has to be looked at first; the page is run after that. */
gboolean _troupe_page_runs_after_look (TroupePage *self, gboolean ask);

/* --- troupe-page-run.c ------------------------------------------------------------------------- */

void _troupe_page_launch (TroupePage *self, TroupeRun *run, GPtrArray *events);
/* A run cannot be started; where that is for want of a key, how one is set. */
void _troupe_page_tell_refusal (TroupePage *self, const GError *error);
/* A person wants to choose a pass of a method on its card. */
void _troupe_page_passes_requested (TroupeEditor *editor,
                                    const char *method,
                                    const GdkRectangle *place,
                                    gpointer user_data);

/* --- troupe-page-consent.c --------------------------------------------------------------------- */

/* Starts @run once a person agreed to what it can do. @events: (nullable) (element-type TroupeEvent):
 * what was kept of it, shown first. */
void _troupe_page_start (TroupePage *self, TroupeRun *run, GPtrArray *events);

void _troupe_page_rights_free (TroupePageRights *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePageRights, _troupe_page_rights_free)

/**
 * TroupePageConsent:
 *
 * What saving the document keeps of the consent that was given to it: what a person changes here does
 * not have to be agreed to again. Taken on the main thread before it is written, kept on any thread.
 */
typedef struct _TroupePageConsent TroupePageConsent;

/* (transfer full) */
TroupePageConsent *_troupe_page_take_consent (TroupePage *self);
/* Once the file is there. Blocks. Keeps nothing where the document was not agreed to, and no kind of
 * thing that was not among those agreed to. */
void _troupe_page_consent_keep (TroupePageConsent *self);
/* The file has now what was taken. On the main thread. */
void _troupe_page_consent_settle (TroupePageConsent *self, TroupePage *page);
void _troupe_page_consent_free (TroupePageConsent *self);

/* --- troupe-page-feedback.c -------------------------------------------------------------------- */

void _troupe_page_make_question (TroupePage *self);
/* Before the run begins. */
void _troupe_page_listen_to (TroupePage *self, TroupeRun *run);
/* After events: what nobody waits for any more goes. */
void _troupe_page_update_requests (TroupePage *self);
void _troupe_page_clear_requests (TroupePage *self);

/* --- troupe-page-kept.c ------------------------------------------------------------------------ */

/* Looks whether the last run of this file can go on, and offers it. */
void _troupe_page_look_for_kept_run (TroupePage *self);
/* @is_waiting: for a person; else it was interrupted. @is_changed: the document is another one now. */
void _troupe_page_offer_kept_run (TroupePage *self,
                                  const char *id,
                                  gboolean is_waiting,
                                  gboolean is_changed);
/* Goes on with what was offered. */
void _troupe_page_go_on (TroupePage *self);

G_END_DECLS
