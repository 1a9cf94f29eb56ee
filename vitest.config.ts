import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { PROJECTS, readProjects } from './testing/projects.ts';

// Each may hold a world, and each world some thirty of the test server's connections.
const WORKERS_MAX = 8;

const files = readProjects(import.meta.dirname);

// Default export: the test runner reads nothing else.
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), WORKERS_MAX),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    teardownTimeout: 15_000,
    projects: PROJECTS.map(({ name }) => ({
      extends: true,
      test: {
        name,
        include: files[name],
        ...(name === 'unit' ? { isolate: false } : { globalSetup: ['testing/cluster.ts'] }),
      },
    })),
  },
});
