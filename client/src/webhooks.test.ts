import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from './webhooks.ts';

interface Vector {
  name: string;
  secret: string;
  body: string;
  header: string;
  now: number;
  genuine: boolean;
}

const file = new URL('../../docs/webhooks/vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

describe('verifyWebhook', () => {
  test.each(vectors)('judges the vector rightly: $name', ({ secret, body, header, now, genuine }) => {
    const sent = { signature: header, secret, now };
    for (const form of [body, Buffer.from(body, 'utf8')]) {
      const verify = () => verifyWebhook({ ...sent, body: form });
      if (!genuine) expect(verify).toThrow('The signature does not hold');
      else if (body === '') expect(verify).toThrow('The signature holds, but what it signs is no event');
      else expect(verify()).toEqual(JSON.parse(body));
    }
  });

  test('takes either secret while one takes the place of the other', () => {
    const { secret, body, header, now } = vectors.find(({ genuine }) => genuine)!;
    const sent = { body, signature: header, now };
    expect(verifyWebhook({ ...sent, secret: ['whsec_new', secret] })).toEqual(JSON.parse(body));
    expect(() => verifyWebhook({ ...sent, secret: ['whsec_new', 'whsec_newer'] })).toThrow(WebhookError);
    expect(() => verifyWebhook({ ...sent, secret: [] })).toThrow(WebhookError);
  });

  test.each([null, undefined, ''])('believes nothing that is signed by %j', (signature) => {
    const { secret, body, now } = vectors[0]!;
    expect(() => verifyWebhook({ body, signature, secret, now })).toThrow(WebhookError);
  });

  test('believes nothing of a secret that was left empty', () => {
    const t = Math.floor(Date.now() / 1_000);
    const v1 = createHmac('sha256', '').update(`${t}.{}`).digest('hex');
    expect(() => verifyWebhook({ body: '{}', signature: `t=${t},v1=${v1}`, secret: '' })).toThrow(
      WebhookError,
    );
  });
});
