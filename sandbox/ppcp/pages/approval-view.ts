import type { Account, PurchaseUnit } from '../shapes/shapes.ts';
import { minorOf } from '../shapes/money.ts';
import { html, type Html } from '../../../markup/html.ts';
import type { Page } from '../../machine/pages/layout.ts';
import {
  bigAmount,
  buyerChoices,
  itemLine,
  lineList,
  payeeHead,
  type Item,
  type Line,
} from './person-parts.ts';

const WAYS: readonly [value: string, label: string][] = [
  ['paypal', 'Wallet balance'],
  ['card', 'Debit or credit card'],
  ['venmo', 'Venmo'],
  ['paylater', 'Pay Later'],
];

/** What a buyer is asked to agree to. */
interface Asked {
  /** Who is paid. */
  payee: string;
  /** What is paid; null saves a way to pay and takes nothing. */
  unit: Pick<PurchaseUnit, 'amount' | 'description' | 'items' | 'shipping'> | null;
  /** Where the form goes. */
  action: string;
  /** The way to pay that the page before chose. */
  way: string;
  buyers: readonly Account[];
}

/** The page on which a buyer sees who is paid how much for what, and agrees, is declined or leaves. */
export function approvalPage(asked: Asked): Page {
  const { payee, unit } = asked;
  const title = unit === null ? `Save a way to pay for ${payee}` : `Pay ${payee}`;
  const body = html`<div class="paying">
    <section class="card" aria-label="What you pay">
      ${payeeHead(payee, { title, detail: unit?.description ?? null })}
      ${unit === null ? savingWords(payee) : unitView(unit)}
    </section>
    <section class="card" aria-label="How you pay">${approvalForm(asked)}</section>
  </div>`;
  return { title, body, roomy: true };
}

function savingWords(payee: string): Html {
  return html`<p>
    Nothing is charged now. ${payee} may charge this way to pay later, as you agreed with them.
  </p>`;
}

function unitView(unit: NonNullable<Asked['unit']>): Html {
  const lines = linesOf(unit);
  return html`${bigAmount(unit.amount)} ${lines.length > 0 && lineList(lines, unit.amount)}
  ${shippingView(unit.shipping)}`;
}

function approvalForm(asked: Asked): Html {
  const { payee, unit } = asked;
  const verb = unit === null ? 'Agree and save' : `Pay ${unit.amount.value} ${unit.amount.currency_code}`;
  const chosen = WAYS.some(([way]) => way === asked.way) ? asked.way : 'paypal';
  return html`<form method="post" action="${asked.action}">
    <fieldset>
      <legend>Your account</legend>
      ${buyerChoices(asked.buyers)}
    </fieldset>
    <fieldset>
      <legend>Pay with</legend>
      <div class="ways">${WAYS.map(([value, label]) => wayChoice(value, label, value === chosen))}</div>
    </fieldset>
    <div class="actions">
      <button name="action" value="approve">${verb}</button>
      <button name="action" value="cancel" class="plain" formnovalidate>Cancel and return to ${payee}</button>
    </div>
    <p class="next">
      ${
        unit === null
          ? `You then go back to ${payee}.`
          : `You then go back to ${payee}, who takes the payment.`
      }
    </p>
    <details class="tester">
      <summary>Try another ending</summary>
      <div class="actions">
        ${endings(unit === null).map(
          ([action, label]) => html`<button name="action" value="${action}" class="quiet">${label}</button>`,
        )}
      </div>
    </details>
  </form>`;
}

// What a tester may want to come of it instead.
function endings(isSaving: boolean): (readonly [action: string, label: string])[] {
  if (isSaving) return [['decline', 'Agree, but have later charges declined']];
  return [
    ['decline', 'Approve, but have the funding declined'],
    ['pending', 'Approve, but keep the payment pending'],
  ];
}

function wayChoice(value: string, label: string, isChosen: boolean): Html {
  return html`<label class="choice">
    <input type="radio" name="funding_source" value="${value}" ${isChosen && 'checked'} />
    <span>${label}</span>
  </label>`;
}

const EXTRAS: readonly [member: string, label: string, sign: string][] = [
  ['tax_total', 'Tax', ''],
  ['shipping', 'Shipping', ''],
  ['handling', 'Handling', ''],
  ['insurance', 'Insurance', ''],
  ['shipping_discount', 'Shipping discount', '−'],
  ['discount', 'Discount', '−'],
];

function linesOf(unit: NonNullable<Asked['unit']>): Line[] {
  const items = ((unit.items ?? []) as Item[]).map(itemLine);
  const extras = EXTRAS.flatMap(([member, label, sign]): Line[] => {
    const amount = unit.amount.breakdown?.[member];
    if (amount === undefined || minorOf(amount) === 0n) return [];
    return [{ label, amount: `${sign}${amount.value}` }];
  });
  return [...items, ...extras];
}

interface Shipping {
  name?: { full_name?: string };
  address?: Record<string, string | undefined>;
}

const ADDRESS_LINES = [
  ['address_line_1'],
  ['address_line_2'],
  ['postal_code', 'admin_area_2', 'admin_area_1'],
  ['country_code'],
];

function shippingView(shipping: unknown): Html | null {
  const { name, address } = (shipping ?? {}) as Shipping;
  const lines = [
    name?.full_name,
    ...ADDRESS_LINES.map((members) =>
      members
        .map((member) => address?.[member])
        .filter(Boolean)
        .join(' '),
    ),
  ].filter((line): line is string => line !== undefined && line !== '');
  if (lines.length === 0) return null;
  return html`<div class="ship">
    <h2>Ships to</h2>
    <address>${lines.map((line, index) => html`${index > 0 && html`<br />`}${line}`)}</address>
  </div>`;
}
