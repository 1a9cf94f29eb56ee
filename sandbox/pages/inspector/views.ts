import { accounts } from './accounts.ts';
import { captures } from './captures.ts';
import { disputes } from './disputes.ts';
import { faults } from './faults.ts';
import { invoices } from './invoices.ts';
import { messages } from './messages.ts';
import { notices } from './notices.ts';
import { orders } from './orders.ts';
import { receivers } from './receivers.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';
import { signUps } from './sign-ups.ts';
import { state } from './state.ts';
import type { View } from './visit.ts';

/** The places of the inspector beside its overview, in their order. */
export const VIEWS: readonly View[] = [
  requests,
  notices,
  receivers,
  messages,
  accounts,
  signUps,
  orders,
  captures,
  disputes,
  invoices,
  faults,
  records,
  state,
];
