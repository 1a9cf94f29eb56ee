import { readRecord } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import { text, type Acts } from '../../machine/inspector/acts.ts';
import { found, type Visit } from '../../machine/inspector/visit.ts';

/** The choice that takes a product or a capability away. */
export const ABSENT = '(none)';
/** The choice of a product without a vetting status. */
export const NO_STATUS = '(no status)';

const PATH = '/accounts/{id}';

/** What the forms on the page of an account do. */
export const ACCOUNT_ACTS: Acts = {
  'accounts.state': { method: 'PATCH', path: PATH, body: stateFields, done: 'The account is changed.' },
  'accounts.products': {
    method: 'PATCH',
    path: PATH,
    body: productFields,
    done: 'The products are changed.',
  },
  'accounts.capabilities': {
    method: 'PATCH',
    path: PATH,
    body: capabilityFields,
    done: 'The capabilities are changed.',
  },
  'accounts.granted': {
    method: 'PATCH',
    path: PATH,
    body: (form) => ({ granted: form.getAll('granted') }),
    done: 'The permissions are changed.',
  },
};

// A box that is not ticked is not sent at all, so which boxes a form has is known from the account.
async function stateFields(form: URLSearchParams, visit: Visit): Promise<object> {
  const account = await accountOf(form, visit);
  const flags = new Map(flagsOf(account).map((name) => [name, form.has(name)]));
  const issues = new Map(issuesOf(account).map((name) => [name, text(form, name)[name] ?? null]));
  return {
    ...(Object.fromEntries(flags) as object),
    ...(Object.fromEntries(issues) as object),
    ...text(form, 'email'),
    ...text(form, 'business_name'),
    ...text(form, 'given_name'),
    ...text(form, 'surname'),
    ...text(form, 'country'),
    currency: text(form, 'currency')['currency'] ?? null,
    ...text(form, 'refund_outcome'),
  };
}

/** The switches of an account that mean something for its kind. */
export function flagsOf(account: Account): string[] {
  const flags = Object.entries(account).filter(([, value]) => typeof value === 'boolean');
  return flags.map(([name]) => name).filter((name) => (account.kind === 'business') !== (name === 'funded'));
}

/** The issues an account can be made to refuse with. */
export function issuesOf(account: Account): string[] {
  return Object.keys(account).filter((name) => name.endsWith('_issue'));
}

async function productFields(form: URLSearchParams, visit: Visit): Promise<object> {
  const { products } = await accountOf(form, visit);
  const chosen = choices(form, 'product');
  return {
    products: [...chosen].flatMap(([name, status]) => {
      if (status === ABSENT) return [];
      const { vetting_status: _old, ...kept } = products.find((product) => product.name === name) ?? { name };
      return [status === NO_STATUS ? kept : { ...kept, vetting_status: status }];
    }),
  };
}

async function capabilityFields(form: URLSearchParams, visit: Visit): Promise<object> {
  const { capabilities } = await accountOf(form, visit);
  const chosen = choices(form, 'capability');
  return {
    capabilities: [...chosen].flatMap(([name, status]) => {
      if (status === ABSENT) return [];
      return [{ ...capabilities.find((capability) => capability.name === name), name, status }];
    }),
  };
}

// Fields named `product:NAME`, each with the status that was chosen.
function choices(form: URLSearchParams, prefix: string): Map<string, string> {
  const entries = [...form].filter(([name]) => name.startsWith(`${prefix}:`));
  return new Map(entries.map(([name, status]) => [name.slice(prefix.length + 1), status]));
}

async function accountOf(form: URLSearchParams, { machine }: Visit): Promise<Account> {
  return found(await readRecord(machine.world.db, 'account', form.get('id') ?? ''), 'Account');
}
