import { Type } from 'typebox';
import type { Described } from './described.ts';
import {
  AccountId,
  closed,
  CurrencyCode,
  Day,
  Links,
  listOf,
  Money,
  oneOf,
  open,
  text,
  Time,
  Yes,
} from './scalars.ts';

const Balance = closed(
  { currency: CurrencyCode, total_balance: Money },
  { primary: Yes, available_balance: Money, withheld_balance: Money },
);
const TransactionInfo = closed(
  {
    transaction_id: text(24, '^[a-zA-Z0-9]*$'),
    transaction_event_code: text(5, '^T[0-9]{4}$'),
    transaction_initiation_date: Time,
    transaction_amount: Money,
    transaction_status: oneOf('D P S V'),
  },
  {
    paypal_account_id: text(24),
    paypal_reference_id: text(24, '^[a-zA-Z0-9]*$'),
    paypal_reference_id_type: oneOf('ODR TXN SUB PAP'),
    transaction_updated_date: Time,
    fee_amount: Money,
    ending_balance: Money,
    available_balance: Money,
    shipping_amount: Money,
    sales_tax_amount: Money,
    discount_amount: Money,
    insurance_amount: Money,
    transaction_subject: text(256),
    transaction_note: text(4_000),
    invoice_id: text(127),
    custom_field: text(127),
    protection_eligibility: text(2),
    payment_method_type: text(20),
    instrument_type: text(64),
    instrument_sub_type: text(64),
  },
);
const TransactionDetail = closed(
  { transaction_info: TransactionInfo },
  {
    payer_info: open({}, { account_id: text(13), email_address: text(254) }),
    shipping_info: open({}),
    cart_info: open({}),
    store_info: open({}),
    auction_info: open({}),
    incentive_info: open({}),
  },
);
const Count = Type.String({ pattern: '^[1-9][0-9]{0,9}$' });

/** What moved on a seller's account, and what stands there. */
export const REPORTING_CALLS: readonly Described[] = [
  {
    method: 'GET',
    path: '/v1/reporting/transactions',
    family: 'other',
    query: closed(
      { start_date: Time, end_date: Time },
      {
        transaction_id: text(19),
        transaction_type: text(5),
        transaction_status: oneOf('D P S V'),
        transaction_amount: text(40),
        transaction_currency: CurrencyCode,
        fields: text(500),
        balance_affecting_records_only: oneOf('Y N'),
        page_size: Type.String({ pattern: '^([1-9][0-9]?|[1-4][0-9]{2}|500)$' }),
        page: Count,
      },
    ),
    answers: {
      200: closed(
        { transaction_details: listOf(TransactionDetail, 500) },
        {
          account_number: text(255),
          start_date: Time,
          end_date: Time,
          last_refreshed_datetime: Time,
          page: Type.Integer({ minimum: 1 }),
          total_items: Type.Integer({ minimum: 0 }),
          total_pages: Type.Integer({ minimum: 0 }),
          links: Links,
        },
      ),
    },
    assertion: 'required',
    requestId: 'never',
  },
  {
    method: 'GET',
    path: '/v1/reporting/balances',
    family: 'other',
    query: closed({}, { as_of_time: Type.Union([Time, Day]), currency_code: text(3, '^([A-Z]{3}|ALL)$') }),
    answers: {
      200: closed(
        { balances: listOf(Balance, 200) },
        { account_id: AccountId, as_of_time: Time, last_refresh_time: Time },
      ),
    },
    assertion: 'required',
    requestId: 'never',
  },
];
