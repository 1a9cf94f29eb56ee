// A capture may take the service as long as the provider is given; after that the session tells the outcome.
const ANSWER_LIMIT_MS = 45_000;

/** What came of a call: an answer, a refusal with its status, or no answer at all. */
export type Outcome<T> =
  | { kind: 'ok'; body: T }
  | { kind: 'refused'; status: number; body: unknown; requestId: string | null }
  | { kind: 'lost' };

interface CreatedOrder {
  order_id: string;
}

export interface CaptureAnswer {
  order_id: string;
  status: string;
  provider_capture_id: string | null;
}

export interface SessionAnswer {
  status: 'open' | 'capturing' | 'completed' | 'expired';
  payment: {
    provider_order_id: string;
    status: string;
    provider_capture_id?: string;
    captured_at?: string;
  } | null;
}

/** The buyer's calls for one session. `path` ends with the session's id, which is all the right they need. */
export function sessionApi(path: string) {
  return {
    read: () => call<SessionAnswer>(path, 'GET'),
    mintClientToken: () => call<{ client_token: string }>(`${path}/client-token`, 'POST'),
    createOrder: (fundingSource: string | null, paymentToken?: string, buyerEmail: string | null = null) =>
      call<CreatedOrder>(`${path}/orders`, 'POST', {
        ...(fundingSource === null ? {} : { funding_source: fundingSource }),
        ...(paymentToken === undefined ? {} : { payment_token: paymentToken }),
        ...(buyerEmail === null ? {} : { buyer_email: buyerEmail }),
      }),
    capture: (orderId: string) =>
      call<CaptureAnswer>(`${path}/orders/${encodeURIComponent(orderId)}/capture`, 'POST', {}),
  };
}

export type SessionApi = ReturnType<typeof sessionApi>;

/** Calls the service with JSON and without credentials. Never throws. */
export async function call<T>(path: string, method: 'GET' | 'POST', body?: unknown): Promise<Outcome<T>> {
  try {
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { status, ok } = response;
    if (ok) return { kind: 'ok', body: (await response.json()) as T };
    const requestId = response.headers.get('x-request-id');
    return { kind: 'refused', status, body: await response.json().catch(() => null), requestId };
  } catch {
    return { kind: 'lost' };
  }
}
