import { text, whole, type Acts } from '../machine/inspector/acts.ts';

/** How receivers are set up. */
export const RECEIVER_ACTS: Acts = {
  'receivers.set': {
    method: 'PUT',
    path: '/receivers/{id}',
    body: (form) => ({
      ...text(form, 'secret'),
      ...(form.has('forget_secret') ? { secret: null } : {}),
      ...whole(form, 'status'),
      ...whole(form, 'delay_ms'),
    }),
    done: 'The receiver answers so from now on.',
  },
};
