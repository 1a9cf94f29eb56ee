import { randomUUID } from 'node:crypto';
import { minor } from '../../lib/money.ts';
import type { CaptureOutcome, NewRefund } from '../rail.ts';
import type { RailDriver } from './driver.fixture.ts';

/** An order that was opened; answers what the provider calls it. */
export async function opened({ rail, anOrder }: RailDriver): Promise<string> {
  const outcome = await rail.payments.open(anOrder());
  if (outcome.kind !== 'created') throw new Error(JSON.stringify(outcome));
  return outcome.provider_order_id;
}

export async function approved(driver: RailDriver, by?: 'pays' | 'declines'): Promise<string> {
  const provider_order_id = await opened(driver);
  await driver.approve(provider_order_id, by);
  return provider_order_id;
}

export function take(
  { rail, seller }: RailDriver,
  provider_order_id: string,
  request_id: string = randomUUID(),
): Promise<CaptureOutcome> {
  return rail.payments.take({ request_id, provider_order_id, seller, wallet_client_metadata_id: null });
}

export interface Taken {
  provider_order_id: string;
  provider_capture_id: string;
}

/** 27.00 USD that were taken. */
export async function taken(driver: RailDriver): Promise<Taken> {
  const provider_order_id = await approved(driver);
  const outcome = await take(driver, provider_order_id);
  if (outcome.kind !== 'captured') throw new Error(JSON.stringify(outcome));
  return { provider_order_id, provider_capture_id: outcome.capture.provider_capture_id };
}

export function aRefund({ seller }: RailDriver, of: Taken, amount: number): NewRefund {
  const id = randomUUID();
  return {
    request_id: id,
    refund_id: id,
    provider_capture_id: of.provider_capture_id,
    seller,
    amount: minor(amount),
    currency: 'USD',
    platform_fee: minor(0),
  };
}
