/** One figure of a process: its name, its labels and what it is now. */
export interface Figure {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SERIES = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)(?: \d+)?$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads figures in the text format of Prometheus; a line that is none is passed over. */
export function readFigures(text: string): Figure[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = SERIES.exec(line) ?? [];
    if (name === undefined || Number.isNaN(Number(value))) return [];
    return [{ name, labels: labelsOf(labels), value: Number(value) }];
  });
}

function labelsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name, unescaped(value)]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_whole, one: string) => (one === 'n' ? '\n' : one));
}

/** The figure of a name that has no labels; undefined when there is none. */
export function figureOf(figures: readonly Figure[], name: string): number | undefined {
  return figures.find((one) => one.name === name)?.value;
}

/** The figures of a name by one of their labels. */
export function figuresBy(figures: readonly Figure[], name: string, label: string): Record<string, number> {
  const own = figures.filter((one) => one.name === name);
  return Object.fromEntries(own.map(({ labels, value }) => [labels[label] ?? '', value]));
}
