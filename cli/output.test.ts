import { describe, expect, test } from 'vitest';
import { tableOf } from './output.ts';

const HEADINGS = ['raised', 'event', 'state', 'next try'];
const ROWS = [
  ['10:00', 'evt_1', 'delivered', '-'],
  ['11:00', 'evt_22', 'pending', '11:05'],
];

describe('a table', () => {
  test('has a line for each row where there is room for it', () => {
    expect(tableOf(HEADINGS, ROWS, 35)).toBe(
      [
        'raised  event   state      next try',
        '10:00   evt_1   delivered  -',
        '11:00   evt_22  pending    11:05',
      ].join('\n'),
    );
  });

  test('goes on in a line of its own with the columns that a terminal has no room for', () => {
    expect(tableOf(HEADINGS, ROWS, 27)).toBe(
      [
        ...['raised  event   state', '  next try'],
        ...['10:00   evt_1   delivered', '  -'],
        ...['11:00   evt_22  pending', '  11:05'],
      ].join('\n'),
    );
  });

  test('cuts no cell, however narrow the terminal is', () => {
    expect(tableOf(HEADINGS, ROWS, 1).split('\n').slice(4, 8)).toEqual([
      '10:00',
      '  evt_1',
      '  delivered',
      '  -',
    ]);
  });
});
