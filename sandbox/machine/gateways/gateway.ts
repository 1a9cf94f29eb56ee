import type { Db, Tx } from '../store/sql.ts';
import type { GatewayAccount } from './shapes.ts';

/** What a gateway makes of a new account, or of one whose keys are rotated. */
export interface Minted {
  /** Told once, in the shape that the platform is given them. */
  credentials: Record<string, string>;
  /** What the gateway keeps to know them again and to sign. */
  secrets: Record<string, string>;
  names: Record<string, string>;
  /** What a call names the account by; unique at the gateway. */
  handles: readonly string[];
}

/** A payment gateway whose accounts are minted for each merchant. */
export interface Gateway {
  rail: string;
  mint: (names: Record<string, string> | null) => Promise<Minted>;
  /** Settles what the account has captured or given back and was not settled. Answers how many. */
  settle: (tx: Tx, account: GatewayAccount) => Promise<number>;
  /** The id of the transaction that an id of ours belongs to, or null. */
  find: (db: Db, id: string) => Promise<string | null>;
  /** The merchant gives money back at the gateway. Without an amount all that remains. */
  refund: (tx: Tx, transactionId: string, amount: string | undefined) => Promise<object>;
  /** The cardholder's bank takes money back. */
  chargeback: (tx: Tx, transactionId: string, amount: string | undefined) => Promise<object>;
}
