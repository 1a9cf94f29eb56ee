import { JSON_TYPE, type JsonValue, type OpenApiDocument, type OperationObject } from '../openapi.ts';
import { SCHEME_NAMES } from '../security.ts';

const INDENT = '  ';
// A longer address has a line of its own, so that it is not broken where the command could be.
const FIRST_LINE_MAX = 44;

/** The shell variable that stands for each credential, the first that an operation accepts. */
const VARIABLES: readonly (readonly [scheme: string, variable: string])[] = [
  [SCHEME_NAMES.channel, '$KEY'],
  [SCHEME_NAMES.channel_merchant, '$KEY'],
  [SCHEME_NAMES.merchant, '$MERCHANT_KEY'],
  [SCHEME_NAMES.dashboard, '$DASHBOARD_TOKEN'],
  [SCHEME_NAMES.operator, '$OPERATOR_TOKEN'],
  [SCHEME_NAMES.owner, '$OWNER_SESSION'],
];

/** A call of the operation for a shell, with the example of its body. Secrets are shell variables. */
export function curlOf(
  document: OpenApiDocument,
  place: { method: string; path: string; operation: OperationObject },
): string {
  const { operation } = place;
  const body = operation.requestBody?.content[JSON_TYPE]?.example;
  const sendsBody = body !== undefined && !isEmpty(body);
  const method = place.method.toUpperCase();
  const isImplied = method === 'GET' || (method === 'POST' && sendsBody);
  const first = `curl ${isImplied ? '' : `-X ${method} `}`;
  const address = `"${addressOf(document, place)}"`;
  const isLong = first.length + address.length > FIRST_LINE_MAX;
  return [
    ...(isLong ? [first.trimEnd(), address] : [first + address]),
    ...headersOf(operation).map((header) => `-H "${header}"`),
    ...(sendsBody ? [`-H "Content-Type: ${JSON_TYPE}"`, `-d ${quoted(body)}`] : []),
  ].join(` \\\n${INDENT}`);
}

function addressOf(document: OpenApiDocument, place: { path: string; operation: OperationObject }): string {
  const values = new Map((place.operation.parameters ?? []).map(({ name, example }) => [name, example]));
  const path = place.path.replace(/\{([a-z_]+)\}/g, (whole, name: string) => {
    const example = values.get(name);
    return typeof example === 'string' ? example : whole;
  });
  return document.servers[0]!.url.replace(/\/+$/, '') + path;
}

function headersOf(operation: OperationObject): string[] {
  const accepted = new Set((operation.security ?? []).flatMap((one) => Object.keys(one)));
  const credential = VARIABLES.find(([scheme]) => accepted.has(scheme));
  const takesKey = (operation.parameters ?? []).some(({ name }) => name === 'Idempotency-Key');
  return [
    ...(credential ? [`Authorization: Bearer ${credential[1]}`] : []),
    ...(accepted.has(SCHEME_NAMES.channel_merchant) ? ['X-Merchant-Id: $MERCHANT'] : []),
    ...(takesKey ? ['Idempotency-Key: order-1001'] : []),
  ];
}

function isEmpty(body: JsonValue): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

// In single quotes a shell leaves everything alone but the quote itself.
function quoted(body: JsonValue): string {
  const text = JSON.stringify(body, null, 2).replaceAll('\n', `\n${INDENT}`);
  return `'${text.replaceAll("'", "'\\''")}'`;
}
