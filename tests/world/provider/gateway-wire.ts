import type { Witness } from '../../../sandbox/main.ts';
import { CODES, ELEMENTS, type Form, QUERY, TRANSACT, TRANSACT_ANSWER } from './gateway-forms.ts';

type Call = Parameters<Witness['call']>[0];

const WHERE = 'tests/world/provider/gateway-forms.ts';
const MEDIA = 'application/x-www-form-urlencoded';
const TURNED_AWAY = 429;
const LIMITED = '301';

/** What of a gateway's call or its answer does not fit, in words, call after call: a sale that may have been carried out is
 *  never sent again, since the gateway remembers no id of a call. */
export function gatewayJudge(): (call: Call) => string[] {
  const sent = new Set<string>();
  return (call) => {
    const { pathname, search } = new URL(call.path, 'http://provider.invalid');
    const described = formOf(pathname, fieldsOf(call.body));
    if (described === 'of browsers') return [];
    if (described === null) return [`it is not described: add it to ${WHERE}`];
    return [
      ...(search === '' ? [] : ['query: what is asked for travels in the body']),
      ...mediaOf(call),
      ...differing('request', described.form, fieldsOf(call.body)),
      ...answerOf(call, described.answers),
      ...sentAgain(sent, call),
    ];
  };
}

interface DescribedCall {
  form: Form;
  answers: 'form' | 'xml';
}

function formOf(pathname: string, fields: Fields): DescribedCall | 'of browsers' | null {
  // The gateway's own fields call it.
  if (pathname.endsWith('/token/create')) return 'of browsers';
  if (pathname.endsWith('/api/query.php')) return { form: QUERY, answers: 'xml' };
  if (!pathname.endsWith('/api/transact.php')) return null;
  const name = fields['type'] ?? fields['customer_vault'] ?? '';
  const form = Object.hasOwn(TRANSACT, name) ? TRANSACT[name] : undefined;
  return form === undefined ? null : { form, answers: 'form' };
}

type Fields = Readonly<Record<string, string>>;

function fieldsOf(body: unknown): Fields {
  return (body ?? {}) as Fields;
}

function mediaOf({ method, headers }: Call): string[] {
  const media = headers['content-type'] ?? 'none';
  if (method !== 'POST') return [`method: ${method} is not POST`];
  return media.startsWith(MEDIA) ? [] : [`header content-type: ${media} is not ${MEDIA}`];
}

// A call that was held or cut off has no answer; garbage and a status are what a fault is for.
function answerOf(call: Call, answers: 'form' | 'xml'): string[] {
  if (call.status === null || call.fault === 'garbage') return [];
  if (call.status !== 200) return call.fault === null ? [`answer: the status ${call.status}`] : [];
  const text = typeof call.answer === 'string' ? call.answer : '';
  if (answers === 'xml') return elementsOf(text);
  const fields = Object.fromEntries(new URLSearchParams(text));
  const code = CODES[fields['response'] ?? ''];
  const fits = code?.test(fields['response_code'] ?? '') === true;
  return [
    ...differing('answer', TRANSACT_ANSWER, fields),
    ...(fits ? [] : ['answer: the code does not go with the response']),
  ];
}

function elementsOf(xml: string): string[] {
  if (!xml.startsWith('<?xml')) return ['answer: it is no XML'];
  const names = [...xml.matchAll(/<([a-z_]+)[\s>]/g)].map((match) => match[1]!);
  return names.filter((name) => !ELEMENTS.has(name)).map((name) => `answer: <${name}> is not described`);
}

function differing(what: string, form: Form, fields: Fields): string[] {
  const { required, allowed = {}, oneOf } = form;
  const known: Readonly<Record<string, RegExp>> = { ...required, ...allowed, ...oneOf };
  const missing = Object.keys(required).filter((name) => !Object.hasOwn(fields, name));
  const alternatives = Object.keys(oneOf ?? {}).filter((name) => Object.hasOwn(fields, name));
  return [
    ...missing.map((name) => `${what}: ${name} is missing`),
    ...(oneOf && alternatives.length !== 1 ? [`${what}: one of ${Object.keys(oneOf).join(', ')}`] : []),
    ...Object.entries(fields).flatMap(([name, value]) => {
      const rule = Object.hasOwn(known, name) ? known[name] : undefined;
      if (rule === undefined) return [`${what}: ${name} is not described`];
      return rule.test(value) ? [] : [`${what}: ${name} is not ${rule.source}`];
    }),
  ];
}

function sentAgain(sent: Set<string>, call: Call): string[] {
  const { type, orderid } = fieldsOf(call.body);
  if (type !== 'sale' || orderid === undefined) return [];
  const again = sent.has(orderid) ? [`a sale for ${orderid} was sent that may have been made before`] : [];
  const answer = typeof call.answer === 'string' ? call.answer : '';
  const code = new URLSearchParams(answer).get('response_code');
  if (call.status !== TURNED_AWAY && code !== LIMITED) sent.add(orderid);
  return again;
}
