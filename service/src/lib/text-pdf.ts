/** Text as a document of A4 pages. Null when it holds a character that the document's own letters do not have: those of
 *  Western Europe. Nothing of it is ever left out. */
export function textPdf(text: string): string | null {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n').flatMap(wrap);
  const coded = lines.map(codeOf);
  if (coded.some((line) => line === null)) return null;
  const pages = chunk(coded as string[], LINES_PER_PAGE);
  return documentOf(pages.map(pageContent));
}

const LINE_LENGTH = 88;
const LINES_PER_PAGE = 54;
const FONT_POINTS = 10;
const LEADING_POINTS = 14;
const LEFT_POINTS = 32;
const TOP_POINTS = 800;
const PAGE_BOX = '[0 0 595 842]';

// Where this encoding of the letters differs from Unicode below 256.
const BEYOND_LATIN = new Map(
  Object.entries({
    '\u20ac': 0x80,
    '\u2026': 0x85,
    '\u2018': 0x91,
    '\u2019': 0x92,
    '\u201c': 0x93,
    '\u201d': 0x94,
    '\u2022': 0x95,
    '\u2013': 0x96,
    '\u2014': 0x97,
    '\u2122': 0x99,
    '\u0160': 0x8a,
    '\u0161': 0x9a,
    '\u0152': 0x8c,
    '\u0153': 0x9c,
    '\u017d': 0x8e,
    '\u017e': 0x9e,
  }),
);

function wrap(line: string): string[] {
  const wrapped: string[] = [];
  let rest = line;
  while (rest.length > LINE_LENGTH) {
    const space = rest.lastIndexOf(' ', LINE_LENGTH);
    const at = space > 0 ? space : LINE_LENGTH;
    wrapped.push(rest.slice(0, at));
    rest = rest.slice(space > 0 ? at + 1 : at);
  }
  return [...wrapped, rest];
}

// ASCII as it is, everything else by its octal code, so that the document is ASCII throughout.
function codeOf(line: string): string | null {
  let coded = '';
  for (const character of line) {
    const code = BEYOND_LATIN.get(character) ?? character.codePointAt(0)!;
    const isPrinted = (code >= 0x20 && code <= 0x7e) || BEYOND_LATIN.has(character) || isLatin(code);
    if (!isPrinted) return null;
    const isPlain = code <= 0x7e && !'()\\'.includes(character);
    coded += isPlain ? character : `\\${code.toString(8).padStart(3, '0')}`;
  }
  return coded;
}

function isLatin(code: number): boolean {
  return code >= 0xa0 && code <= 0xff;
}

function pageContent(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line}) Tj T*`).join('\n');
  return `BT /F1 ${FONT_POINTS} Tf ${LEADING_POINTS} TL ${LEFT_POINTS} ${TOP_POINTS} Td\n${shown}\nET`;
}

function documentOf(contents: readonly string[]): string {
  const pageIds = contents.map((_, index) => 4 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${contents.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox ${PAGE_BOX} /Contents ${pageIds[index]! + 1} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  return written(objects);
}

function written(objects: readonly string[]): string {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return (
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  );
}

function chunk<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size));
  return chunks;
}
