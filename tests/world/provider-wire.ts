import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type TSchema, Type } from 'typebox';
import type { Witness } from '../../sandbox/main.ts';
import { CALLS } from './provider/calls.ts';
import type { Described, Need, Speech } from './provider/described.ts';
import { gatewayJudge } from './provider/gateway-wire.ts';
import { Notice } from './provider/notices.ts';
import { problemOf, problemWith } from './provider/problem.ts';
import { SHARED, text } from './provider/scalars.ts';

type Call = Parameters<Witness['call']>[0];

/** Watches the wire between the service and the provider and keeps what does not fit the provider's interface. */
interface ProviderWire extends Witness {
  /** Throws with all that did not fit since the last time. */
  conclude(): void;
}

const CARRIER_PATH = '/2010-04-01/';
const SHOWN_MAX = 2_000;
const ALLOWED_SHOWN_MAX = 200;
const KEPT_MAX = 20;
const SEEN_MAX = 2_000;
const WHERE_CALLS = 'tests/world/provider/calls.ts';
const WHERE_NOTICES = 'tests/world/provider/notices.ts';

const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: (value: string) => URL.canParse(value),
};

/** Headers by which the provider reads a call; others are HTTP's own. */
const HEADERS: Readonly<Record<string, TSchema>> = {
  'paypal-request-id': text(108),
  'paypal-partner-attribution-id': text(36),
  'paypal-client-metadata-id': text(68, '^[A-Za-z0-9\\-{}(),]+$'),
  'paypal-auth-assertion': text(2_000, '^[A-Za-z0-9+/_=-]+\\.[A-Za-z0-9+/_=-]+\\.$'),
  prefer: Type.Unsafe({ type: 'string', enum: ['return=minimal', 'return=representation'] }),
};

/** Starts to watch. Nothing is lost, as it would be in a bounded log, and nothing waits: what was seen is judged at
 *  the end, or when much of it is there. */
export function watchProviderWire(): ProviderWire {
  const misfits: string[] = [];
  let seen: (() => string | null)[] = [];
  const judgeAll = (): void => {
    for (const judge of seen) {
      const found = judged(judge);
      if (found !== null && misfits.length < KEPT_MAX) misfits.push(found);
    }
    seen = [];
  };
  const see = (judge: () => string | null): void => {
    seen.push(judge);
    if (seen.length === SEEN_MAX) judgeAll();
  };
  const judgeGateway = gatewayJudge();
  const misfitOfGateway = (call: Call): string | null => {
    const differences = judgeGateway(call);
    return differences.length === 0 ? null : sentence(`${call.method} ${call.path}`, differences, call);
  };
  return {
    call: (call) => see(() => (call.path.startsWith('/nmi/') ? misfitOfGateway(call) : misfitOfCall(call))),
    // Only the wallet's notices are described here.
    notice: (body, wing) => (wing === 'ppcp' ? see(() => misfitOfNotice(body)) : undefined),
    conclude: () => {
      judgeAll();
      const found = misfits.splice(0);
      if (found.length > 0) throw new Error(found.join('\n\n'));
    },
  };
}

// A witness must not disturb what it sees, and what it cannot read does not fit.
function judged(judge: () => string | null): string | null {
  try {
    return judge();
  } catch (error) {
    return `The wire cannot be read: ${String(error)}`;
  }
}

/** What of a call or its answer does not fit the provider's interface, in words; null when all of it does. */
export function misfitOfCall(call: Call): string | null {
  const { pathname, searchParams } = new URL(call.path, 'http://provider.invalid');
  // Only the wallet's calls are described here.
  if (pathname.startsWith(CARRIER_PATH)) return null;
  const found = OPERATIONS.find(({ method, pattern }) => method === call.method && pattern.test(pathname));
  if (!found) return `${call.method} ${pathname} is not described: add it to ${WHERE_CALLS}.`;
  if (found.speech === 'of_others') return null;
  const params = found.pattern.exec(pathname)?.groups ?? {};
  const differences = [
    ...paramsOf(found, params),
    ...differing('query', found.query ?? NOTHING, Object.fromEntries(searchParams)),
    ...headersOf(found, call),
    ...bodyOf(found, call),
    ...answerOf(found, call),
  ];
  return differences.length === 0 ? null : sentence(`${call.method} ${found.path}`, differences, call);
}

/** What of a notice does not fit, in words; null when all of it does. */
export function misfitOfNotice(body: string): string | null {
  const notice: unknown = JSON.parse(body);
  const differences = differing('notice', Notice, notice);
  const type = (notice as { event_type?: string }).event_type ?? '';
  const name = `The notice ${type} (described in ${WHERE_NOTICES})`;
  return differences.length === 0 ? null : sentence(name, differences, notice);
}

const NOTHING = Type.Object({}, { additionalProperties: false });
const OPERATIONS = CALLS.map((described) => ({
  ...described,
  pattern: new RegExp(`^${described.path.replace(/\{([a-z_]+)\}/g, '(?<$1>[^/]+)')}$`),
})).toSorted((one, other) => variablesOf(one) - variablesOf(other));

// A path written out goes before one that a variable makes fit.
function variablesOf({ path }: Described): number {
  return path.split('{').length;
}

function paramsOf({ params = {} }: Described, values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const schema = params[name];
    if (!schema) return [`path: {${name}} is not described`];
    return differing(`path {${name}}`, schema, decodeURIComponent(value));
  });
}

function headersOf(described: Described, call: Call): string[] {
  const { speech } = described;
  if (typeof speech === 'object')
    return [
      ...Object.entries(speech.headers).flatMap(([name, { schema, need }]) => {
        const value = call.headers[name];
        return value === undefined || need === 'never'
          ? needed(name, need, call)
          : differing(`header ${name}`, schema, value);
      }),
      ...mediaOf(described, call),
    ];
  const found = Object.entries(HEADERS).flatMap(([name, schema]) => {
    const value = call.headers[name];
    return value === undefined ? [] : differing(`header ${name}`, schema, value);
  });
  return [
    ...found,
    ...needed('paypal-request-id', described.requestId ?? 'allowed', call),
    ...needed('paypal-auth-assertion', described.assertion ?? 'allowed', call),
    ...mediaOf(described, call),
  ];
}

function needed(name: string, need: Need, call: Call): string[] {
  const isThere = call.headers[name] !== undefined;
  if (need === 'required' && !isThere) return [`header ${name}: is missing`];
  if (need === 'never' && isThere) return [`header ${name}: must not be sent`];
  return [];
}

function mediaOf(described: Described, call: Call): string[] {
  if (call.method === 'GET' || call.method === 'DELETE') return [];
  if (call.body === null && described.body === undefined) return [];
  const media = call.headers['content-type'] ?? 'none';
  const expected = described.sends === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const isParts = described.sends === 'parts' && media.startsWith('multipart/');
  return isParts || media.startsWith(expected) ? [] : [`header content-type: ${media} is not ${expected}`];
}

function bodyOf(described: Described, call: Call): string[] {
  if (call.body === null) return bodyIsNeeded(described) ? ['request: a body is missing'] : [];
  const isParts = call.headers['content-type']?.startsWith('multipart/') ?? false;
  if (isParts) return [];
  // An interface of its own says which calls have a body.
  if (typeof described.speech === 'object' && described.body === undefined)
    return ['request: a body where none is'];
  return differing('request', described.body ?? NOTHING, call.body);
}

function bodyIsNeeded({ method, body, sends }: Described): boolean {
  if (method === 'GET' || method === 'DELETE' || body === undefined || sends === 'parts') return false;
  return !validatorOf(body)({});
}

// A call that was held or cut off has no answer, and garbage is what its fault is for.
function answerOf(described: Described, call: Call): string[] {
  if (call.status === null || call.fault === 'garbage') return [];
  if (call.status >= 400) return differing('answer', refusalOf(described, call), call.answer);
  const schema = described.answers[call.status];
  if (schema === undefined) return [`answer: the status ${call.status} is not described`];
  if (schema === null)
    return call.answer === null || call.answer === '' ? [] : ['answer: a body where none is'];
  return differing('answer', schema, call.answer);
}

// The issue of a fault, or one that the caller asked for, is not the provider's choice.
function refusalOf({ family, speech }: Described, call: Call): TSchema {
  const status = call.status ?? 0;
  if (typeof speech === 'object') return spokenRefusal(speech, status, call.fault !== null);
  const isAskedFor = call.fault !== null || call.headers['paypal-mock-response'] !== undefined;
  const key = `${family} ${status} ${isAskedFor}`;
  const schema =
    refusals.get(key) ?? (isAskedFor ? problemWith(status, family, null) : problemOf(status, family));
  refusals.set(key, schema);
  return schema;
}

// Compiled once for each that is met.
function spokenRefusal(speech: Speech, status: number, isAskedFor: boolean): TSchema {
  const known = spoken.get(speech) ?? new Map<string, TSchema>();
  const key = `${status} ${isAskedFor}`;
  const schema = known.get(key) ?? speech.refusal(status, isAskedFor);
  spoken.set(speech, known.set(key, schema));
  return schema;
}

const spoken = new WeakMap<Speech, Map<string, TSchema>>();
const refusals = new Map<string, TSchema>();
const ajv = new Ajv2020({ allErrors: true, strict: false, inlineRefs: false, formats: FORMATS });
for (const schema of SHARED) ajv.addSchema(schema);
const compiled = new WeakMap<TSchema, ValidateFunction>();

function validatorOf(schema: TSchema): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
}

function differing(what: string, schema: TSchema, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const { additionalProperty, allowedValues } = params as {
      additionalProperty?: string;
      allowedValues?: string[];
    };
    const more = additionalProperty ?? allowedValues?.join(' ').slice(0, ALLOWED_SHOWN_MAX) ?? '';
    return `${what}${instancePath} ${message ?? ''} ${more}`.trim();
  });
}

function sentence(name: string, differences: readonly string[], shown: unknown): string {
  const text = (JSON.stringify(shown) ?? '').slice(0, SHOWN_MAX);
  return [`${name} does not fit the provider's interface:`, ...new Set(differences), `seen: ${text}`].join(
    '\n',
  );
}
