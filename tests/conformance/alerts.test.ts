import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeChannel, makeConnectedMerchant } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';

const FOLDER = new URL('../../docs/operating/', import.meta.url);
const OWN = /fairway_[a-z0-9_]+/g;
const SELECTOR = /(fairway_[a-z0-9_]+)\{([^}]*)\}/g;

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const rules = (
  parse(readFileSync(new URL('alerts.yml', FOLDER), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);

let world: World;
let figures: string;
beforeAll(async () => {
  world = await startWorld();
  // So that what is counted by what happens has happened.
  await makeConnectedMerchant(world, await makeChannel(world));
  figures = await (await fetch(`${world.base_url}/metrics`)).text();
});
afterAll(() => world.close());

test('the rules parse, and each says how bad it is and what it is about', () => {
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) {
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Fairway[A-Za-z]+$/),
      expr: expect.any(String),
      ...(rule.for === undefined ? {} : { for: expect.stringMatching(/^\d+[mh]$/) }),
      labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
      annotations: { summary: expect.stringMatching(/\.$/) },
    });
    const count = (sign: string) => rule.expr.split(sign).length;
    for (const [opens, closes] of ['()', '{}', '[]']) expect(count(opens!)).toBe(count(closes!));
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('every figure that a rule asks for is served, with the labels and values that it asks by', () => {
  for (const { alert, expr } of rules) {
    for (const [name] of expr.matchAll(OWN)) {
      expect(figures, `${alert} asks for ${name}`).toMatch(
        new RegExp(`^# TYPE ${name} (gauge|counter)$`, 'm'),
      );
      expect(figures, `${alert} asks for ${name}`).toMatch(new RegExp(`^${name}[ {]`, 'm'));
    }
    for (const [, name, matchers] of expr.matchAll(SELECTOR)) {
      for (const [, label, sign, value] of matchers!.matchAll(/([a-z_]+)(=~|!=|=)"([^"]*)"/g)) {
        expect(figures, `${name} by ${label}`).toMatch(new RegExp(`^${name}\\{[^}]*${label}="`, 'm'));
        // Of how a run ends and what a provider answers not everything has happened here.
        const isFixed = sign !== '=~' && label !== 'end';
        if (isFixed) expect(figures).toMatch(new RegExp(`^${name}\\{[^}]*${label}="${value}"`, 'm'));
      }
    }
  }
});

test('every alert has a place on the page that says what to do, and the page knows no other', () => {
  const page = readFileSync(new URL('alerts.md', FOLDER), 'utf8');
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
