import { isKeepable } from '../../http/json.ts';

/** What transact.php said, whatever HTTP's status was: it is 200 also for what was refused. */
export interface FormAnswer {
  response: 'approved' | 'declined' | 'error';
  code: string;
  /** The gateway's own words. */
  text: string;
  transaction_id: string | null;
  order_id: string | null;
  vault_id: string | null;
}

const RESPONSES: ReadonlyMap<string | null, FormAnswer['response']> = new Map([
  ['1', 'approved'],
  ['2', 'declined'],
  ['3', 'error'],
]);
const CODE = /^\d{3}$/;
const ID = /^[A-Za-z0-9-]{1,64}$/;
const TEXT_MAX = 500;

/** Reads a form that answers a call; null for what is none, or says one thing twice. */
export function readFormAnswer(body: string): FormAnswer | null {
  const form = new URLSearchParams(body.trim());
  const only = (name: string): string | null => {
    const values = form.getAll(name);
    return values.length === 1 && isKeepable(values[0]!) ? values[0]! : null;
  };
  const idOf = (name: string): string | null => {
    const id = only(name);
    return id !== null && ID.test(id) ? id : null;
  };
  const response = RESPONSES.get(only('response'));
  const code = only('response_code');
  if (response === undefined || code === null || !CODE.test(code)) return null;
  return {
    response,
    code,
    text: (only('responsetext') ?? '').slice(0, TEXT_MAX),
    transaction_id: idOf('transactionid'),
    order_id: idOf('orderid'),
    vault_id: idOf('customer_vault_id'),
  };
}
