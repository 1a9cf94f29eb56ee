import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chaptersOf } from '../service/src/contract/reference/reference-guide.ts';
import { filesWithCheck, printedCheck } from './generate-check.ts';

// Whatever a reader copies judges every delivery as the verifiers in docs/webhooks do.

interface Vector {
  name: string;
  secret: string;
  body: string;
  header: string;
  now: number;
  genuine: boolean;
}
interface Printed {
  isGenuine(body: Buffer, header: string | undefined, secret: string | undefined, now?: number): boolean;
}

const textOf = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const { vectors } = JSON.parse(textOf('docs/webhooks/vectors.json')) as { vectors: Vector[] };
const folder = mkdtempSync(path.join(tmpdir(), 'fairway-printed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

// Any check of a signature that a page prints, whatever it looks like.
function printedIn(place: string): string[] {
  if (place !== 'the reference') {
    return [...textOf(place).matchAll(/```(?:js|ts)\n([^]*?)```/g)].map((match) => match[1]!).filter(isCheck);
  }
  const document = { servers: [{ url: 'https://pay.example.com', description: '' }] };
  const html = chaptersOf(document as never).map(({ body }) => body.text);
  return html
    .flatMap((chapter) => [...chapter.matchAll(/<pre><code>([^]*?)<\/code><\/pre>/g)])
    .map((match) => match[1]!.replace(/&([a-z]+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole))
    .filter(isCheck);
}

const isCheck = (sample: string) => sample.includes('timingSafeEqual');

test('the check is printed as docs/webhooks/verify.ts has it', async () => {
  for (const [file, text] of await filesWithCheck()) {
    expect(readFileSync(file, 'utf8'), file.pathname).toBe(text);
    expect(text.includes('isGenuine')).toBe(true);
  }
});

describe.each(['README.md', 'docs/webhooks.md', 'the reference'])('the check that %s prints', (place) => {
  test('stands there once, in the words of the others', async () => {
    const samples = printedIn(place);
    expect(samples).toHaveLength(1);
    expect(samples[0]).toContain(await printedCheck());
    expect(Math.max(...(await printedCheck()).split('\n').map(({ length }) => length))).toBeLessThan(62);
  });

  test('judges every vector rightly', async () => {
    const file = path.join(folder, `${place.replace(/\W/g, '-')}.mjs`);
    writeFileSync(file, printedIn(place)[0]!);
    const { isGenuine } = (await import(/* @vite-ignore */ file)) as Printed;
    const judged = vectors.map(({ name, body, header, secret, now }) => {
      return [name, isGenuine(Buffer.from(body, 'utf8'), header, secret, now)];
    });
    expect(judged).toEqual(vectors.map(({ name, genuine }) => [name, genuine]));
    expect(isGenuine(Buffer.from('{}'), undefined, 'whsec_any')).toBe(false);
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', '').update(`${t}.{}`).digest('hex');
    for (const unset of ['', undefined]) {
      expect(isGenuine(Buffer.from('{}'), `t=${t},v1=${v1}`, unset)).toBe(false);
    }
  });
});
