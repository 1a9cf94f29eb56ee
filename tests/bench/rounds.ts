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

/** Measures two subjects of the same kind in turn, each beginning every second round, so that a machine whose speed
 *  drifts slows both. The ratio is of the two figures of one round, ours by the other. */
export async function compare(
  title: string,
  of: { ours: Subject; other: Subject; otherName: string },
  run: Run,
): Promise<string> {
  const ours: Round[] = [];
  const other: Round[] = [];
  const one = async () => ours.push(await of.ours.measure(run.seconds));
  const two = async () => other.push(await of.other.measure(run.seconds));
  for (let n = 0; n < run.rounds; n += 1) {
    for (const measure of n % 2 === 0 ? [one, two] : [two, one]) await measure();
  }
  const [oursOverall, otherOverall] = await Promise.all([of.ours.conclude?.(), of.other.conclude?.()]);
  ours.push(oursOverall ?? {});
  other.push(otherOverall ?? {});
  const ratios = ours.map((round, n) => ratioOf(round, other[n]!));
  const head = ['', 'ours', of.otherName].map((text, column) =>
    text.padEnd(column === 0 ? NAME_WIDTH : FIGURE_WIDTH),
  );
  const columns = [ours, other, ratios].map(spreadsOf);
  return [title, `  ${head.join('')}ratio`, ...lines(columns)].join('\n');
}

function ratioOf(ours: Round, other: Round): Round {
  return Object.fromEntries(Object.entries(ours).map(([name, value]) => [name, value / other[name]!]));
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
