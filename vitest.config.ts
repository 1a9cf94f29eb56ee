import { defineConfig } from 'vitest/config';

// Default export: the test runner reads nothing else.
export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/.fairway/**'],
    globalSetup: ['testing/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    teardownTimeout: 15_000,
  },
});
