import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = resolve(import.meta.dirname, '..');

// The processes of the tests, and those that they spawn, load compiled code.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled-modules');

/** What counts requests, units or results, however long they take. All others measure time or memory. */
const COUNTS = [
  'evaluation/test/**/*.test.ts',
  'evaluation/measurements/{bucket-cost,capacity,cost,list-cost,page-cost,search-cost}.test.ts',
  'evaluation/measurements/{customers,import-fairness,publish-fairness,queue-fairness}.test.ts',
  'evaluation/measurements/{trend-evaluation,wire-units}.test.ts',
];

/** Takes many minutes, so it runs on demand only. */
const KILLS = 'evaluation/measurements/kills.test.ts';

export default defineConfig({
  root: ROOT,
  test: {
    // Silences the functions that run in the test process. The local service writes a log file per function.
    env: { LOG_LEVEL: 'SILENT' },
    // They end a measurement that hangs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: 'test/prepare-assembly.ts',
    pool: 'forks',
    // A measurement beside another one measures both.
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: 'counts', include: COUNTS, sequence: { groupOrder: 0 } } },
      {
        extends: true,
        test: {
          name: 'times',
          include: ['evaluation/measurements/*.test.ts'],
          exclude: [...COUNTS, KILLS],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'kills', include: process.env.KILLS ? [KILLS] : [], sequence: { groupOrder: 2 } },
      },
    ],
  },
});
