/** What has to be known of an operation to call it. */
export interface CallRow {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  readonly path: string;
  /** Takes a body. */
  readonly body: boolean;
  /** Takes a credential. The key goes nowhere else. */
  readonly key: boolean;
  /** A channel's key acts for a merchant, which X-Merchant-Id names. */
  readonly merchant: boolean;
  /** Takes the header Idempotency-Key. */
  readonly keyed: boolean;
  /** Where the list of a page stands in the answer: '' for an answer that is a list, null for one that is no page. */
  readonly items: string | null;
}

/** A call of one operation: its fields, of path, query and body together, and how it is to be made. */
export type Call<Request, Result> = object extends Request
  ? (request?: Request, options?: CallOptions) => Result
  : (request: Request, options?: CallOptions) => Result;

export interface CallOptions {
  /** The merchant to act for with a channel's key; else that of the client. */
  merchantId?: string | undefined;
  /** Makes a repeated call answer what the first one did. For the operations that take the header Idempotency-Key. */
  idempotencyKey?: string | undefined;
  /** How long one attempt may take; else that of the client. */
  timeoutMs?: number | undefined;
  /** How often a call that is safe to repeat is repeated; else that of the client. */
  retries?: number | undefined;
  /** Gives the call up. It may have had its effect. */
  signal?: Signal | undefined;
}

/** One page, when it is awaited; and every item from there on, when it is walked with `for await`. */
export interface Paged<Answer, Item> extends Promise<Answer>, AsyncIterable<Item> {}

/** The part of an `AbortSignal` that is needed, so that these types want no library of their own. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface ClientOptions {
  /** Where the service is, such as `https://pay.example.com`. */
  baseUrl: string;
  /** A channel's or a merchant's key, a dashboard token or the operator's token. Calls of a buyer's page need none, and
   *  are made without. */
  key?: string | undefined;
  /** The merchant to act for with a channel's key, where a call names none. */
  merchantId?: string | undefined;
  /** How long one attempt may take, 60 seconds when left out. */
  timeoutMs?: number | undefined;
  /** How often a call that is safe to repeat is repeated, 2 when left out. */
  retries?: number | undefined;
  /** Instead of the platform's own `fetch`. */
  fetch?: Fetch | undefined;
  /** Sees every attempt with its answer; the headers hold the key. */
  observe?: ((attempt: Attempt, answer: Answer) => void) | undefined;
}

export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent as JSON; undefined when nothing is. */
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** JSON that was read, or the text of an answer that is none. */
  readonly body: unknown;
}

export interface AnswerHeaders {
  get(name: string): string | null;
}

/** The part of `fetch` that is needed. */
export interface Fetch {
  (url: string, init: FetchInit): Promise<Fetched>;
}
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'manual';
  /** An `AbortSignal`. Of a type that fits wherever one is asked for, also where these types know no such name. */
  signal: never;
}
export interface Fetched {
  readonly status: number;
  readonly headers: AnswerHeaders;
  text(): Promise<string>;
}
