import { expect, test } from 'vitest';
import { readNoticeBody } from './notice-body.ts';

function read(text: string) {
  return readNoticeBody(Buffer.from(text));
}

test('numbers of any length are kept as the provider wrote them', () => {
  const text =
    '{"id":"WH-1","sequence":123456789012345678901234567890,"rate":0.1000000000000000055511151231257827}';
  expect(read(text)).toMatchObject({ text, value: { id: 'WH-1' } });
});

test.each([
  ['{"note":"a\\u0000b"}', '{"note":"ab"}'],
  ['{"a\\u0000":1}', '{"a":1}'],
  ['{"note":"\\ud83d"}', '{"note":"\ufffd"}'],
  ['{"note":"\\ud83d\\ude00"}', '{"note":"\ud83d\ude00"}'],
  ['{"note":"\\\\u0000"}', '{"note":"\\\\u0000"}'],
])('%s is stored as %s', (sent, stored) => {
  expect(read(sent)?.text).toBe(stored);
});

test('what is no JSON is no notice', () => {
  expect([read(''), read('{'), read('<xml/>')]).toEqual([null, null, null]);
});
