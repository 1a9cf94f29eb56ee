import type { Minor } from '../shapes/money.ts';
import { isObject, type Checker } from './checker.ts';
import { checkMoney } from './money-check.ts';

const ITEMS_MAX = 500;
const NAME_MAX = 127;
const DESCRIPTION_MAX = 127;
const SKU_MAX = 127;
const URL_MAX = 2_048;
const QUANTITY = /^[1-9][0-9]{0,9}$/;
const CATEGORIES = new Set(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']);

interface ItemsPlace {
  at: string;
  currency: string | null;
  /** The breakdown's members in minor units. */
  members: ReadonlyMap<string, Minor>;
}

/** Checks the items of a unit and that the breakdown's totals are theirs. */
export function checkItems(checker: Checker, unit: Record<string, unknown>, place: ItemsPlace): void {
  const items = checker.list(unit, 'items', place.at, { min: 0, max: ITEMS_MAX }) ?? [];
  if (items.length === 0) return;
  const sums = items.map((item, index) =>
    checkItem(checker, item, `${place.at}/items/${index}`, place.currency),
  );
  checkCategories(checker, items, place.at);
  const known = sums.filter((sum) => sum !== null);
  if (known.length < items.length) return;
  const breakdown = `${place.at}/amount/breakdown`;
  compare(checker, {
    field: `${breakdown}/item_total`,
    name: 'ITEM_TOTAL',
    stated: place.members.get('item_total'),
    sum: known.reduce((all, sum) => all + sum.total, 0n),
    needed: true,
  });
  compare(checker, {
    field: `${breakdown}/tax_total`,
    name: 'TAX_TOTAL',
    stated: place.members.get('tax_total'),
    sum: known.reduce((all, sum) => all + (sum.tax ?? 0n), 0n),
    needed: known.some((sum) => sum.tax !== null),
  });
}

function compare(
  checker: Checker,
  total: { field: string; name: string; stated: Minor | undefined; sum: Minor; needed: boolean },
): void {
  if (!total.needed) return;
  if (total.stated === undefined) checker.add(`${total.name}_REQUIRED`, total.field);
  else if (total.stated !== total.sum) checker.add(`${total.name}_MISMATCH`, `${total.field}/value`);
}

function checkItem(
  checker: Checker,
  item: unknown,
  at: string,
  currency: string | null,
): { total: Minor; tax: Minor | null } | null {
  if (!isObject(item)) {
    checker.add('INVALID_PARAMETER_SYNTAX', at);
    return null;
  }
  checker.text(item, 'name', at, { required: true, max: NAME_MAX });
  checker.text(item, 'description', at, { min: 0, max: DESCRIPTION_MAX });
  checker.text(item, 'sku', at, { min: 0, max: SKU_MAX });
  checker.text(item, 'url', at, { max: URL_MAX });
  checker.text(item, 'image_url', at, { max: URL_MAX });
  checker.text(item, 'category', at, { oneOf: CATEGORIES });
  const quantity = checker.text(item, 'quantity', at, { required: true, pattern: QUANTITY });
  const amount = checker.object(item, 'unit_amount', at, true);
  const price = amount
    ? checkMoney(checker, amount, `${at}/unit_amount`, { currency, positive: false })
    : null;
  const taxed = checker.object(item, 'tax', at);
  const tax = taxed ? checkMoney(checker, taxed, `${at}/tax`, { currency, positive: false }) : null;
  if (quantity === undefined || price === null || (taxed && tax === null)) return null;
  return { total: price * BigInt(quantity), tax: tax === null ? null : tax * BigInt(quantity) };
}

function checkCategories(checker: Checker, items: unknown[], at: string): void {
  const categories = new Set(items.map((item) => (isObject(item) ? item['category'] : undefined)));
  if (categories.has('DONATION') && categories.size > 1) {
    checker.add('MULTIPLE_ITEM_CATEGORIES', `${at}/items`);
  }
}
