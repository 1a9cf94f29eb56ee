import { FAULT_MODE_NAMES } from '../store/fault-modes.ts';
import { NOTHING, text, whole, type Acts } from './acts.ts';

/** What can be done to the stand-in itself. */
export const MACHINE_ACTS: Acts = {
  'faults.arm': {
    method: 'POST',
    path: '/faults',
    body: (form) => ({
      ...text(form, 'operation'),
      mode: FAULT_MODE_NAMES.find((mode) => mode === form.get('mode')),
      ...text(form, 'issue'),
      ...whole(form, 'status'),
      ...whole(form, 'retry_after'),
      ...whole(form, 'delay_ms'),
      ...whole(form, 'times'),
    }),
    done: 'The fault is armed.',
  },
  'faults.clear': { method: 'DELETE', path: '/faults', done: 'No fault is armed any more.' },
  'notices.mode': {
    method: 'POST',
    path: '/notices',
    body: (form) => text(form, 'mode'),
    done: 'Notices are treated so from now on.',
  },
  'notices.release': {
    method: 'POST',
    path: '/notices/release',
    body: NOTHING,
    done: 'What was held is on its way; notices are delivered again.',
  },
  'clock.set': {
    method: 'PUT',
    path: '/clock',
    body: (form) => whole(form, 'offset_seconds'),
    done: 'The clock is set.',
  },
  'state.reset': {
    method: 'POST',
    path: '/reset',
    body: NOTHING,
    done: 'The sandbox is fresh: one ready seller, one funded buyer.',
  },
};
