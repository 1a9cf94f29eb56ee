import { XMLParser } from 'fast-xml-parser';
import { asObject, isKeepable, type JsonObject, objectAt, objectsAt, textAt } from '../../http/json.ts';

/** What query.php answered: the records that it found, which may be none, or the words by which it refused. */
export type QueryAnswer =
  | { kind: 'found'; transactions: BookedTransaction[]; customers: KeptCard[] }
  | { kind: 'error'; text: string };

/** A card that the gateway keeps, under an id of ours. */
interface KeptCard {
  id: string;
  /** What a person recognises it by. */
  label: string | null;
}

/** A transaction as the gateway has it in its books. Amounts are decimal texts. */
export interface BookedTransaction {
  transaction_id: string;
  order_id: string | null;
  condition: string;
  currency: string | null;
  /** Of a refund: what it gives back of. */
  original_id: string | null;
  card_type: string | null;
  actions: BookedAction[];
  /** Its own words, without what is personal. */
  told: JsonObject;
}

export interface BookedAction {
  action_type: string;
  amount: string | null;
  is_done: boolean;
  date: Date | null;
  response_text: string | null;
  response_code: string | null;
  batch_id: string | null;
}

const LISTS = new Set(['transaction', 'action', 'customer']);
const STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
const ID = /^[A-Za-z0-9-]{1,64}$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => LISTS.has(name),
});

/** Reads what query.php answered; null for what is not its answer, such as one that broke off. */
export function readQueryAnswer(xml: string): QueryAnswer | null {
  const document = parse(xml);
  if (document === null || !Object.hasOwn(document, 'nm_response')) return null;
  const response = document['nm_response'];
  // Nothing was found.
  if (response === '') return { kind: 'found', transactions: [], customers: [] };
  const told = asObject(response);
  if (told === null) return null;
  const error = textAt(told, 'error_response');
  if (error !== null) return { kind: 'error', text: error.slice(0, 500) };
  const transactions = objectsAt(told, 'transaction').map(readTransaction);
  if (transactions.some((one) => one === null)) return null;
  const customers = objectsAt(objectAt(told, 'customer_vault'), 'customer').map(readCustomer);
  if (customers.some((one) => one === null)) return null;
  return {
    kind: 'found',
    transactions: transactions.filter((one) => one !== null),
    customers: customers.filter((one) => one !== null),
  };
}

// A declaration of entities has no place in such an answer, and expanding them no end.
function parse(xml: string): JsonObject | null {
  if (xml.includes('<!') || !isKeepable(xml)) return null;
  try {
    return asObject(parser.parse(xml, true));
  } catch {
    return null;
  }
}

function readTransaction(from: JsonObject): BookedTransaction | null {
  const transaction_id = textAt(from, 'transaction_id');
  const condition = textAt(from, 'condition');
  if (transaction_id === null || !ID.test(transaction_id) || condition === null) return null;
  return {
    transaction_id,
    condition,
    order_id: textAt(from, 'order_id'),
    currency: textAt(from, 'currency'),
    original_id: textAt(from, 'original_transaction_id'),
    card_type: textAt(from, 'cc_type'),
    actions: objectsAt(from, 'action').map(readAction),
    told: from,
  };
}

function readCustomer(from: JsonObject): KeptCard | null {
  const id = textAt(from, '@id');
  const last = /\d{4}$/.exec(textAt(from, 'cc_number') ?? '')?.[0];
  const type = textAt(from, 'cc_type');
  return id === null ? null : { id, label: last === undefined ? type : `${type ?? 'card'} ${last}` };
}

function readAction(from: JsonObject): BookedAction {
  const batch_id = textAt(from, 'batch_id');
  return {
    action_type: textAt(from, 'action_type') ?? '',
    amount: textAt(from, 'amount'),
    is_done: textAt(from, 'success') === '1',
    date: momentOf(textAt(from, 'date')),
    response_text: textAt(from, 'response_text'),
    response_code: textAt(from, 'response_code'),
    batch_id: batch_id === '0' ? null : batch_id,
  };
}

// UTC, digits only.
function momentOf(text: string | null): Date | null {
  const match = STAMP.exec(text ?? '');
  if (!match) return null;
  const [, year, month, day, hours, minutes, seconds] = match;
  const at = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A moment as the query is asked for it: whole seconds, UTC. */
export function stampOf(at: Date): string {
  return at.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
