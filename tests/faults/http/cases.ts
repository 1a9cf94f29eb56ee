/** Bytes that a careless server reads otherwise than whoever stands before it, and how they may be answered. */
interface WireCase {
  name: string;
  bytes: string;
  /** The statuses of all the answers on the connection, which ends behind them. */
  expected: readonly number[];
  /** What they may be as well, as the pieces arrive. */
  orElse?: readonly number[];
  /** The connection stays as it is: what comes behind is taken for another protocol's. */
  isLeftOpen?: true;
}

const REFUSED = [400];
const CHUNKED = 'transfer-encoding: chunked\r\n';

/** The cases, made of a request that must never be carried out: it is put wherever it might be taken for one. */
export function wireCases(as: { key: string; merchant_id: string; hidden: string }): WireCase[] {
  const { hidden } = as;
  const identity = `authorization: Bearer ${as.key}\r\nx-merchant-id: ${as.merchant_id}\r\n`;
  const post: Request = (head, rest) =>
    `POST /api/checkout-sessions HTTP/1.1\r\nhost: a\r\n${identity}content-type: application/json\r\n${head}\r\n${rest}`;
  const get: Request = (head, rest) => `GET /healthz HTTP/1.1\r\nhost: a\r\n${head}\r\n${rest}`;
  const refused = [...lengths(post, hidden), ...chunks(post, hidden), ...heads(get, hidden)];
  return [
    ...refused.map(([name, bytes]) => ({ name, bytes, expected: REFUSED })),
    ...wholes({ post, get, hidden }),
  ];
}

/** A request of which the last lines of the head and what follows it are given. */
type Request = (head: string, rest: string) => string;
type Named = [name: string, bytes: string];

function lengths(post: Request, hidden: string): Named[] {
  const length = lengthOf(hidden);
  const spellings = ['+5', '-1', '0x5', '5, 5', '5 5', '1e1', '99999999999999999999999'];
  const encodings = ['xchunked', 'identity', 'chunked, identity', 'gzip', 'chunked, chunked', '"chunked"'];
  const ended = `0\r\n\r\n${hidden}`;
  return [
    ['a length and an encoding', post(`${length}${CHUNKED}`, ended)],
    ['an encoding and a length', post(`${CHUNKED}${length}`, ended)],
    ['an encoding and no length to speak of', post(`content-length: 0\r\n${CHUNKED}`, hidden)],
    ['two lengths', post(`content-length: 0\r\n${length}`, hidden)],
    ['one length twice', post(`${length}${length}`, hidden)],
    ['an encoding with a blank before the colon', post('transfer-encoding : chunked\r\n', hidden)],
    ['an encoding on a folded line', post(`${length}transfer-encoding:\r\n chunked\r\n`, hidden)],
    ...spellings.map((one): Named => [`the length ${one}`, post(`content-length: ${one}\r\n`, hidden)]),
    ...encodings.map((one): Named => [
      `the encoding ${one} beside a length`,
      post(`${length}transfer-encoding: ${one}\r\n`, ended),
    ]),
  ];
}

function chunks(post: Request, hidden: string): Named[] {
  const chunked = (rest: string) => post(CHUNKED, rest);
  return [
    ['a chunk of a size that is no number', chunked(`zz\r\n${hidden}`)],
    ['a chunk of a size with a sign', chunked(`+5\r\nabcde\r\n0\r\n\r\n${hidden}`)],
    ['a chunk of a size beyond all numbers', chunked(`FFFFFFFFFFFFFFFFF\r\n${hidden}`)],
    ['a chunk of more than its size', chunked(`2\r\nabcdef\r\n0\r\n\r\n${hidden}`)],
    ['chunks that end with a line feed alone', chunked(`5\nabcde\n0\n\n${hidden}`)],
    ['a trailer that is none', chunked(`0\r\n${hidden.replace(': ', ' ')}`)],
  ];
}

function heads(get: Request, hidden: string): Named[] {
  return [
    ['lines that end with a line feed alone', `GET /healthz HTTP/1.1\nhost: a\n\n${hidden}`],
    ['a carriage return within a line', get('x-a: b\rcontent-length: 0\r\n', hidden)],
    ['a zero byte in a value', get('x-a: b\0c\r\n', hidden)],
    ['a name with a blank in it', get('x a: b\r\n', hidden)],
    ['no host', `GET /healthz HTTP/1.1\r\n\r\n${hidden}`],
    ['a version that there is not', `GET /healthz HTTP/7.7\r\nhost: a\r\n\r\n${hidden}`],
    ['bytes of another protocol', `\x16\x03\x01\x02\x00\x01\x00${hidden}`],
  ];
}

function wholes({ post, get, hidden }: { post: Request; get: Request; hidden: string }): WireCase[] {
  const length = lengthOf(hidden);
  const one = get('', '');
  const last = get('connection: close\r\n', '');
  const asChunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  const upgrade = `connection: upgrade\r\nupgrade: h2c\r\n${length}`;
  return [
    { name: 'a request as the body of a read', bytes: get(length, hidden) + last, expected: [200, 200] },
    { name: 'a request as a body', bytes: post(length, hidden) + last, expected: [422, 200] },
    { name: 'a request as a chunk', bytes: post(CHUNKED, asChunk) + last, expected: [422, 200] },
    {
      name: 'a request behind a change of protocol',
      bytes: get(upgrade, hidden),
      expected: [200],
      isLeftOpen: true,
    },
    {
      name: 'a request behind one for a tunnel',
      bytes: `CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n${hidden}`,
      expected: [405],
    },
    { name: 'three requests at once', bytes: one + one + last, expected: [200, 200, 200] },
    // The first is answered or not, as the second comes sooner or later, and never with what is meant for the second;
    // that one is told so behind an answer that could not say any more that the connection ends.
    {
      name: 'a good request and a bad one',
      bytes: one + post(`${length}${length}`, hidden),
      expected: [200],
      orElse: [200, 400],
    },
  ];
}

function lengthOf(text: string): string {
  return `content-length: ${text.length}\r\n`;
}
