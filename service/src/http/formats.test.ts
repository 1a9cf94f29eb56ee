import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Amount } from '../../../wire/shapes.ts';
import { InvalidFields } from '../refusals.ts';
import { readAmount } from './amounts.ts';
import { FORMATS, numberText } from './formats.ts';
import { checkOf } from './validation.ts';

function typeOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof InvalidFields) return error.problems.map(({ type }) => type).join();
    throw error;
  }
}

describe('an amount', () => {
  const zeroOrMore = checkOf(Amount({ positive: false }), 'body');
  const positive = checkOf(Amount({ positive: true }), 'body');

  test.each<[unknown, number]>([
    ['10.00', 1000],
    [10, 1000],
    [10.5, 1050],
    ['0', 0],
    [0, 0],
    [-0, 0],
    ['10.000', 1000],
    [999_999.99, 99_999_999],
    ['999999.99', 99_999_999],
    ['999999.990', 99_999_999],
    [0.07, 7],
    [1e5, 10_000_000],
  ])('%j is %i cents', (value, cents) => {
    expect(typeOf(() => zeroOrMore(value))).toBeNull();
    expect(readAmount(value as string | number, 'USD', ['body', 'amount'])).toBe(cents);
  });

  test.each<[unknown, string]>([
    ['1e2', 'decimal_parsing'],
    [' 1', 'decimal_parsing'],
    ['1 ', 'decimal_parsing'],
    ['+1', 'decimal_parsing'],
    ['.5', 'decimal_parsing'],
    ['', 'decimal_parsing'],
    ['1,000', 'decimal_parsing'],
    ['-0', 'decimal_parsing'],
    [-0.01, 'greater_than_equal'],
    ['-0.01', 'greater_than_equal'],
    [1e-7, 'decimal_max_places'],
    [1_000_000, 'less_than_equal'],
    ['999999.991', 'less_than_equal'],
    [1e21, 'less_than_equal'],
    [null, 'decimal_type'],
    [true, 'decimal_type'],
    [[1], 'decimal_type'],
    [{}, 'decimal_type'],
  ])('%j is refused', (value, type) => {
    const found = typeOf(() => {
      zeroOrMore(value);
      readAmount(value as number, 'USD', ['body', 'amount']);
    });
    expect(found).toBe(type);
  });

  test('of 10.005 has a digit that its currency may lack', () => {
    const read = (value: string | number, code: string) =>
      typeOf(() => readAmount(value, code, ['body', 'amount']));
    expect(read(10.005, 'USD')).toBe('decimal_max_places');
    expect(read('10.005', 'USD')).toBe('decimal_max_places');
    expect(read('10.005', 'KWD')).toBeNull();
    expect(read('100.00', 'JPY')).toBeNull();
    expect(read(100.5, 'JPY')).toBe('decimal_max_places');
  });

  test('that must be positive may not be zero in any spelling', () => {
    const types = [0, -0, '0', '0.00', -1].map((value) => typeOf(() => positive(value)));
    expect(types).toEqual(Array(5).fill('greater_than'));
    expect(typeOf(() => positive('0.01'))).toBeNull();
  });

  test('as a number says the same as its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(readAmount(Number(text), 'USD', [])).toBe(cents);
        expect(readAmount(text, 'USD', [])).toBe(cents);
      }),
    );
  });

  test('has no exponent in its text, however large or small', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 });
    fc.assert(
      fc.property(finite, (value) => {
        expect(numberText(value)).toMatch(/^-?\d+(\.\d+)?$/);
      }),
    );
    expect([1e21, 1e-7, 1.5e-9, 0.1, 5].map(numberText)).toEqual([
      '1000000000000000000000',
      '0.0000001',
      '0.0000000015',
      '0.1',
      '5',
    ]);
  });
});

function judged(format: keyof typeof FORMATS, texts: readonly string[]): string[] {
  return texts.filter((text) => FORMATS[format](text));
}

describe('formats accept and refuse', () => {
  test('email addresses', () => {
    const good = [
      'a@b.co',
      'first.last+tag@sub.example.com',
      "o'neil@example.org",
      `${'a'.repeat(64)}@example.com`,
    ];
    const bad = [
      '',
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a@@b.co',
      'a b@c.co',
      '.a@b.co',
      'a.@b.co',
      'a..b@c.co',
      'a@-b.co',
    ];
    const worse = ['a@b..co', 'a@b.co\n', '"a"@b.co', 'a@[127.0.0.1]', 'a@1.2.3.4', `${'a'.repeat(65)}@b.co`];
    const long = `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`;
    expect(judged('email', [...good, ...bad, ...worse, long])).toEqual(good);
  });

  test('ids', () => {
    const good = ['0198c0de-0000-7000-8000-00000000abcd', '0198C0DE-0000-7000-8000-00000000ABCD'];
    expect(judged('uuid', [...good, '', '0198c0de000070008000000000000000', `${good[0]}x`])).toEqual(good);
  });

  test('countries and currencies', () => {
    expect(judged('country', ['US', 'DE', 'XK', 'us', 'UK', 'EU', 'USA', ''])).toEqual(['US', 'DE']);
    expect(judged('currency', ['USD', 'JPY', 'KWD', 'usd', 'XAU', 'DEM', ''])).toEqual(['USD', 'JPY', 'KWD']);
  });

  test('web addresses', () => {
    const good = ['https://shop.example/thanks?x=1', 'http://127.0.0.1:3000/', 'https://münchen.example/'];
    const bad = [
      '',
      '/thanks',
      'shop.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://a.example/',
      '//a.b',
    ];
    const credentials = ['https://user@a.example/', 'https://user:pw@a.example/'];
    const broken = [
      'https://a.example/x\n',
      'https://a.exa\nmple/',
      'https://a;script-src-elem/',
      "https://a'b/",
    ];
    expect(judged('web-url', [...good, ...bad, ...credentials, ...broken])).toEqual(good);
  });

  test('addresses to return to: those of the web, and those of an app', () => {
    const good = [
      'https://shop.example/thanks?x=1',
      'http://127.0.0.1:3000/',
      'myapp://done',
      'com.example.shop://orders/7?paid=1',
    ];
    const bad = [
      ...[
        '',
        '/thanks',
        'thanks',
        '//a.b',
        'javascript:alert(1)',
        'javascript://%0aalert(1)',
        'JavaScript://x',
      ],
      ...['data:text/html,x', 'file:///etc/passwd', 'blob:https://a.example/x', 'myapp:done', 'myapp://'],
      ...[
        'myapp://do\nne',
        'https://user:pw@a.example/',
        'https:a.example',
        'vbscript://x',
        'ws://a.example/',
      ],
    ];
    expect(judged('return-url', [...good, ...bad])).toEqual(good);
  });

  test('origins', () => {
    const good = [
      'https://shop.example',
      'https://Shop.Example',
      'http://localhost:3000',
      'https://shop.example/',
    ];
    const bad = [
      'https://a;script-src-elem',
      "https://a'b",
      'https://*.example',
      'https://shop.example/a',
      'https://shop.example?x',
      'https://a@shop.example',
      '*',
      'null',
      'shop.example',
    ];
    expect(judged('origin', [...good, ...bad, ''])).toEqual(good);
  });

  test('dates and times, as a calendar has them', () => {
    const good = [
      '2026-01-31',
      '2024-02-29',
      '2026-01-31T10:00',
      '2026-01-31T10:00:59.123456Z',
      '2026-01-31T10:00:59.123456789Z',
      '2026-01-31 10:00:00',
    ];
    const zoned = ['2026-01-31T10:00:00+02:00', '2026-01-31T10:00:00-0530'];
    const bad = [
      '',
      'today',
      '2026-1-1',
      '2026-13-01',
      '2026-00-01',
      '2026-01-00',
      '2026-01-32',
      '0000-01-01',
    ];
    const impossible = [
      '2026-02-29',
      '2026-02-30',
      '2026-04-31',
      '2026-02-30T10:00:00Z',
      '2026-01-31T25:00Z',
    ];
    const odd = [
      '2026-01-31T10:00:59.1234567890Z',
      '2026-01-31T',
      '20260131',
      '2026-01-31T10:00:00+99:99',
      '2026-01-31\n',
      '1769860800',
    ];
    expect(judged('iso-date-time', [...good, ...zoned, ...bad, ...impossible, ...odd])).toEqual([
      ...good,
      ...zoned,
    ]);
  });
});
