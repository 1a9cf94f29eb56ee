import { availableParallelism } from 'node:os';
import { type Plugin, defineConfig } from 'vitest/config';
import { COMPILED } from './bin/launch.mjs';
import { PROJECTS, type ProjectName, readProjects } from './tests/world/projects.ts';
import { tallyReporter } from './tests/world/tally-reporter.ts';

// Each may hold a world, and each world some thirty of the test server's connections.
const WORKERS_MAX = 8;
// While one of them waits for what it started, there is work for the processor of another.
const WORKERS_WAITING = 1;
// These end what hangs, and promise nothing: on a machine that is shared with others anything may take a hundred times as
// long as usual. A wait for an event has half of its test's time, so that it is told which one did not come.
const HUNG_MS = 180_000;
const HUNG_WAIT_MS = HUNG_MS / 2;

const WITH_DATABASE = {
  globalSetup: ['tests/world/cluster.ts'],
  setupFiles: ['tests/world/scans/record.ts'],
};

const WITH_BROWSER = {
  ...WITH_DATABASE,
  globalSetup: [...WITH_DATABASE.globalSetup, 'web/common/chromium.fixture.ts'],
};

const files = readProjects(import.meta.dirname);
const tally = process.env.TEST_TALLY;

function settingsOf(name: ProjectName) {
  if (name === 'unit' || name === 'tree') return {};
  return name === 'browser' ? WITH_BROWSER : WITH_DATABASE;
}

// Beside whatever reporter is asked for, which a list of reporters here would give way to.
function counting(target: string): Plugin {
  const reporter = tallyReporter(target);
  return {
    name: 'tally',
    configureVitest: ({ vitest: { config } }) => {
      if (!config.reporters.includes(reporter)) config.reporters.push(reporter);
    },
  };
}

// Default export: the test runner reads nothing else.
export default defineConfig({
  plugins: tally ? [counting(tally)] : [],
  test: {
    pool: 'forks',
    // What files import is loaded once for a worker, and runs warm from the second file on; no test replaces a module.
    isolate: false,
    // By Node itself, as in service: what it compiled is kept, and calls from file to file cost what they do there.
    experimental: { viteModuleRunner: false },
    // Only where a file says so, of tests that wait and do little else.
    maxConcurrency: 20,
    // For the workers and whatever they start.
    env: { NODE_COMPILE_CACHE: COMPILED },
    maxWorkers: Math.min(Math.max(availableParallelism(), 2) + WORKERS_WAITING, WORKERS_MAX),
    testTimeout: HUNG_MS,
    hookTimeout: HUNG_MS,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: HUNG_WAIT_MS } },
    projects: PROJECTS.map(({ name }) => ({
      extends: true,
      test: {
        name,
        include: files[name],
        ...settingsOf(name),
        sequence: { groupOrder: name === 'heard' ? 1 : 0 },
      },
    })),
  },
});
