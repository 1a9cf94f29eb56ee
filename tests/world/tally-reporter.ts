import { appendFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter } from 'vitest/node';

/** One line of the tally: a test that has ended, a test file that has, or the whole run. */
export type TallyLine =
  | { kind: 'test'; project: string; file: string; state: 'passed' | 'failed' | 'skipped' }
  | { kind: 'file'; project: string; file: string; state: 'passed' | 'failed' | 'skipped'; seconds: number }
  | { kind: 'run'; errors: number };

/** Writes down what has ended as it ends, so that it can be counted however the run itself ends. */
export function tallyReporter(target: string): Reporter {
  const write = (line: TallyLine) => appendFileSync(target, `${JSON.stringify(line)}\n`);
  return {
    onTestCaseResult: (test) => {
      const { state } = test.result();
      if (state !== 'pending') write({ kind: 'test', ...placeOf(test.module), state });
    },
    onTestModuleEnd: (module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const seconds = (collectDuration + setupDuration + duration) / 1000;
      const state = module.state();
      if (state !== 'pending' && state !== 'queued')
        write({ kind: 'file', ...placeOf(module), state, seconds });
    },
    onTestRunEnd: (_modules, errors) => write({ kind: 'run', errors: errors.length }),
  };
}

function placeOf(module: { moduleId: string; project: { name: string; config: { root: string } } }): {
  project: string;
  file: string;
} {
  const { name, config } = module.project;
  return { project: name, file: path.relative(config.root, module.moduleId).replaceAll(path.sep, '/') };
}
