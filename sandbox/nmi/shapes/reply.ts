import { NOT_PLAYED, PartyError } from '../../machine/refusal.ts';
import { newNumber } from './world.ts';

/** What a call to transact.php is answered, always with HTTP 200. */
export interface Reply {
  response: '1' | '2' | '3';
  responsetext: string;
  response_code: string;
  transactionid?: string;
  authcode?: string;
  orderid?: string;
  type?: string;
  customer_vault_id?: string;
}

/** A refusal by the gateway itself: nothing happened. */
export class NmiRefusal extends PartyError {
  readonly code: string;

  constructor(text: string, code = '300') {
    super(`${text} REFID:${newNumber(9)}`);
    this.code = code;
  }
}

const SAID: Readonly<Record<number, string>> = { 429: 'Too Many Requests', 501: NOT_PLAYED };

/** An answer that is none of the gateway's own: its front refuses or fails. */
export class NmiFailure extends PartyError {
  readonly status: number;
  readonly retryAfter: number | null;

  constructor(status: number, retryAfter: number | null = null) {
    super(SAID[status] ?? 'The gateway did not answer');
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
