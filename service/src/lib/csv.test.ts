import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';

/** Reads one line as RFC 4180 says, without a regard for how it was written. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    let cell = '';
    if (line[at] === '"') {
      for (at += 1; ; at += 1) {
        if (line[at] !== '"') cell += line[at];
        else if (line[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else while (line[at] !== ',' && line[at] !== '\r') cell += line[at++];
    cells.push(cell);
    if (line[at] === '\r') return cells;
    at += 1;
  }
}

describe('a line of a table', () => {
  test.each([
    [['a', 'b c', ''], 'a,b c,\r\n'],
    [['say "hi"', 'one, two', 'three\nfour'], '"say ""hi""","one, two","three\nfour"\r\n'],
    [[null, 0, -5], ',0,-5\r\n'],
    [[{ decimal: '-0.50' }, { decimal: '10.00' }], '-0.50,10.00\r\n'],
    [['é', '漢字'], 'é,漢字\r\n'],
  ])('of %j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  test.each([
    '=1+1',
    '+1',
    '-1',
    '@sum(a1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1',
    '－1',
    '\u0000=1',
    '=cmd|x',
  ])('never calculates %j', (text) => {
    expect(readLine(csvLine([text]))).toEqual([`'${text}`]);
  });

  test('is read back as it was, but for the apostrophe before what would be calculated', () => {
    const cell = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
        const read = readLine(csvLine(cells));
        expect(read.map((text, nth) => (text === `'${cells[nth]}` ? cells[nth] : text))).toEqual(cells);
        expect(read.every((text) => !/^\s*[=+\-@]/.test(text))).toBe(true);
      }),
    );
  });
});
