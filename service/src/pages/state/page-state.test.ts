import { describe, expect, it } from 'vitest';
import { type Asked, type SessionView, stateOf } from './page-state.ts';

const view = {
  status: 'open',
  payment: null,
  payment_provider: 'ppcp',
  wallet_merchant_id: 'SELLERACC2222',
  vault_setup: false,
  currency: 'USD',
  supported_funding: ['paypal', 'venmo'],
} as unknown as SessionView;

const payment = (status: string) => ({ provider_order_id: 'ORDER1', status });
const nothing: Asked = {
  returned_order: null,
  outcome: null,
  approval: 'redirect',
  can_save: true,
  can_pay: true,
};

function panel(session: object, asked: Partial<Asked> = {}) {
  return stateOf({ ...view, ...session }, { ...nothing, ...asked });
}

describe('what a payment page shows first', () => {
  it('offers to pay an open session, with the news of the step before', () => {
    expect(panel({})).toEqual({ panel: 'pay', notice: null, order_id: null });
    expect(panel({}, { outcome: 'declined' })).toMatchObject({ panel: 'pay', notice: 'declined' });
    expect(panel({}, { outcome: 'constructor' })).toMatchObject({ panel: 'pay', notice: null });
  });

  it('never believes an address that money moved', () => {
    expect(panel({}, { outcome: 'paid' })).toMatchObject({ panel: 'pay', notice: null });
    expect(panel({ status: 'completed', payment: payment('captured') }, { outcome: 'declined' }).panel).toBe(
      'completed',
    );
  });

  it('says paid to the buyer who just did, and that it is paid to everyone later', () => {
    const paid = { status: 'completed', payment: payment('captured') };
    expect(panel(paid, { outcome: 'paid' }).panel).toBe('paid');
    expect(panel(paid).panel).toBe('completed');
    expect(panel(paid, { returned_order: 'ORDER1' }).panel).toBe('completed');
  });

  it('never offers to pay while an outcome is awaited', () => {
    expect(panel({ status: 'capturing', payment: payment('approved') })).toMatchObject({
      panel: 'unknown',
      order_id: 'ORDER1',
    });
    expect(
      panel({ status: 'capturing', payment: payment('pending') }, { returned_order: 'ORDER1' }).panel,
    ).toBe('pending');
  });

  it('confirms for a buyer who comes back, even after the expiry', () => {
    expect(panel({}, { returned_order: 'ORDER1' })).toMatchObject({
      panel: 'confirming',
      order_id: 'ORDER1',
    });
    expect(panel({ status: 'expired' }, { returned_order: 'ORDER1' }).panel).toBe('confirming');
    expect(panel({ status: 'expired' }).panel).toBe('expired');
    expect(panel({}, { returned_order: '../../x' }).panel).toBe('pay');
  });

  it('says when the session cannot be paid here', () => {
    expect(panel({}, { can_pay: false }).panel).toBe('cannot_pay');
    expect(panel({}, { approval: 'fields', can_pay: false }).panel).toBe('cannot_pay');
    expect(panel({}, { outcome: 'cannot_pay' }).panel).toBe('cannot_pay');
    expect(panel({}, { approval: 'nowhere' }).panel).toBe('unsupported');
    expect(panel({}, { approval: 'fields' }).panel).toBe('pay');
    expect(panel({ vault_setup: true }, { approval: 'fields', can_save: false }).panel).toBe('unsupported');
    expect(panel({}, { approval: 'fields', can_save: false }).panel).toBe('pay');
  });

  it('offers to save what a session of amount 0 is for', () => {
    expect(panel({ vault_setup: true })).toMatchObject({ panel: 'pay', notice: null });
    expect(panel({ vault_setup: true }, { approval: 'fields' }).panel).toBe('pay');
    expect(panel({ vault_setup: true }, { returned_order: 'SETUP1' })).toMatchObject({
      panel: 'confirming',
      order_id: 'SETUP1',
    });
    expect(panel({ vault_setup: true, status: 'completed' }, { outcome: 'paid' }).panel).toBe('paid');
  });
});
