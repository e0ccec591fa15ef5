/* troupe-canvas-sizes.h: sizes, distances and limits of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

/* Measures of doc/interface.md §2, in pixels at 100 % zoom and a text scale of 1. */
#define CARD_HEAD 52.0f
#define CARD_EVENT_ROW 24.0f
#define CARD_BOTTOM_PAD 6.0f
#define CARD_OWNER_ROW 40.0f
#define CARD_PERSON_HEAD 56.0f
#define CARD_PERSON_CHIPS 36.0f
#define CARD_PERSON_TEXT_X 64.0f
#define CARD_STRIP 28.0f
#define CARD_STRIP_STREAM 48.0f
#define CARD_WIDTH_MIN 136.0f
#define CARD_WIDTH_MAX 256.0f
#define CARD_RADIUS 12.0f
#define CARD_RADIUS_START 24.0f
#define CARD_TEXT_X 52.0f
#define CARD_TEXT_END 14.0f
#define PORT_Y 26.0f
#define PORT_HIT 12.0f
#define PORT_HIT_TOUCH 22.0f
#define GATE_RADIUS 16.0f
#define GATE_HIT 20.0f
#define GROUP_PAD 24.0f
#define GROUP_TOP 40.0f
#define LANE_TOP 38.0f
#define CAPTION_HEIGHT 28.0f
#define MARK_RADIUS 8.5f
#define PROBLEM_RADIUS 8.0f /* of the badge of an error at low zoom; that of a warning is smaller */
#define NOTE_WIDTH_MIN 160.0f
#define NOTE_HEIGHT_MIN 64.0f
#define SNAP_STEP 8.0
#define WIRE_SNAP 24.0f
#define WIRE_HIT 6.0f

/* Minimum zoom at which a card shows all details. */
#define ZOOM_DETAIL 0.6
#define ZOOM_NAMES 0.3
/* GTK 4.8's GL renderer aborts the process past its 16-bit batch index (doc/gtk.md §3). */
#define DETAILED_CARDS_MAX 1500
#define LEVEL_1_CARDS_MAX 4000
#define MARKS_MAX 400
#define PROXIES_MAX 400
#define PULSES_MAX 60
