/** Fields of a form, each by what may stand in it. */
export interface Form {
  required: Readonly<Record<string, RegExp>>;
  allowed?: Readonly<Record<string, RegExp>>;
  /** Exactly one of these is there. */
  oneOf?: Readonly<Record<string, RegExp>>;
}

const ANY = /^[\s\S]{1,255}$/;
const ID = /^\d{1,19}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const TOKEN = /^[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]+){3}$/;
const VAULT_ID = /^[A-Za-z0-9-]{1,36}$/;
const MOMENT = /^\d{8}(?:\d{6})?$/;
const NUMBER = /^\d{1,7}$/;
// The log shows that it was there, and not what it was.
const KEY = { security_key: /^\(hidden\)$/ };
const SAVED = { payment_token: TOKEN, customer_vault_id: VAULT_ID };

const STORED = {
  initiated_by: /^(?:customer|merchant)$/,
  stored_credential_indicator: /^(?:stored|used)$/,
  initial_transaction_id: ID,
  billing_method: /^(?:recurring|installment)$/,
};

/** What transact.php takes, by its `type`, or by what it does to the vault. Written by hand from the gateway's documentation; no
 *  field of it carries a card. A refund and a void document no order id. */
export const TRANSACT: Readonly<Record<string, Form>> = {
  sale: {
    required: { ...KEY, type: /^sale$/, amount: AMOUNT },
    oneOf: SAVED,
    allowed: {
      ...{ currency: /^[A-Z]{3}$/, orderid: /^[A-Za-z0-9-]{1,50}$/, order_description: ANY },
      ...{ dup_seconds: NUMBER, customer_vault: /^add_customer$/, ...STORED },
    },
  },
  validate: {
    required: { ...KEY, type: /^validate$/, payment_token: TOKEN },
    allowed: {
      ...{ orderid: /^[A-Za-z0-9-]{1,50}$/, customer_vault: /^add_customer$/, customer_vault_id: VAULT_ID },
      ...STORED,
    },
  },
  refund: { required: { ...KEY, type: /^refund$/, transactionid: ID }, allowed: { amount: AMOUNT } },
  void: { required: { ...KEY, type: /^void$/, transactionid: ID } },
  add_customer: {
    required: { ...KEY, customer_vault: /^add_customer$/, payment_token: TOKEN },
    allowed: { customer_vault_id: VAULT_ID },
  },
  delete_customer: {
    required: { ...KEY, customer_vault: /^delete_customer$/, customer_vault_id: VAULT_ID },
  },
};

/** What query.php takes. */
export const QUERY: Form = {
  required: KEY,
  allowed: {
    ...{ transaction_id: /^\d{1,19}(?:,\d{1,19})*$/, order_id: /^[A-Za-z0-9-]{1,50}$/ },
    ...{ condition: /^[a-z_,]{1,200}$/, action_type: /^[a-z_,]{1,200}$/ },
    ...{ start_date: MOMENT, end_date: MOMENT, page_number: NUMBER, result_limit: NUMBER },
    ...{ report_type: /^(?:transaction|customer_vault)$/, customer_vault_id: VAULT_ID },
  },
};

/** What transact.php answers: every member is there, empty where it says nothing. */
export const TRANSACT_ANSWER: Form = {
  required: {
    ...{ response: /^[123]$/, responsetext: /^.*$/, authcode: /^\w{0,10}$/, transactionid: /^\d{0,19}$/ },
    ...{ avsresponse: /^\w?$/, cvvresponse: /^\w?$/, orderid: /^[A-Za-z0-9-]{0,50}$/, type: /^\w*$/ },
    response_code: /^\d{3}$/,
  },
  allowed: { customer_vault_id: VAULT_ID },
};

/** Which codes go with which response. */
export const CODES: Readonly<Record<string, RegExp>> = { '1': /^100$/, '2': /^2\d\d$/, '3': /^[34]\d\d$/ };

/** The elements that query.php answers with. */
export const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'nm_response error_response transaction action transaction_id platform_id transaction_type condition order_id ' +
    'authorization_code ponumber order_description customerid cc_number cc_exp cc_bin cc_type currency tax shipping ' +
    'original_transaction_id amount action_type date success source response_text batch_id processor_batch_id ' +
    'response_code requested_amount customer_vault customer customer_vault_id'
  ).split(' '),
);
