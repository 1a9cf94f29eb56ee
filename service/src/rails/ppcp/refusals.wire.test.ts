import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { misfitOfCall } from '../../../../tests/world/provider-wire.ts';
import { aReferral, startWalletWorld } from './wallet-world.fixture.ts';
import type { WalletWorld } from './wallet-world.fixture.ts';

// Every refusal the provider documents: the stand-in gives it in the provider's own form, and the rail never takes it
// for a success. Nothing has happened after it: the same order can still be captured, the same capture refunded.

const OF_ORDERS =
  'INSTRUMENT_DECLINED PAYER_ACTION_REQUIRED REDIRECT_PAYER_FOR_ALTERNATE_FUNDING ORDER_NOT_APPROVED ' +
  'PAYER_CANNOT_PAY TRANSACTION_REFUSED PAYER_ACCOUNT_RESTRICTED PAYER_ACCOUNT_LOCKED_OR_CLOSED ' +
  'TRANSACTION_LIMIT_EXCEEDED MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED CARD_EXPIRED ' +
  'REFERENCED_CARD_EXPIRED CARD_BRAND_NOT_SUPPORTED CARD_TYPE_NOT_SUPPORTED ' +
  'INVALID_SECURITY_CODE_LENGTH TOKEN_EXPIRED PAYMENT_SOURCE_DECLINED_BY_PROCESSOR ' +
  'PAYMENT_SOURCE_INFO_CANNOT_BE_VERIFIED PAYMENT_SOURCE_CANNOT_BE_USED BILLING_ADDRESS_INVALID ' +
  'SHIPPING_ADDRESS_INVALID INVALID_GOOGLE_PAY_TOKEN APPLE_PAY_AMOUNT_MISMATCH ' +
  'PAYEE_ACCOUNT_NOT_VERIFIED PAYEE_ACCOUNT_RESTRICTED PAYEE_ACCOUNT_LOCKED_OR_CLOSED ' +
  'PAYEE_ACCOUNT_INVALID PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING NOT_ENABLED_FOR_CARD_PROCESSING ' +
  'NOT_ENABLED_FOR_APPLE_PAY NOT_ENABLED_FOR_GOOGLE_PAY NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE ' +
  'PAYEE_BLOCKED_TRANSACTION TRANSACTION_BLOCKED_BY_PAYEE TRANSACTION_RECEIVING_LIMIT_EXCEEDED ' +
  'COMPLIANCE_VIOLATION DOMESTIC_TRANSACTION_REQUIRED AUTH_CAPTURE_NOT_ENABLED CONSENT_NEEDED ' +
  'PERMISSION_DENIED PAYEE_NOT_CONSENTED PAYEE_ACCOUNT_NOT_SUPPORTED PLATFORM_FEES_NOT_SUPPORTED ' +
  'INVALID_PLATFORM_FEES_ACCOUNT INVALID_PLATFORM_FEES_AMOUNT ' +
  'PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER UNSUPPORTED_PAYMENT_INSTRUCTION DUPLICATE_INVOICE_ID ' +
  'AMOUNT_MISMATCH ITEM_TOTAL_MISMATCH ITEM_TOTAL_REQUIRED TAX_TOTAL_MISMATCH TAX_TOTAL_REQUIRED ' +
  'DECIMAL_PRECISION CANNOT_BE_NEGATIVE CANNOT_BE_ZERO_OR_NEGATIVE MAX_VALUE_EXCEEDED ' +
  'INVALID_CURRENCY_CODE MULTI_CURRENCY_ORDER CITY_REQUIRED POSTAL_CODE_REQUIRED ' +
  'MULTIPLE_ITEM_CATEGORIES DUPLICATE_REFERENCE_ID UNSUPPORTED_INTENT RETURN_URL_REQUIRED ' +
  'CANCEL_URL_REQUIRED INCOMPATIBLE_PARAMETER_VALUE ORDER_ALREADY_CAPTURED ORDER_ALREADY_AUTHORIZED ' +
  'ORDER_COMPLETION_IN_PROGRESS ORDER_CANNOT_BE_CONFIRMED PAYMENT_ALREADY_APPROVED ' +
  'ORDER_IS_PENDING_APPROVAL ACTION_DOES_NOT_MATCH_INTENT ORDER_EXPIRED ORDER_COMPLETED_OR_VOIDED ' +
  'BILLING_AGREEMENT_NOT_FOUND AGREEMENT_ALREADY_CANCELLED TOKEN_ID_NOT_FOUND ' +
  'MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE VAULT_INSTRUCTION_REQUIRED VAULT_INSTRUCTION_DUPLICATED ' +
  'DECLINED_DUE_TO_RELATED_TXN INVALID_RESOURCE_ID INVALID_ACCOUNT_STATUS';

const OF_REFUNDS =
  'CAPTURE_FULLY_REFUNDED REFUND_AMOUNT_EXCEEDED REFUND_CAPTURE_CURRENCY_MISMATCH CURRENCY_MISMATCH ' +
  'INVALID_CURRENCY_CODE DECIMAL_PRECISION DECIMALS_NOT_SUPPORTED CANNOT_BE_ZERO_OR_NEGATIVE ' +
  'CANNOT_BE_NEGATIVE REFUND_FAILED_INSUFFICIENT_FUNDS REFUND_TIME_LIMIT_EXCEEDED REFUND_NOT_ALLOWED ' +
  'PARTIAL_REFUND_NOT_ALLOWED MAX_NUMBER_OF_REFUNDS_EXCEEDED REFUND_AMOUNT_TOO_LOW PENDING_CAPTURE ' +
  'TRANSACTION_DISPUTED REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK REFUND_IS_RESTRICTED ' +
  'PLATFORM_FEE_EXCEEDED PLATFORM_FEE_NOT_ENABLED DUPLICATE_INVOICE_ID PAYEE_ACCOUNT_RESTRICTED ' +
  'PAYEE_ACCOUNT_LOCKED_OR_CLOSED PAYER_ACCOUNT_LOCKED_OR_CLOSED PERMISSION_DENIED ' +
  'INVALID_RESOURCE_ID PREVIOUS_REQUEST_IN_PROGRESS';

const OF_REFERRALS =
  'INVALID_STRING_LENGTH INVALID_PARAMETER_SYNTAX INVALID_PARAMETER_VALUE PERMISSION_DENIED';
const SLOW_MS = 180_000;

type LoggedCall = Parameters<typeof misfitOfCall>[0];

let world: WalletWorld;
beforeAll(async () => {
  world = await startWalletWorld();
});
afterEach(() => world.control('DELETE', 'faults'));
afterAll(() => world?.close());

/** What the provider's form of this refusal lacks, though a fault gave it, and what the rail made of it. */
async function refusedWith<O extends { kind: string }>(
  operation: string,
  issue: string,
  ask: () => Promise<O>,
): Promise<{ issue: string; misfit: string | null; kind: string }> {
  // What may be about the token is asked once more with a new one.
  await world.fault(operation, 'refuse', { issue, times: 2 });
  const { kind } = await ask();
  await world.control('DELETE', 'faults');
  const { items } = await world.control<{ items: Omit<LoggedCall, 'fault'>[] }>('GET', 'requests?limit=4');
  const refused = items.find(({ status }) => status !== null && status >= 400);
  if (!refused) throw new Error(`${issue} was not told`);
  return { issue, misfit: misfitOfCall({ ...refused, fault: null }), kind };
}

/** Every refusal, one after the other; each must fit and be none of the successes. */
async function expectRefused<O extends { kind: string }>(
  operation: string,
  issues: string,
  ask: () => Promise<O>,
): Promise<void> {
  const wrong: object[] = [];
  for (const issue of issues.split(' ')) {
    const told = await refusedWith(operation, issue, ask);
    const isRefusal = ['refused', 'lapsed', 'unknown', 'unreachable'].includes(told.kind);
    if (told.misfit !== null || !isRefusal) wrong.push(told);
  }
  expect(wrong).toEqual([]);
}

test(
  'each refusal of a capture is told in the provider’s form and takes nothing',
  async () => {
    const orderId = await world.approved();
    await expectRefused('orders.capture', OF_ORDERS, () => world.capture(orderId));
    expect(await world.capture(orderId)).toMatchObject({ kind: 'captured' });
    expect(await world.capturesOf(orderId)).toBe(1);
  },
  SLOW_MS,
);

test(
  'each refusal of a new order is told in the provider’s form and makes none',
  () => expectRefused('orders.create', OF_ORDERS, () => world.rail.payments.open(world.anOrder())),
  SLOW_MS,
);

test(
  'each refusal of a refund is told in the provider’s form and gives nothing back',
  async () => {
    const captureId = await world.captured();
    const aRefund = () => world.rail.refunds.issue(world.aRefund(captureId, 2700));
    await expectRefused('captures.refund', OF_REFUNDS, aRefund);
    expect(await aRefund()).toMatchObject({ kind: 'completed', refund: { total_refunded: 2700 } });
  },
  SLOW_MS,
);

test('each refusal of a referral is told in the provider’s form', () =>
  expectRefused('referrals.create', OF_REFERRALS, () =>
    world.rail.onboarding!.startReferral(aReferral(randomUUID())),
  ));
