import { describe, expect, it } from 'vitest';
import { type Missed, errorOf } from './errors.ts';
import { payable } from './wallet/payable.ts';

const refused = (status: number, body: unknown = {}): Missed => ({
  ...{ kind: 'refused', status, body },
  requestId: 'r-1',
});

describe('an answer that was not what a page hoped for', () => {
  it.each([
    [402, 'payment_declined', true],
    [403, 'origin_not_allowed', false],
    [429, 'rate_limited', true],
    [400, 'config_error', false],
    [401, 'config_error', false],
    [404, 'config_error', false],
    [405, 'config_error', false],
    [413, 'config_error', false],
    [415, 'config_error', false],
    [422, 'config_error', false],
    [500, 'network_error', true],
    [502, 'network_error', true],
    [503, 'network_error', true],
  ])('of status %i is %s, retryable %s', (status, code, retryable) => {
    expect(errorOf(refused(status))).toMatchObject({ code, retryable, status, requestId: 'r-1' });
  });

  it.each([
    ['session_expired', 'session_expired', false],
    ['session_completed', 'session_completed', false],
    ['session_capturing', 'capture_pending', false],
    ['order_not_capturable', 'payment_declined', true],
    ['order_not_approved', 'wallet_sdk_error', true],
    ['too_many_open_orders', 'rate_limited', true],
    ['something_new', 'config_error', false],
  ])('of a conflict called %s is %s, retryable %s', (name, code, retryable) => {
    expect(errorOf(refused(409, { code: name }))).toMatchObject({ code, retryable });
  });

  it('is network_error when there was none', () => {
    expect(errorOf({ kind: 'lost' })).toMatchObject({
      code: 'network_error',
      message:
        "Fairway could not be reached: there is no connection, or this page's policy (connect-src) leaves it out",
      retryable: true,
      status: null,
      requestId: null,
    });
  });

  it('keeps what the service said', () => {
    expect(errorOf(refused(404, { detail: 'Checkout session not found' })).message).toBe(
      '404: Checkout session not found',
    );
    expect(errorOf(refused(429, { error: 'Rate limit exceeded: 60 per 1 minute' })).message).toContain(
      '60 per 1',
    );
    const detail = [
      { loc: ['body', 'funding'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
    ];
    expect(errorOf(refused(422, { detail })).message).toBe(
      '422: body.funding: Extra inputs are not permitted',
    );
    expect(errorOf(refused(403, 'no JSON')).message).toMatch(/readiness first/);
  });
});

it.each([
  ['10', 'USD', '10.00'],
  ['10.5', 'USD', '10.50'],
  ['1200', 'JPY', '1200'],
  ['1.2', 'KWD', '1.200'],
])('%s %s is %s on the sheet of a device', (amount, currency, shown) => {
  expect(payable({ amount, currency })).toBe(shown);
});
