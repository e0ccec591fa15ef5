/* troupe-pin-form.h: form of the pinned output of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/**
 * TroupePinForm:
 *
 * The pinned output of a method as JSON, which can be edited, with what is wrong with it, and a button that unpins it.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_PIN_FORM (troupe_pin_form_get_type ())
G_DECLARE_FINAL_TYPE (TroupePinForm, troupe_pin_form, TROUPE, PIN_FORM, GtkWidget)

/* Creates the form of a method that is pinned. @form: writes the value, and outlives it */
GtkWidget *troupe_pin_form_new (TroupeForm *form, const char *method);

G_END_DECLS
