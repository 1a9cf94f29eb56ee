import type { Refusals } from '../refusal.ts';

export const NOTICE_REFUSALS = {
  notice_forged: [400, 'The notice could not be verified'],
  notice_not_found: [404, 'No notice that was given up has this id'],
  notice_unverifiable: [503, 'The notice cannot be verified at the moment'],
} as const satisfies Refusals;
