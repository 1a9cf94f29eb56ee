import { type TProperties, type TSchema, Type } from 'typebox';
import {
  AccountId,
  Address,
  closed,
  Country,
  Email,
  Links,
  listOf,
  oneOf,
  open,
  PersonName,
  Phone,
  shared,
  text,
  Url,
  Word,
  Yes,
} from './scalars.ts';

/** How an order is paid: exactly one member, named for the method. */

const CustomerId = text(22, '^[0-9a-zA-Z_-]+$');
const VaultId = text(255, '^[0-9a-zA-Z_-]+$');
const Expiry = text(7, '^[0-9]{4}-(0[1-9]|1[0-2])$');

/** Where the buyer goes and comes back to. */
export const Experience = shared(
  'Experience',
  closed(
    {},
    {
      brand_name: text(127),
      locale: text(10, '^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$'),
      shipping_preference: oneOf('GET_FROM_FILE NO_SHIPPING SET_PROVIDED_ADDRESS'),
      return_url: Url,
      cancel_url: Url,
      landing_page: oneOf('LOGIN GUEST_CHECKOUT NO_PREFERENCE'),
      user_action: oneOf('CONTINUE PAY_NOW'),
      payment_method_preference: oneOf('UNRESTRICTED IMMEDIATE_PAYMENT_REQUIRED'),
      vault_instruction: oneOf('ON_CREATE_PAYMENT_TOKENS ON_PAYER_APPROVAL'),
    },
  ),
);

const SentVault = closed(
  {},
  {
    store_in_vault: oneOf('ON_SUCCESS'),
    description: text(128),
    usage_pattern: Word,
    usage_type: oneOf('MERCHANT PLATFORM'),
    customer_type: oneOf('CONSUMER BUSINESS'),
    permit_multiple_payment_tokens: Yes,
  },
);

const SentAttributes = shared(
  'SentAttributes',
  closed(
    {},
    {
      customer: closed({}, { id: CustomerId, merchant_customer_id: text(64), email_address: Email }),
      vault: SentVault,
      verification: closed({ method: oneOf('SCA_ALWAYS SCA_WHEN_REQUIRED') }),
    },
  ),
);

const StoredCredential = closed(
  {
    payment_initiator: oneOf('CUSTOMER MERCHANT'),
    payment_type: oneOf('ONE_TIME RECURRING UNSCHEDULED'),
  },
  { usage: oneOf('FIRST SUBSEQUENT DERIVED'), previous_network_transaction_reference: open({}) },
);

const SENT = {
  paypal: closed(
    {},
    {
      vault_id: VaultId,
      email_address: Email,
      name: PersonName,
      phone: Phone,
      address: Address,
      attributes: SentAttributes,
      experience_context: Experience,
      stored_credential: StoredCredential,
    },
  ),
  venmo: closed(
    {},
    {
      vault_id: VaultId,
      email_address: Email,
      attributes: SentAttributes,
      experience_context: Experience,
      stored_credential: StoredCredential,
    },
  ),
  // Numbers are the buyer's browser's to send, and never the service's.
  card: closed(
    {},
    {
      vault_id: VaultId,
      attributes: SentAttributes,
      stored_credential: StoredCredential,
      experience_context: closed({}, { return_url: Url, cancel_url: Url }),
    },
  ),
  apple_pay: closed(
    {},
    { vault_id: VaultId, attributes: SentAttributes, stored_credential: StoredCredential },
  ),
  google_pay: closed({}, { attributes: SentAttributes, experience_context: Experience }),
  token: closed({ id: text(255, '^[0-9a-zA-Z_-]+$'), type: oneOf('BILLING_AGREEMENT SETUP_TOKEN') }),
};

/** A payment source as it is sent with an order. */
export const SentSource = shared('SentSource', oneMemberOf(SENT));

const ReadVault = closed(
  { status: oneOf('VAULTED CREATED APPROVED') },
  {
    id: VaultId,
    customer: closed({}, { id: CustomerId, merchant_customer_id: text(64) }),
    links: Links,
  },
);
const ReadAttributes = shared(
  'ReadAttributes',
  closed(
    {},
    {
      vault: Type.Union([ReadVault, SentVault]),
      customer: open({}),
      verification: open({}),
      cobranded_cards: listOf(open({}), 25),
    },
  ),
);

const ReadCard = shared(
  'ReadCard',
  closed(
    {},
    {
      name: text(300),
      last_digits: text(4, '^[0-9]{2,4}$'),
      brand: Word,
      available_networks: listOf(Word, 256),
      type: oneOf('CREDIT DEBIT PREPAID STORE UNKNOWN'),
      expiry: Expiry,
      bin_details: open({}),
      billing_address: Address,
      authentication_result: closed(
        {},
        { liability_shift: oneOf('NO POSSIBLE UNKNOWN YES'), three_d_secure: open({}) },
      ),
      attributes: ReadAttributes,
      from_request: open({}),
    },
  ),
);

// Before the buyer was there the source is told as it was sent.
const ReadWallet = {
  email_address: Email,
  account_id: AccountId,
  account_status: oneOf('VERIFIED UNVERIFIED'),
  name: PersonName,
  phone_type: Word,
  phone_number: closed({ national_number: text(14, '^\\d+$') }),
  phone: Phone,
  birth_date: text(10),
  address: Address,
  attributes: ReadAttributes,
  experience_context: Experience,
  vault_id: VaultId,
  stored_credential: open({}),
};
const ReadPhoneWallet = closed(
  {},
  {
    id: text(250),
    name: text(300),
    email_address: Email,
    phone_number: open({}),
    card: ReadCard,
    attributes: ReadAttributes,
    experience_context: Experience,
  },
);
// What the buyer's bank adds is not for us.
const Local = closed(
  {},
  { name: text(300), country_code: Country, bic: text(11), iban_last_chars: text(34) },
);

const READ = {
  paypal: closed({}, ReadWallet),
  venmo: closed({}, { ...ReadWallet, user_name: text(50, '^[-a-zA-Z0-9_]*$') }),
  card: ReadCard,
  apple_pay: ReadPhoneWallet,
  google_pay: ReadPhoneWallet,
  token: SENT.token,
  ...Object.fromEntries(
    'bancontact blik eps giropay ideal mybank p24 sofort trustly'.split(' ').map((name) => [name, Local]),
  ),
};

/** A payment source as an order tells it. */
export const ReadSource = shared('ReadSource', oneMemberOf(READ));

function oneMemberOf(members: TProperties): TSchema {
  return Type.Unsafe({ ...closed({}, members), minProperties: 1, maxProperties: 1 });
}
