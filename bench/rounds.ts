import { type Run, type Spread, spread } from './figures.ts';

const NAME_WIDTH = 30;
const FIGURE_WIDTH = 32;

/** The figures of one round by their names, which tell the unit. */
export type Round = Readonly<Record<string, number>>;

/** Something that is measured round by round. */
export interface Subject {
  measure(seconds: number): Promise<Round>;
  /** Figures over all rounds together. */
  conclude?(): Promise<Round>;
  close(): Promise<void>;
}

/** Measures a subject by itself. */
export async function measureAlone(title: string, subject: Subject, run: Run) {
  const rounds: Round[] = [];
  for (let n = 0; n < run.rounds; n += 1) rounds.push(await subject.measure(run.seconds));
  const overall = (await subject.conclude?.()) ?? {};
  const figures = spreadsOf([...rounds, overall]);
  return { report: [title, ...lines([figures])].join('\n'), figures };
}

function spreadsOf(rounds: readonly Round[]): Record<string, Spread> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries(
    [...names].map((name) => [name, spread(rounds.flatMap((round) => round[name] ?? []))]),
  );
}

function lines(columns: readonly Record<string, Spread>[]): string[] {
  return Object.keys(columns[0]!).map((name) => {
    const figures = columns.map((column) => text(column[name]!).padEnd(FIGURE_WIDTH));
    return `  ${name.padEnd(NAME_WIDTH)}${figures.join('')}`.trimEnd();
  });
}

function text({ min, median, max }: Spread): string {
  return min === max ? digits(median) : `${digits(median)} (${digits(min)} to ${digits(max)})`;
}

function digits(value: number): string {
  const fraction = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return value.toLocaleString('en-US', { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
}
