import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const payment = (status: string, provider_order_id = 'ORDER1') => ({ provider_order_id, status });

describe('what a session says about an awaited payment', () => {
  it('is over when the session is completed', () => {
    expect(nextStep({ status: 'completed', payment: payment('captured') }, 'ORDER1')).toBe('paid');
  });

  it('is awaited while the session is capturing, whoever asked', () => {
    expect(nextStep({ status: 'capturing', payment: payment('approved') }, 'ORDER1')).toBe('unknown');
    expect(nextStep({ status: 'capturing', payment: payment('pending') }, 'ORDER1')).toBe('pending');
    expect(nextStep({ status: 'capturing', payment: payment('pending') }, null)).toBe('pending');
    expect(nextStep({ status: 'capturing', payment: payment('pending', 'OTHER') }, 'ORDER1')).toBe('unknown');
    expect(nextStep({ status: 'capturing', payment: null }, 'ORDER1')).toBe('unknown');
  });

  it('is asked for again when it was approved and not taken, in an expired session too', () => {
    expect(nextStep({ status: 'open', payment: payment('approved') }, 'ORDER1')).toEqual({
      capture: 'ORDER1',
    });
    expect(nextStep({ status: 'expired', payment: payment('approved') }, 'ORDER1')).toEqual({
      capture: 'ORDER1',
    });
  });

  it('is open when it failed, and when another payment came after it', () => {
    expect(nextStep({ status: 'open', payment: payment('failed') }, 'ORDER1')).toBe('open');
    expect(nextStep({ status: 'open', payment: payment('approved', 'OTHER') }, 'ORDER1')).toBe('open');
    expect(nextStep({ status: 'open', payment: null }, null)).toBe('open');
  });
});
