import { Type } from 'typebox';
import type { Described } from './described.ts';
import { Experience } from './payment-source.ts';
import {
  AccountId,
  Address,
  closed,
  Email,
  Links,
  linksWith,
  listOf,
  oneOf,
  open,
  PersonName,
  shared,
  text,
  Url,
  Word,
  Yes,
} from './scalars.ts';

const TOKENS_MAX = 64;
const TokenId = text(36, '^[0-9a-zA-Z_-]+$');
const CustomerId = text(22, '^[0-9a-zA-Z_-]+$');
const Customer = closed({}, { id: CustomerId, merchant_customer_id: text(64), email_address: Email });
const Count = Type.String({ pattern: '^[1-9][0-9]{0,4}$' });
const Description = text(128, '^[a-zA-Z0-9_\'\\-., :;!?"]*$');

const Agreement = {
  description: Description,
  usage_pattern: Word,
  usage_type: oneOf('MERCHANT PLATFORM'),
  customer_type: oneOf('CONSUMER BUSINESS'),
  permit_multiple_payment_tokens: Yes,
  shipping: closed({}, { name: PersonName, address: Address, type: Word }),
  experience_context: Experience,
};
const SentCard = closed(
  {},
  {
    name: text(300),
    billing_address: Address,
    verification_method: oneOf('SCA_ALWAYS SCA_WHEN_REQUIRED'),
    experience_context: closed({}, { return_url: Url, cancel_url: Url }),
  },
);
const SetupSource = Type.Unsafe({
  ...closed(
    {},
    {
      paypal: closed({}, Agreement),
      venmo: closed({}, Agreement),
      card: SentCard,
      token: closed({ id: text(255), type: oneOf('BILLING_AGREEMENT') }),
    },
  ),
  minProperties: 1,
  maxProperties: 1,
});

const Wallet = {
  ...Agreement,
  email_address: Email,
  account_id: AccountId,
  account_status: oneOf('VERIFIED UNVERIFIED'),
  payer_id: AccountId,
  name: PersonName,
  phone: open({}),
  phone_number: open({}),
  address: Address,
};
const Card = closed(
  {},
  {
    name: text(300),
    last_digits: text(4, '^[0-9]{2,4}$'),
    brand: Word,
    available_networks: listOf(Word, 256),
    type: oneOf('CREDIT DEBIT PREPAID STORE UNKNOWN'),
    expiry: text(7, '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    billing_address: Address,
    verification_status: Word,
    verification: open({}),
    network_transaction_reference: open({ id: text(36) }),
    experience_context: Experience,
  },
);
const Source = Type.Unsafe({
  ...closed(
    {},
    {
      paypal: closed({}, Wallet),
      venmo: closed({}, { ...Wallet, user_name: text(50, '^[-a-zA-Z0-9_]*$') }),
      card: Card,
      apple_pay: closed({}, { card: Card }),
      bank: open({}),
      token: open({}),
    },
  ),
  maxProperties: 1,
});

const SetupToken = closed(
  {
    id: TokenId,
    status: oneOf('CREATED PAYER_ACTION_REQUIRED APPROVED VAULTED TOKENIZED'),
    links: linksWith('self'),
  },
  { customer: Customer, payment_source: Source, ordinal: Type.Integer() },
);

/** A stored instrument; a notice of it also tells of the order it was stored with. */
export const PaymentToken = shared(
  'PaymentToken',
  closed(
    { id: TokenId, payment_source: Source },
    { customer: Customer, links: Links, metadata: open({}, { order_id: TokenId }), time_created: text(64) },
  ),
);

const tokens = '/v3/vault/payment-tokens';

/** Stored instruments, in the seller's name. */
export const VAULT_CALLS: readonly Described[] = [
  {
    method: 'POST',
    path: '/v3/vault/setup-tokens',
    family: 'other',
    body: closed({ payment_source: SetupSource }, { customer: Customer }),
    answers: { 200: SetupToken, 201: SetupToken },
    requestId: 'required',
    assertion: 'required',
  },
  {
    method: 'GET',
    path: '/v3/vault/setup-tokens/{token_id}',
    family: 'other',
    params: { token_id: TokenId },
    answers: { 200: SetupToken },
    assertion: 'required',
  },
  {
    method: 'POST',
    path: tokens,
    family: 'other',
    body: closed(
      {
        payment_source: closed({
          token: closed({ id: text(255, '^[0-9a-zA-Z_-]+$'), type: oneOf('SETUP_TOKEN BILLING_AGREEMENT') }),
        }),
      },
      { customer: Customer },
    ),
    answers: { 200: PaymentToken, 201: PaymentToken },
    requestId: 'required',
    assertion: 'required',
  },
  {
    method: 'GET',
    path: tokens,
    family: 'other',
    query: closed(
      { customer_id: CustomerId },
      {
        page_size: Count,
        page: Count,
        total_required: oneOf('true false'),
      },
    ),
    answers: {
      200: closed(
        { payment_tokens: listOf(PaymentToken, TOKENS_MAX) },
        {
          customer: Customer,
          total_items: Type.Integer({ minimum: 0 }),
          total_pages: Type.Integer({ minimum: 0 }),
          links: Links,
        },
      ),
    },
    assertion: 'required',
  },
  {
    method: 'GET',
    path: `${tokens}/{token_id}`,
    family: 'other',
    params: { token_id: TokenId },
    answers: { 200: PaymentToken },
    assertion: 'required',
  },
  {
    method: 'DELETE',
    path: `${tokens}/{token_id}`,
    family: 'other',
    params: { token_id: TokenId },
    answers: { 204: null },
    assertion: 'required',
  },
];
