import { CALLS, type Calls } from './contract.ts';
import { errorOf, type FairwayError, isFairwayError } from './errors.ts';
import { exchange } from './exchange.ts';
import { paged } from './pages.ts';
import { pause, waitMs, WORTH_REPEATING } from './retry.ts';
import type { Answer, CallOptions, CallRow, ClientOptions } from './shapes.ts';

const TIMEOUT_MS = 60_000;
const RETRIES = 2;

/** Every operation of the service, and the same for one merchant. */
export type Fairway = Calls & {
  /** The same client, acting for this merchant where a call names none. */
  forMerchant(merchantId: string): Fairway;
};

type Fields = Record<string, unknown>;

/** A client of one deployment with one credential, or none. A call answers what the operation answers, or throws a
 *  `FairwayError`; what is wrong with the arguments themselves is a TypeError. */
export function fairwayClient(options: ClientOptions): Fairway {
  return clientWith(waitMs, options);
}

/** The same, with pauses of another length between the attempts of a call. */
export function clientWith(wait: typeof waitMs, options: ClientOptions): Fairway {
  const settings: Settings = { ...options, wait, baseUrl: baseOf(options.baseUrl) };
  const forMerchant = (merchantId: string) => clientWith(wait, { ...options, merchantId });
  const client: Fields = { forMerchant };
  for (const [id, row] of Object.entries(CALLS)) {
    put(client, id.split('.').map(camelCased), (request: Fields = {}, how: CallOptions = {}) =>
      perform(settings, row, { request, how }),
    );
  }
  return client as unknown as Fairway;
}

function baseOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new TypeError(`baseUrl is no http or https address: ${baseUrl}`);
  }
  return baseUrl.replace(/\/+$/, '');
}

// An operation may be a group as well: `owner.sign_in` and `owner.sign_in.passkey`.
function put(group: Fields, [name, ...rest]: string[], call: object): void {
  if (rest.length > 0) return put((group[name!] ??= {}) as Fields, rest, call);
  group[name!] = Object.assign(call, group[name!]);
}

function camelCased(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

interface Settings extends ClientOptions {
  wait: typeof waitMs;
}

interface Asked {
  request: Fields;
  how: CallOptions;
}

function perform(options: Settings, row: CallRow, { request, how }: Asked): Promise<unknown> {
  const once = (fields: Fields) => repeated(options, row, { request: fields, how });
  return row.items === null ? once(request) : paged(row.items, request, once);
}

async function repeated(options: Settings, row: CallRow, { request, how }: Asked): Promise<unknown> {
  const sent = sentOf(options, row, { request, how });
  const retries = sent.isRepeatable ? (how.retries ?? options.retries ?? RETRIES) : 0;
  // What an earlier attempt may have done is not undone by a later one that was turned away.
  let mayHaveHappened = false;
  for (let made = 1; ; made += 1) {
    const attempted = await attempt(options, { ...sent, mayHaveHappened }, how);
    if (attempted.error === null) return attempted.answer.body;
    const { answer, error } = attempted;
    if (made > retries || !isWorthRepeating(answer)) throw error;
    ({ mayHaveHappened } = error);
    await pause(options.wait(made, answer?.headers.get('retry-after') ?? null), how.signal);
  }
}

type Attempted = { answer: Answer; error: null } | { answer: Answer | null; error: FairwayError };

async function attempt(
  options: ClientOptions,
  sent: Sent & { mayHaveHappened: boolean },
  how: CallOptions,
): Promise<Attempted> {
  const { timeoutMs = TIMEOUT_MS, fetch, observe } = options;
  const { method, url, headers, body } = sent;
  try {
    const limits = { timeoutMs: how.timeoutMs ?? timeoutMs, signal: how.signal, fetch };
    const answer = await exchange({ call: sent.call, method, url, headers, body, ...limits });
    observe?.({ method, url, headers, body }, answer);
    if (answer.status >= 200 && answer.status < 300) return { answer, error: null };
    return { answer, error: errorOf(answer, sent) };
  } catch (error) {
    if (!isFairwayError(error)) throw error;
    return { answer: null, error };
  }
}

function isWorthRepeating(answer: Answer | null): boolean {
  return answer === null || WORTH_REPEATING.includes(answer.status);
}

interface Sent {
  call: string;
  changes: boolean;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** A second call does nothing twice. */
  isRepeatable: boolean;
}

function sentOf(options: ClientOptions, row: CallRow, { request, how }: Asked): Sent {
  const { method } = row;
  const fields = { ...request };
  const path = row.path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`${method} ${row.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const query = method === 'GET' ? queryOf(fields) : '';
  const body = row.body ? fields : undefined;
  const key = keyOf(row, how);
  const bodyKey = typeof fields['idempotency_key'] === 'string';
  return {
    call: `${method} ${row.path.replace(/:([a-z_]+)/g, '{$1}')}`,
    changes: method !== 'GET',
    method,
    url: `${options.baseUrl}${path}${query}`,
    headers: headersOf(options, row, { key, merchantId: how.merchantId ?? options.merchantId }),
    body,
    isRepeatable: method === 'GET' || key !== null || bodyKey,
  };
}

// An answer that is lost on its way can be asked for again only under a key. Where the caller has none to give, one for
// this call alone serves for its own repetitions.
function keyOf(row: CallRow, { idempotencyKey }: CallOptions): string | null {
  if (row.keyed) return idempotencyKey ?? crypto.randomUUID();
  if (idempotencyKey === undefined) return null;
  throw new TypeError(`${row.method} ${row.path} takes no idempotencyKey`);
}

function headersOf(
  options: ClientOptions,
  row: CallRow,
  { key, merchantId }: { key: string | null; merchantId: string | undefined },
): Record<string, string> {
  // A setting that is not there would read as a wrong key; whoever brings a fetch may add the credential in it.
  if (row.key && !options.key && !options.fetch) throw new TypeError(`${row.method} ${row.path} needs a key`);
  return {
    accept: 'application/json',
    ...(row.key && options.key !== undefined ? { authorization: `Bearer ${options.key}` } : {}),
    ...(row.merchant && merchantId !== undefined ? { 'x-merchant-id': merchantId } : {}),
    ...(key === null ? {} : { 'idempotency-key': key }),
  };
}

function queryOf(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one as string | number | boolean)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
