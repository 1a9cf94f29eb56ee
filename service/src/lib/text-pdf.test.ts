import { expect, test } from 'vitest';
import { textPdf } from './text-pdf.ts';

/** The lines that a document shows, page by page, read by its own table of offsets. */
function pagesOf(pdf: string): string[][] {
  const at = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
  expect(pdf.slice(at)).toMatch(/^xref\n/);
  const offsets = [...pdf.slice(at).matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
  const objects = offsets.map((offset, index) => {
    const object = pdf.slice(offset);
    expect(object.startsWith(`${index + 1} 0 obj\n`)).toBe(true);
    return object.slice(0, object.indexOf('\nendobj'));
  });
  const streams = objects.flatMap((object) => {
    const match = /<< \/Length (\d+) >>\nstream\n/.exec(object);
    if (!match) return [];
    const stream = object.slice(match.index + match[0].length);
    expect(stream.slice(Number(match[1]))).toBe('\nendstream');
    return [stream];
  });
  expect(objects[1]).toContain(`/Count ${streams.length} `);
  return streams.map((stream) =>
    [...stream.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) =>
      line!.replaceAll(/\\(\d{3})/g, (_whole, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      ),
    ),
  );
}

test('a text is shown line by line, in ASCII throughout', () => {
  const pdf = textPdf('Delivered (signed) \\ on Monday\r\n\nZo\u00eb \u2014 10 \u20ac')!;
  expect(pdf).toMatch(/^%PDF-1\.4\n[\n\x20-\x7e]*$/);
  expect(pagesOf(pdf)).toEqual([['Delivered (signed) \\ on Monday', '', 'Zo\u00eb \u0097 10 \u0080']]);
});

test('long lines are broken at blanks and long texts into pages, and nothing is left out', () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`);
  const text = `${words.join(' ')}\n${'x'.repeat(300)}`;
  const pages = pagesOf(textPdf(text)!);
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.flat().every((line) => line.length <= 88)).toBe(true);
  expect(pages.flat().join('').replaceAll(' ', '')).toBe(text.replaceAll(/\s/g, ''));
});

test.each(['\u914d\u9054', 'a\u0000b', '\ud83d\ude00', '\u0391', '\u0081'])(
  '%j is not printed at all',
  (text) => {
    expect(textPdf(`before ${text} after`)).toBeNull();
  },
);
