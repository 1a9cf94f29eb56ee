import { accounts } from '../../ppcp/inspector/accounts.ts';
import { captures } from '../../ppcp/inspector/captures.ts';
import { disputes } from '../../ppcp/inspector/disputes.ts';
import { faults } from './faults.ts';
import { invoices } from '../../ppcp/inspector/invoices.ts';
import { messages } from '../../carrier/inspector.ts';
import { notices } from './notices.ts';
import { orders } from '../../ppcp/inspector/orders.ts';
import { receivers } from '../../receivers/inspector.ts';
import { records } from './records.ts';
import { requests } from './requests.ts';
import { signUps } from '../../ppcp/inspector/sign-ups.ts';
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
