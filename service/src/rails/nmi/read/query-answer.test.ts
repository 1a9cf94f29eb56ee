import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQueryAnswer } from './query-answer.ts';

const SALE = `<?xml version="1.0" encoding="UTF-8"?>
<nm_response><transaction>
  <transaction_id>2612675976</transaction_id><platform_id></platform_id>
  <transaction_type>cc</transaction_type><condition>complete</condition>
  <order_id>order-1</order_id><order_description>tea &amp; &lt;milk&gt;</order_description>
  <cc_type>visa</cc_type><currency>USD</currency><original_transaction_id></original_transaction_id>
  <action><amount>10.00</amount><action_type>sale</action_type><date>20300506070809</date><success>1</success>
    <response_text>SUCCESS</response_text><batch_id>0</batch_id><response_code>100</response_code></action>
  <action><amount>10.00</amount><action_type>settle</action_type><date>20300507070809</date><success>1</success>
    <response_text>ACCEPTED</response_text><batch_id>4711</batch_id><response_code>100</response_code></action>
</transaction></nm_response>`;

test('a transaction is read with what was done to it', () => {
  const answer = readQueryAnswer(SALE);
  expect(answer).toMatchObject({ kind: 'found', customers: [] });
  if (answer?.kind !== 'found') return;
  const [sale] = answer.transactions;
  expect(sale).toMatchObject({
    transaction_id: '2612675976',
    order_id: 'order-1',
    condition: 'complete',
    currency: 'USD',
    original_id: null,
    card_type: 'visa',
    actions: [
      { action_type: 'sale', amount: '10.00', is_done: true, batch_id: null, response_code: '100' },
      { action_type: 'settle', amount: '10.00', batch_id: '4711', date: new Date('2030-05-07T07:08:09Z') },
    ],
    told: { order_description: 'tea & <milk>' },
  });
});

test('one transaction or one action is a list of one, and an id of digits stays a text', () => {
  const one = SALE.replace(/<action>.*?<\/action>/s, '').replaceAll('2612675976', '0012');
  const answer = readQueryAnswer(one);
  expect(answer).toMatchObject({ transactions: [{ transaction_id: '0012', actions: [{}] }] });
});

test('an empty answer has found nothing, and an error says why', () => {
  const empty = { kind: 'found', transactions: [], customers: [] };
  expect(readQueryAnswer('<?xml version="1.0"?>\n<nm_response></nm_response>\n')).toEqual(empty);
  expect(readQueryAnswer('<nm_response/>')).toEqual(empty);
  expect(
    readQueryAnswer('<nm_response><error_response>Invalid REFID:1</error_response></nm_response>'),
  ).toEqual({ kind: 'error', text: 'Invalid REFID:1' });
});

test('cards that are kept are read by their ids', () => {
  const xml =
    '<nm_response><customer_vault><customer id="a-1"><cc_type>visa</cc_type></customer></customer_vault></nm_response>';
  expect(readQueryAnswer(xml)).toMatchObject({ customers: [{ id: 'a-1', label: 'visa' }] });
});

test.each([
  ['nothing', ''],
  ['a page', '<html>upstream returned an unexpected page</html>'],
  ['a form', 'response=3&responsetext=x'],
  ['an answer that broke off', SALE.slice(0, -20)],
  ['a transaction without an id', SALE.replace('2612675976', '')],
  ['a transaction whose state is not told', SALE.replace('<condition>complete</condition>', '')],
  ['a list where a text is due', SALE.replace('<condition>', '<condition>failed</condition><condition>')],
  ['a declaration of entities', `<!DOCTYPE a [<!ENTITY b "c">]>${SALE}`],
  ['text after the answer', `${SALE}<nm_response></nm_response>`],
])('%s is no answer', (_what, xml) => {
  expect(readQueryAnswer(xml)).toBeNull();
});

test('no text whatever is an error', () => {
  fc.assert(
    fc.property(fc.string(), (inside) => {
      readQueryAnswer(inside);
      readQueryAnswer(`<nm_response>${inside}</nm_response>`);
    }),
  );
});
