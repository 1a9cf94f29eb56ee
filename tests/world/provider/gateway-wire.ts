import type { Witness } from '../../../sandbox/main.ts';
import { CODES, ELEMENTS, type Form, QUERY, TRANSACT, TRANSACT_ANSWER } from './gateway-forms.ts';

type Call = Parameters<Witness['call']>[0];

const WHERE = 'tests/world/provider/gateway-forms.ts';
const MEDIA = 'application/x-www-form-urlencoded';
const TURNED_AWAY = 429;
const LIMITED = '301';

/** What of a gateway's call or its answer does not fit, in words, call after call. The gateway remembers no id of a call, so
 *  a sale or a card that may have been carried out is never sent again, and money back only once the gateway was asked. */
export function gatewayJudge(): (call: Call) => string[] {
  const sent: Sent = { orders: new Set(), unheard: new Set() };
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

/** What may have been carried out: by the id that it was sent under, and what was returned of which nobody heard since. */
interface Sent {
  orders: Set<string>;
  unheard: Set<string>;
}

const OF_TRANSACTION = /<(?:original_)?transaction_id>(\d+)</g;
const UNDER_AN_ORDER: ReadonlySet<string | undefined> = new Set(['sale', 'validate']);
const RETURNING: ReadonlySet<string | undefined> = new Set(['refund', 'void']);

function sentAgain({ orders, unheard }: Sent, call: Call): string[] {
  const { type, orderid, transactionid, transaction_id } = fieldsOf(call.body);
  const text = typeof call.answer === 'string' ? call.answer : '';
  if (type === undefined) {
    const isAnswered = call.status === 200 && call.fault !== 'garbage';
    // A notice tells of what was returned by an id of its own, and what that is of is shown when it is read back.
    const shown = [...text.matchAll(OF_TRANSACTION)].map(([, id]) => id!);
    for (const id of isAnswered ? [...(transaction_id?.split(',') ?? []), ...shown] : []) unheard.delete(id);
    return [];
  }
  const code = call.fault === 'garbage' ? null : new URLSearchParams(text).get('response_code');
  const wasTurnedAway = call.status === TURNED_AWAY || code === LIMITED;
  if (UNDER_AN_ORDER.has(type) && orderid !== undefined) {
    const again = orders.has(orderid);
    if (!wasTurnedAway) orders.add(orderid);
    return again ? [`a ${type} for ${orderid} was sent that may have been made before`] : [];
  }
  if (!RETURNING.has(type) || transactionid === undefined) return [];
  const again = unheard.has(transactionid);
  if (!wasTurnedAway && code === null) unheard.add(transactionid);
  return again ? [`a ${type} of ${transactionid} was sent before it was asked what became of the last`] : [];
}
