import type { Answers, Fairway } from '../../client/src/index.ts';
import { TEXT_TO_PAY_STATUSES } from '../../wire/text-to-pay/schemas.ts';
import { type Command, defineCommand, UsageError } from '../command.ts';
import { KEY, MERCHANT, merchantClient, WHERE } from '../deployment.ts';
import { makeOrTell } from '../merchant-call.ts';
import { writtenMinor } from '../money.ts';
import { factsOf } from '../output.ts';
import { listed, pageOf, pageOptions } from '../page.ts';
import { DRY_RUN } from '../rehearsal.ts';

type Asked = Answers['text_to_pay.read'];

const PHONE_SHOWN = 4;

export const textSendCommand: Command = defineCommand({
  options: {
    'amount-cents': {
      type: 'string',
      value: '<n>',
      summary: 'what is asked for, in minor units',
      isRequired: true,
    },
    'first-name': { type: 'string', value: '<name>', summary: 'of whoever is asked', isRequired: true },
    'last-name': { type: 'string', value: '<name>', summary: 'of whoever is asked', isRequired: true },
    topic: { type: 'string', value: '<text>', summary: 'what is paid for', isRequired: true },
    instructions: {
      type: 'string',
      value: '<text>',
      summary: 'what the payer reads on the invoice',
      isRequired: true,
    },
    'external-order-id': { type: 'string', value: '<id>', summary: 'your own number of it' },
    ...DRY_RUN,
    ...MERCHANT,
    ...WHERE,
    ...KEY,
  },
  positionals: ['phone'],
  detail:
    'Texts a link to pay to a mobile number of the United States or Canada, once. What is “sending” afterwards may have been ' +
    'sent: look before you send it again.',
  run: async ({ values, positionals: [phone = ''], output }) => {
    const body = {
      phone,
      amount_cents: wholeOf('amount-cents', values['amount-cents']),
      first_name: values['first-name'],
      last_name: values['last-name'],
      topic: values.topic,
      instructions: values.instructions,
      ...(values['external-order-id'] !== undefined && { external_order_id: values['external-order-id'] }),
    };
    const call = ({ textToPay }: Fairway) => textToPay.send(body);
    await makeOrTell(values, output, { call, show: detailOf });
  },
});

export const textListCommand = defineCommand({
  options: {
    status: { type: 'string', value: '<status>', summary: `one of ${TEXT_TO_PAY_STATUSES.join(', ')}` },
    ...pageOptions(20),
    ...MERCHANT,
    ...WHERE,
    ...KEY,
  },
  positionals: [],
  detail: 'Of each phone number it shows the last four digits.',
  run: async ({ values, output }) => {
    const { fairway } = await merchantClient(values);
    const page = await fairway.textToPay.list({
      ...statusOf(values.status),
      ...pageOf(values),
    });
    const headings = ['request', 'status', 'amount', 'to', 'order', 'topic'];
    output.result(page, listed(page.total, headings, page.items, rowOf));
  },
});

export const textShowCommand = defineCommand({
  options: { ...MERCHANT, ...WHERE, ...KEY },
  positionals: ['request_id'],
  run: async ({ values, positionals: [request_id = ''], output }) => {
    const { fairway } = await merchantClient(values);
    const request = await fairway.textToPay.read({ request_id });
    output.result(request, detailOf(request));
  },
});

export const textCancelCommand: Command = defineCommand({
  options: { ...DRY_RUN, ...MERCHANT, ...WHERE, ...KEY },
  positionals: ['request_id'],
  detail: 'The provider withdraws the invoice first; where it does not, the link can still be paid.',
  run: async ({ values, positionals: [request_id = ''], output }) => {
    const call = ({ textToPay }: Fairway) => textToPay.cancel({ request_id });
    await makeOrTell(values, output, { call, show: detailOf });
  },
});

function wholeOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number`);
  return Number(text);
}

function statusOf(text: string | undefined): { status?: (typeof TEXT_TO_PAY_STATUSES)[number] } {
  if (text === undefined) return {};
  const status = TEXT_TO_PAY_STATUSES.find((one) => one === text);
  if (status === undefined) throw new UsageError(`--status is one of ${TEXT_TO_PAY_STATUSES.join(', ')}`);
  return { status };
}

function rowOf(request: Asked): string[] {
  return [
    request.id,
    request.status,
    amountOf(request),
    `…${request.phone.slice(-PHONE_SHOWN)}`,
    request.external_order_id ?? '',
    request.topic,
  ];
}

function detailOf(request: Asked): string {
  const yet = request.resolved_at ? '' : ' yet';
  const facts: [string, string][] = [
    ['request', request.id],
    ['status', request.status],
    ['at the provider', request.provider_status ?? `not told${yet}`],
    ['amount', amountOf(request)],
    ['to', `${request.customer_first_name} ${request.customer_last_name}, ${request.phone}`],
    ['topic', request.topic],
    ['order', request.external_order_id ?? ''],
    ['payment', request.transaction_id ?? `none${yet}`],
    ['payable until', request.expires_at ?? ''],
    ['ended', request.resolved_at ?? 'not yet'],
  ];
  return factsOf(facts);
}

function amountOf({ amount_cents, currency }: Asked): string {
  return writtenMinor(amount_cents, currency);
}
