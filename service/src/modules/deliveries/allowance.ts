const PROCESS_MAX = 500;
const TENANT_MAX = 32;
const PROVEN_MAX = 8;
/** Of these, eight are posted at once; the others are at hand when those are answered, which a quick receiver does sooner
 *  than the next ones could be claimed. */
const QUICK_MAX = 32;
/** For an endpoint with nothing under way, so that one that died meanwhile costs no more. */
const UNPROVEN_MAX = 2;
const DOUBTED_MAX = 2;
const BROKEN_MAX = 1;
const BROKEN_AFTER = 5;
// Of the process's room (gap G58). A receiver that does not answer holds its share for as long as the silence lasts, so
// however many of those there are, the others keep theirs.
const UNANSWERED_IN_ALL_MAX = 250;
const REMEMBERED_MAX = 50_000;

interface EndpointState {
  readonly inFlight: number;
  /** Connect and timeout failures in a row. */
  readonly failures: number;
  /** Answered while others of it were under way. */
  readonly isProven: boolean;
  /** Its last attempt was answered by somebody, whatever they said. */
  readonly answers: boolean;
  readonly isQuick: boolean;
}

export interface DueEndpoint {
  endpoint_id: string;
  tenant: string;
}

/** An endpoint that may begin something: how much, and how much all endpoints of its tenant together. */
export interface Room {
  endpoint_id: string;
  room: number;
  /** What it has under way: of a tenant's endpoints, those with less go first. */
  under_way: number;
  tenant_room: number;
}

/** What an attempt says about the receiver. */
export type Reach = 'quick' | 'reached' | 'unreachable' | 'unknown';

/** How much may be under way, and what is: 500 in the process, 32 for a channel, 8 for an endpoint or 32 for one that
 *  answers quickly, and 250 for all endpoints together that are not known to answer. After five connect or timeout
 *  failures in a row an endpoint gets one at a time until it succeeds: that delays, it never skips or counts, and a dead
 *  receiver costs one socket. */
export interface Allowance {
  room(): number;
  /** What may begin among endpoints that have something due. Those not known to answer share what is left for them in
   *  an order that chance decides, so that none of them is always the last; those that failed come after the others. */
  roomsAmong(due: readonly DueEndpoint[]): Room[];
  /** Whether something of one of these may begin now. */
  hasRoomFor(due: readonly DueEndpoint[]): boolean;
  begin(delivery: DueEndpoint): void;
  /** Returns whether the ended delivery had been in the way of others. */
  end(delivery: DueEndpoint, result: Reach): boolean;
  readonly inFlight: number;
}

const UNKNOWN: EndpointState = { inFlight: 0, failures: 0, isProven: false, answers: false, isQuick: false };

export function newAllowance(random: () => number = Math.random): Allowance {
  const endpoints = new Map<string, EndpointState>();
  const tenants = new Map<string, number>();
  let total = 0;
  let unanswered = 0;

  function put(id: string, next: EndpointState): void {
    unanswered += weightOf(next) - weightOf(endpoints.get(id) ?? UNKNOWN);
    keep(endpoints, id, next);
  }

  function roomsAmong(due: readonly DueEndpoint[]): Room[] {
    let left = Math.max(0, UNANSWERED_IN_ALL_MAX - unanswered);
    const stateOf = (of: DueEndpoint): EndpointState => endpoints.get(of.endpoint_id) ?? UNKNOWN;
    const mixed = shuffled(due, random);
    const hasFailed = (of: DueEndpoint): boolean => stateOf(of).failures > 0;
    // Who was never tried comes before those who are known to have failed.
    const inTurn = [...mixed.filter((of) => !hasFailed(of)), ...mixed.filter(hasFailed)];
    const rooms = inTurn.map((of) => {
      const state = stateOf(of);
      const own = Math.max(0, capOf(state) - state.inFlight);
      const room = state.answers ? own : Math.min(own, left);
      if (!state.answers) left -= room;
      const tenant_room = Math.max(0, TENANT_MAX - (tenants.get(of.tenant) ?? 0));
      return { endpoint_id: of.endpoint_id, room, under_way: state.inFlight, tenant_room };
    });
    return rooms.filter(({ room }) => room > 0);
  }

  const room = () => PROCESS_MAX - total;

  return {
    room,
    roomsAmong,
    hasRoomFor: (due) => room() > 0 && roomsAmong(due).some(({ tenant_room }) => tenant_room > 0),
    begin: ({ endpoint_id, tenant }) => {
      total += 1;
      tenants.set(tenant, (tenants.get(tenant) ?? 0) + 1);
      const state = endpoints.get(endpoint_id) ?? UNKNOWN;
      put(endpoint_id, { ...state, inFlight: state.inFlight + 1 });
    },
    end: ({ endpoint_id, tenant }, result) => {
      const state = endpoints.get(endpoint_id)!;
      const used = tenants.get(tenant)!;
      const isFull = total >= PROCESS_MAX || used >= TENANT_MAX || unanswered >= UNANSWERED_IN_ALL_MAX;
      const wasInTheWay = isFull || state.inFlight >= capOf(state);
      total -= 1;
      if (used === 1) tenants.delete(tenant);
      else tenants.set(tenant, used - 1);
      put(endpoint_id, after(state, result));
      return wasInTheWay;
    },
    get inFlight() {
      return total;
    },
  };
}

// What an endpoint takes of the part that those who do not answer share.
function weightOf(state: EndpointState): number {
  return state.answers ? 0 : state.inFlight;
}

function capOf(state: EndpointState): number {
  if (state.failures >= BROKEN_AFTER) return BROKEN_MAX;
  if (state.failures > 0) return DOUBTED_MAX;
  if (!state.isProven) return UNPROVEN_MAX;
  return state.isQuick ? QUICK_MAX : PROVEN_MAX;
}

function after(state: EndpointState, result: Reach): EndpointState {
  const inFlight = state.inFlight - 1;
  const isBusy = inFlight > 0;
  switch (result) {
    case 'quick':
    case 'reached':
      return { inFlight, failures: 0, isProven: isBusy, answers: true, isQuick: result === 'quick' };
    case 'unreachable':
      return { inFlight, failures: state.failures + 1, isProven: false, answers: false, isQuick: false };
    case 'unknown':
      return { ...state, inFlight, isProven: state.isProven && isBusy };
  }
}

// Beyond the limit the one that has been idle for longest is forgotten: a Map keeps the order of insertion.
function keep(endpoints: Map<string, EndpointState>, id: string, state: EndpointState): void {
  endpoints.delete(id);
  if (state.inFlight > 0 || state.failures > 0 || state.answers) endpoints.set(id, state);
  if (endpoints.size <= REMEMBERED_MAX) return;
  for (const [oldest, { inFlight }] of endpoints) {
    if (inFlight > 0) continue;
    endpoints.delete(oldest);
    return;
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
