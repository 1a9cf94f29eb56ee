import type { Tone } from './marks.ts';

/** The parts of the payment page of which exactly one is shown, with how each stands. */
export const PANEL_TONES = {
  pay: 'plain',
  confirming: 'busy',
  unknown: 'busy',
  pending: 'busy',
  paid: 'good',
  completed: 'good',
  expired: 'bad',
  lapsed: 'bad',
  cannot_pay: 'bad',
  unsupported: 'bad',
} as const satisfies Readonly<Record<string, Tone>>;

export type PanelName = keyof typeof PANEL_TONES;

/** The sentences above the ways to pay, of which one is shown at most. */
export const NOTICE_TONES = {
  canceled: 'plain',
  declined: 'bad',
  not_completed: 'bad',
  rate_limited: 'bad',
  unreachable: 'bad',
  no_connection: 'bad',
  script_failed: 'bad',
  window_open: 'plain',
  expiring: 'plain',
} as const satisfies Readonly<Record<string, Tone>>;

export type NoticeName = keyof typeof NOTICE_TONES;

export function isNoticeName(text: string): text is NoticeName {
  return Object.hasOwn(NOTICE_TONES, text);
}
