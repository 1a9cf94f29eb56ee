import { describe, expect, it } from 'vitest';
import { chooseLocale } from '../locales/choose.ts';
import { pathsBelow } from '../shell/paths.ts';
import { wayOn } from './way-on.ts';

const ID = `cs_${'a'.repeat(27)}`;
const paths = pathsBelow('https://pay.example.com/pay-here');
const locale = chooseLocale(null, undefined);

const wayFrom = (url: string, params: object, query: object = {}) =>
  wayOn({ params, query, routeOptions: { url } as never }, paths, locale);

describe('whose page could not be answered', () => {
  it.each([
    ['/checkout/:id', {}, {}, `/pay-here/checkout/${ID}`],
    ['/checkout/:id/pay', {}, {}, `/pay-here/checkout/${ID}`],
    ['/checkout/:id/return', {}, { token: 'O1' }, `/pay-here/checkout/${ID}/return?token=O1`],
    ['/checkout/:id/return', {}, { approval_token_id: 'T1' }, `/pay-here/checkout/${ID}/return?token=T1`],
    [
      '/checkout/:id/orders/:order/capture',
      { order: 'O/1' },
      {},
      `/pay-here/checkout/${ID}/return?token=O%2F1`,
    ],
  ])('goes on from %s by a link', (url, params, query, way) => {
    expect(wayFrom(url, { id: ID, ...params }, query)).toBe(way);
  });

  it('goes nowhere from a frame, or from what is no session', () => {
    expect(wayFrom('/embed/:id', { id: ID })).toBeNull();
    expect(wayFrom('/checkout/:id', { id: 'cs_1' })).toBeNull();
    expect(wayFrom('/owner', {})).toBeNull();
  });

  it('keeps the language that was asked for', () => {
    const asked = chooseLocale('de', undefined);
    const way = wayOn(
      { params: { id: ID }, query: {}, routeOptions: { url: '/checkout/:id' } as never },
      paths,
      asked,
    );
    expect(way).toBe(`/pay-here/checkout/${ID}?locale=de`);
  });
});
