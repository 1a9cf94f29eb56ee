import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { signTestDelivery } from './sign-test-delivery.ts';
import { verifyWebhook, WebhookError } from './webhooks.ts';

const file = new URL('../../docs/webhooks/vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
  vectors: { name: string; secret: string; body: string; header: string; now: number; genuine: boolean }[];
};

describe('a delivery that is signed for a test', () => {
  test.each(vectors.filter(({ genuine }) => genuine))('is signed as the service does: $name', (vector) => {
    const { secret, body, header } = vector;
    const now = Number(/^t=(\d+)/.exec(header)![1]);
    expect(signTestDelivery({ body, secret, now })['service-signature']).toBe(header);
    expect(signTestDelivery({ body: Buffer.from(body), secret, now })['service-signature']).toBe(header);
  });

  test('is taken for genuine now, by its own secret alone', () => {
    const body = '{"id":"evt_1","type":"payment.captured"}';
    const headers = signTestDelivery({ body, secret: 'whsec_of_the_test' });
    const signature = headers['service-signature'];
    expect(verifyWebhook({ body, signature, secret: 'whsec_of_the_test' })).toEqual(JSON.parse(body));
    expect(() => verifyWebhook({ body, signature, secret: 'whsec_of_another' })).toThrow(WebhookError);
    expect(headers['service-timestamp']).toMatch(/^\d+$/);
  });
});
