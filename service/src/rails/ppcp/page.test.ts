import { expect, test } from 'vitest';
import { createPpcpRail } from './index.ts';
import { optionsFor } from './provider.fixture.ts';

const options = { ...optionsFor('http://127.0.0.1:9'), web_base: 'https://www.wallet.example' };
const page = createPpcpRail({ ...options, client_id: 'client&1' }).page!;
const session = {
  provider_account: 'SELLERACC2222',
  shown: {},
  currency: 'USD',
  supported_funding: ['paypal', 'venmo'],
  saves_instrument: false,
};

test('the address of the provider’s script names the seller, the currency and the ways to pay', () => {
  const { script, source } = page.kit(session);
  expect(source).toBe('https://www.wallet.example/sdk/js');
  expect(script).toBe(
    `${source}?client-id=client%261&merchant-id=SELLERACC2222&currency=USD` +
      '&intent=capture&components=buttons&enable-funding=venmo&disable-funding=paylater',
  );
});

test('there is none without an account to be paid into, and where an instrument is saved', () => {
  expect(page.kit({ ...session, provider_account: null }).script).toBeNull();
  expect(page.kit({ ...session, saves_instrument: true }).script).toBeNull();
});
