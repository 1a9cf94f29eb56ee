const PROCESS_MAX = 500;
const TENANT_MAX = 32;
const PROVEN_MAX = 8;
/** For an endpoint of which nothing is known yet; also what one claim takes of an endpoint with nothing under way. */
export const UNPROVEN_MAX = 2;
const DOUBTED_MAX = 2;
const BROKEN_MAX = 1;
const BROKEN_AFTER = 5;
const REMEMBERED_MAX = 50_000;

interface EndpointState {
  inFlight: number;
  /** Connect and timeout failures in a row. */
  failures: number;
  isProven: boolean;
}

/** How much may be under way, and what is: 500 in the process, 32 for a channel, 8 for an endpoint. After five connect
 *  or timeout failures in a row an endpoint gets one at a time until it succeeds: that delays, it never skips or
 *  counts, and a dead receiver costs one socket. */
export interface Allowance {
  room(): number;
  /** Endpoints and tenants whose room differs from that of one with nothing under way. */
  endpointRooms(): { endpoint_id: string; room: number }[];
  tenantRooms(): { tenant: string; room: number }[];
  begin(delivery: { endpoint_id: string; tenant: string }): void;
  /** Returns whether the ended delivery had been in the way of others. */
  end(
    delivery: { endpoint_id: string; tenant: string },
    result: 'reached' | 'unreachable' | 'unknown',
  ): boolean;
  readonly inFlight: number;
}

export const TENANT_ROOM = TENANT_MAX;

export function allowance(): Allowance {
  const endpoints = new Map<string, EndpointState>();
  const tenants = new Map<string, number>();
  let total = 0;

  return {
    room: () => PROCESS_MAX - total,
    endpointRooms: () =>
      [...endpoints].map(([endpoint_id, state]) => ({
        endpoint_id,
        room: Math.max(0, capOf(state) - state.inFlight),
      })),
    tenantRooms: () =>
      [...tenants].map(([tenant, used]) => ({ tenant, room: Math.max(0, TENANT_MAX - used) })),
    begin: ({ endpoint_id, tenant }) => {
      total += 1;
      tenants.set(tenant, (tenants.get(tenant) ?? 0) + 1);
      const state = endpoints.get(endpoint_id) ?? { inFlight: 0, failures: 0, isProven: false };
      endpoints.set(endpoint_id, { ...state, inFlight: state.inFlight + 1 });
    },
    end: ({ endpoint_id, tenant }, result) => {
      const state = endpoints.get(endpoint_id)!;
      const used = tenants.get(tenant)!;
      const wasInTheWay = total >= PROCESS_MAX || used >= TENANT_MAX || state.inFlight >= capOf(state);
      total -= 1;
      if (used === 1) tenants.delete(tenant);
      else tenants.set(tenant, used - 1);
      keep(endpoints, endpoint_id, after(state, result));
      return wasInTheWay;
    },
    get inFlight() {
      return total;
    },
  };
}

function capOf(state: EndpointState): number {
  if (state.failures >= BROKEN_AFTER) return BROKEN_MAX;
  if (state.failures > 0) return DOUBTED_MAX;
  return state.isProven ? PROVEN_MAX : UNPROVEN_MAX;
}

function after(state: EndpointState, result: 'reached' | 'unreachable' | 'unknown'): EndpointState {
  const inFlight = state.inFlight - 1;
  switch (result) {
    case 'reached':
      return { inFlight, failures: 0, isProven: true };
    case 'unreachable':
      return { inFlight, failures: state.failures + 1, isProven: false };
    case 'unknown':
      return { ...state, inFlight };
  }
}

// Only what is busy or failing is worth remembering. Beyond the limit the longest idle failure is forgotten.
function keep(endpoints: Map<string, EndpointState>, id: string, state: EndpointState): void {
  endpoints.delete(id);
  if (state.inFlight > 0 || state.failures > 0) endpoints.set(id, state);
  if (endpoints.size <= REMEMBERED_MAX) return;
  for (const [oldest, { inFlight }] of endpoints) {
    if (inFlight > 0) continue;
    endpoints.delete(oldest);
    return;
  }
}
