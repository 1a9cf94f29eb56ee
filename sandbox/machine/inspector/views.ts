import { faultsView } from './faults.ts';
import { notices } from './notices.ts';
import { railAccounts } from './rail-accounts.ts';
import { records } from './records.ts';
import { requestsView } from './requests.ts';
import type { Rooms } from './rooms.ts';
import { state } from './state.ts';
import type { View } from './visit.ts';

/** The places of the inspector beside its overview: the machine's own, and those of the wings. */
export function viewsOf(rooms: readonly Rooms[]): readonly View[] {
  return [
    requestsView(rooms.flatMap(({ repeatedHeaders }) => repeatedHeaders ?? [])),
    notices,
    ...rooms.flatMap(({ views }) => views),
    railAccounts,
    faultsView(rooms.flatMap(({ recipes }) => recipes ?? [])),
    records,
    state,
  ];
}
