import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { makeChannel, makeConnectedMerchant, makeReceiver } from '../world/actors.ts';
import { startWorld, type World } from '../world/world.ts';

const HUNG_MS = 90_000;
const FOLDER = new URL('../../docs/operating/', import.meta.url);
const FIGURE = /\bfairway_[a-z0-9_]+|\bup\b/g;
// What a process serves only once it has happened, each at a moment of its own; the asking itself is what is no operation.
const HAPPENED = [
  'fairway_delivery_attempts_total\\{',
  'fairway_sweep_runs_total\\{',
  'fairway_http_requests_total\\{.*operation="other"',
  'fairway_http_request_seconds_bucket\\{.*operation="other"',
  'fairway_provider_calls_total\\{',
  'fairway_backlog_current 1$',
];
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

interface Panel {
  type: string;
  title: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const dashboard = JSON.parse(readFileSync(new URL('dashboard.json', FOLDER), 'utf8')) as { panels: Panel[] };

let world: World;
let figures: string;
beforeAll(async () => {
  world = await startWorld();
  // So that what is counted by what happens has happened.
  const channel = await makeChannel(world);
  await makeReceiver(world, channel);
  await makeConnectedMerchant(world, channel);
  await vi.waitFor(async () => {
    figures = await (await fetch(`${world.base_url}/metrics`)).text();
    for (const happened of HAPPENED) expect(figures).toMatch(new RegExp(`^${happened}`, 'm'));
  }, HUNG_MS);
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
  for (const { alert, expr } of rules) expectServed(alert, expr);
});

test('every panel of the dashboard draws a figure that is served, by labels that it has', () => {
  const drawn = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(drawn.length).toBeGreaterThan(0);
  for (const { title, targets = [] } of drawn) {
    expect(targets, title).not.toEqual([]);
    for (const { expr, legendFormat } of targets) {
      expectServed(title, expr);
      expectLabels(title, expr, legendFormat);
    }
  }
});

test('the dashboard names no source of its own, and places no panel over another', () => {
  const sources = new Set(dashboard.panels.flatMap(({ datasource }) => datasource?.uid ?? []));
  expect([...sources]).toEqual(['${datasource}']);
  const taken = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)},${y + Math.floor(nth / w)}`),
  );
  expect(new Set(taken).size).toBe(taken.length);
});

// Of those that a process gives its figures: `instance` is Prometheus's own, and `le` a histogram's.
function expectLabels(by: string, expr: string, legend: string): void {
  const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(', '));
  const named = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
  const [figure] = expr.match(/fairway_[a-z0-9_]+/) ?? [''];
  for (const label of [...grouped, ...named].filter((name) => name !== 'instance'))
    expect(figures, `${by} draws ${figure} by ${label}`).toMatch(
      new RegExp(`^${figure}\\{[^}]*\\b${label}="`, 'm'),
    );
}

function expectServed(by: string, expr: string): void {
  const figuresOf = [...expr.matchAll(FIGURE)].map(([name]) => name);
  expect(figuresOf, by).not.toEqual([]);
  for (const name of figuresOf.filter((asked) => asked !== 'up')) {
    const base = name.replace(/_bucket$/, '');
    expect(figures, `${by} asks for ${name}`).toMatch(
      new RegExp(`^# TYPE ${base} ${base === name ? '(gauge|counter)' : 'histogram'}$`, 'm'),
    );
    expect(figures, `${by} asks for ${name}`).toMatch(new RegExp(`^${name}[ {]`, 'm'));
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

test('every alert has a place on the page that says what to do, and the page knows no other', () => {
  const page = readFileSync(new URL('alerts.md', FOLDER), 'utf8');
  const headings = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
