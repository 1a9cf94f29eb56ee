import { bodyReadings, eventIn, type Fault, isAsWritten, secretReadings } from './readings.ts';
import { isSame, readSignature, type Signature, signatureOf } from './signature.ts';

const HINT_CHARACTERS = 4;

/** What a receiver was given, and when. */
export interface Presented {
  body: Buffer;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  secret: string;
  /** `secret_hint` of the endpoint the delivery was meant for. */
  secretHint?: string | undefined;
  receivedAtSeconds: number;
  toleranceSeconds: number;
}

export interface Diagnosis {
  ok: boolean;
  /** What does not hold; empty when the delivery is genuine and of now. */
  faults: Fault[];
  event_id: string | null;
  event_type: string | null;
  signed_at: number | null;
  age_seconds: number | null;
}

/** Checks a delivery as a receiver has to and, when it does not hold, finds out which of header, body,
 *  secret and clock is wrong by trying what usually happens to each. */
export function diagnose(presented: Presented): Diagnosis {
  const event = eventIn(presented.body);
  const header = presented.headers['service-signature'];
  const signature = header === undefined ? null : readSignature(header);
  const faults = signature
    ? [...headerFaults(presented, signature), ...signatureFaults(presented, signature)]
    : [header === undefined ? MISSING : unreadable(header)];
  const differing = differingEvent(presented, event);
  // A body of another event needs no further reason for its signature.
  if (differing && !faults.includes(differing)) faults.push(differing);
  const signedAt = signature ? Number(signature.t) : null;
  return {
    ok: faults.length === 0,
    faults,
    event_id: typeof event?.id === 'string' ? event.id : null,
    event_type: typeof event?.type === 'string' ? event.type : null,
    signed_at: signedAt,
    age_seconds: signedAt === null ? null : presented.receivedAtSeconds - signedAt,
  };
}

function headerFaults({ headers }: Presented, signature: Signature): Fault[] {
  const timestamp = headers['service-timestamp'];
  const faults: Fault[] = [];
  if (!signature.isExact) {
    const message =
      'Service-Signature is not of its form, t=<seconds>,v1=<64 lower-case hexadecimal digits>.';
    faults.push({ part: 'header', code: 'header_malformed', message, cause: HEADER_CHANGED });
  }
  if (timestamp !== undefined && timestamp !== signature.t) {
    const message = `Service-Timestamp says ${timestamp}, the signature ${signature.t}.`;
    const cause =
      'The headers are of two deliveries. Take t from Service-Signature: only that one is signed.';
    faults.push({ part: 'header', code: 'timestamp_differs', message, cause });
  }
  return faults;
}

function signatureFaults(presented: Presented, signature: Signature): Fault[] {
  const reading = firstThatHolds(presented, signature);
  if (reading === null) return [...withoutReading(presented), ...hintFaults(presented)];
  return [...reading, ...clockFaults(presented, signature)];
}

// The readings with the fewest faults go first.
function firstThatHolds({ body, secret }: Presented, signature: Signature): Fault[] | null {
  const pairs = bodyReadings(body).flatMap((one) =>
    secretReadings(secret).map((other) => [one, other] as const),
  );
  const ordered = pairs
    .map(([one, other]) => ({
      holds: () => isSame(signatureOf(other.value, signature.t, one.value), signature.v1),
      faults: [one.fault, other.fault].filter((fault) => fault !== null),
    }))
    .sort((left, right) => left.faults.length - right.faults.length);
  return ordered.find(({ holds }) => holds())?.faults ?? null;
}

function withoutReading(presented: Presented): Fault[] {
  const { body, secret, secretHint } = presented;
  const event = eventIn(body);
  const differing = differingEvent(presented, event);
  if (differing) return [];
  if (event === undefined) return [NO_JSON];
  if (!isAsWritten(body)) return [CHANGED];
  if (secretHint === undefined) return [WRONG_SECRET_OR_CHANGED];
  return isHintOf(secretHint, secret) ? [VALUE_CHANGED] : [WRONG_SECRET];
}

// Too short a hint would fit any secret.
function isHintOf(hint: string, secret: string): boolean {
  return hint.length >= HINT_CHARACTERS && secret.endsWith(hint);
}

function hintFaults({ secret, secretHint }: Presented): Fault[] {
  if (secretHint === undefined || isHintOf(secretHint, secret)) return [];
  const end = secret.slice(-HINT_CHARACTERS);
  const message = `The secret ends in ${end}, that of the endpoint in ${secretHint}.`;
  return [{ part: 'secret', code: 'secret_hint_differs', message, cause: WRONG_SECRET.cause }];
}

function clockFaults({ receivedAtSeconds, toleranceSeconds }: Presented, signature: Signature): Fault[] {
  const age = receivedAtSeconds - Number(signature.t);
  if (Math.abs(age) <= toleranceSeconds) return [];
  const off = `${Math.abs(age)} s, and ${toleranceSeconds} s are allowed`;
  if (age < 0) {
    const message = `The signature is good, but it was made in the future by ${off}.`;
    const cause =
      'The clock of this machine is behind by about that much: let it follow a time server. Or --received-at names a time ' +
      'before the delivery was made.';
    return [{ part: 'clock', code: 'clock_behind', message, cause }];
  }
  const message = `The signature is good, but it is old by ${off}.`;
  const cause =
    'The clock of this machine is ahead by about that much, or the delivery was kept and is checked only ' +
    'now: then say by --received-at when it came.';
  return [{ part: 'clock', code: 'clock_ahead', message, cause }];
}

// The signature covers neither header, so a body may hold and still not be the one that they announce.
function differingEvent({ headers }: Presented, event: ReturnType<typeof eventIn>): Fault | null {
  const named = [
    ['the event ', headers['service-event-id'], event?.id],
    ['an event ', headers['service-event-type'], event?.type],
  ] as const;
  for (const [what, announced, found] of named) {
    if (announced === undefined || typeof found !== 'string' || announced === found) continue;
    const message = `The headers are of ${what}${announced}, the body is that of ${found}.`;
    return { part: 'body', code: 'body_of_other_event', message, cause: TWO_DELIVERIES };
  }
  return null;
}

function unreadable(header: string): Fault {
  const found = header.length > 100 ? `${header.slice(0, 100)}…` : header;
  const message = `Service-Signature cannot be read: "${found}".`;
  return { part: 'header', code: 'header_unreadable', message, cause: HEADER_CHANGED };
}

const HEADER_CHANGED =
  'It was cut, split at its comma, re-encoded or re-typed on its way. Pass it on as it came.';
const TWO_DELIVERIES =
  'Headers and body of two deliveries were put together: check what is kept between the two.';
const MISSING: Fault = {
  part: 'header',
  code: 'header_missing',
  message: 'There is no Service-Signature.',
  cause: 'A proxy left it out, the framework wants the name in lower case, or this is no delivery.',
};
const NO_JSON: Fault = {
  part: 'body',
  code: 'body_incomplete',
  message: 'The body is no JSON.',
  cause: 'It was cut off, or decoded as a form or in another encoding. Take the raw bytes of the request.',
};
const WRONG_SECRET: Fault = {
  part: 'secret',
  code: 'secret_wrong',
  message:
    'The body is written as the service writes it, so the secret is of another endpoint, or an old one.',
  cause: 'Each endpoint has a secret of its own, and rotating replaces it at once: compare secret_hint.',
};
const WRONG_SECRET_OR_CHANGED: Fault = {
  ...WRONG_SECRET,
  message:
    'The body is written as the service writes it, so the secret is of another endpoint or an old one, or a ' +
    'value in the body was changed.',
  cause: `${WRONG_SECRET.cause} With --secret-hint this command tells which of the two it is.`,
};
const VALUE_CHANGED: Fault = {
  part: 'body',
  code: 'body_changed',
  message: 'By its hint the secret is the right one, so a value in the body is not as it was sent.',
  cause: 'It was edited, or changed before it was kept and written as the service does. Take the raw bytes.',
};
const CHANGED: Fault = {
  part: 'body',
  code: 'body_changed',
  message: 'The body is not as it was sent, and writing it as the service does is not enough.',
  cause: 'Values were changed as it was parsed, or the secret is wrong as well. Take the raw bytes.',
};
