import { flag, list, number, object, orNull, text } from '../../machine/store/shape.ts';
import type { RecordShapes } from '../../machine/store/shapes.ts';

/** What becomes of a card whenever it is charged. */
export type CardOutcome = 'approved' | 'declined' | 'error';

/** What is kept of a card: never its number. */
export interface Card {
  type: string;
  bin: string;
  last4: string;
  /** MMYY. */
  exp: string;
  outcome: CardOutcome;
}

/** Something that was done to a transaction. Amounts are hundredths. */
export interface Action {
  action_type: 'sale' | 'refund' | 'void' | 'settle' | 'validate';
  amount: number;
  date: string;
  success: boolean;
  response_text: string;
  response_code: string;
  /** The transaction that a refund is itself, or the batch of a settlement. */
  reference: string | null;
}

export interface Transaction {
  id: string;
  account_id: string;
  order_id: string;
  currency: string;
  amount: number;
  condition: 'pendingsettlement' | 'complete' | 'failed' | 'canceled';
  actions: Action[];
  card: Card;
  authorization_code: string;
  refunded: number;
  /** Of a refund: what it gives back of. */
  original_id: string | null;
  customer_vault_id: string | null;
  order_description: string;
  created_at: string;
}

/** A card that a browser handed over, for one use. */
export interface PaymentToken {
  token: string;
  /** Null for one of no account in particular. */
  account_id: string | null;
  card: Card;
  used: boolean;
  expires_at: string;
}

/** A card that a merchant keeps. */
export interface VaultCustomer {
  customer_vault_id: string;
  account_id: string;
  card: Card;
  created_at: string;
}

declare module '../../machine/store/shapes.ts' {
  interface RecordTypes {
    nmi_transaction: Transaction;
    nmi_token: PaymentToken;
    nmi_customer: VaultCustomer;
  }
}

const CARD = object({ type: text, bin: text, last4: text, exp: text, outcome: text });
const ACTION = object({
  action_type: text,
  amount: number,
  date: text,
  success: flag,
  response_text: text,
  response_code: text,
  reference: orNull(text),
});

/** The records that a snapshot holds. */
export const NMI_RECORDS: RecordShapes = {
  nmi_transaction: object({
    id: text,
    account_id: text,
    order_id: text,
    currency: text,
    amount: number,
    condition: text,
    actions: list(ACTION),
    card: CARD,
    authorization_code: text,
    refunded: number,
    original_id: orNull(text),
    customer_vault_id: orNull(text),
    order_description: text,
    created_at: text,
  }),
  nmi_token: object({ token: text, account_id: orNull(text), card: CARD, used: flag, expires_at: text }),
  nmi_customer: object({ customer_vault_id: text, account_id: text, card: CARD, created_at: text }),
};
