import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Test files that start the service, synthesize the stack or spawn: in processes that run one file after the other. */
const SERVICE_TESTS = [
  'test/e2e/**/*.test.ts',
  'test/stack/{bundle-size,table-access}.test.ts',
  'test/tools/local-stack/**/*.test.ts',
  'test/tools/cli/{limit-and-plan-commands,personal-data,platform-command,redrive-local,workspace-command}.test.ts',
  'test/{architecture,events,wiring}.test.ts',
];

/**
 * Test files whose mocks or environment would stay in the modules that the next file of the same process uses, or that
 * measure the memory of their process.
 */
const ISOLATED_TESTS = [
  'test/core/api/lazy-responses.test.ts',
  'test/functions/{slow-preparation,video-publishing}.test.ts',
  'test/core/table/{client,item-versions,schema}.test.ts',
  'test/analytics/store/trend-reads.test.ts',
  'test/tools/local-stack/objects.test.ts',
];

/** Run against real servers, by `npm run real`, which installs them. */
const REAL = ['test/real/*.test.ts'];

/** Run against a network with an AppView, by `npm run real -- network`, which installs it. */
const REAL_NETWORK = ['test/real/network/*.test.ts'];

/**
 * More processes run than there are cores: helper threads of V8's garbage collection cost more than they save. The threads
 * of the project `unit` get the flag from `npm test`. Memory is freed later with it: a test that measures memory has none.
 */
const NODE_FLAGS = ['--single-threaded-gc'];

// The processes of the tests, and those that they spawn, load compiled code.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled-modules');

export default defineConfig({
  test: {
    // Silences the functions that run in the test process. The local service writes a log file per function.
    env: { LOG_LEVEL: 'SILENT' },
    // They end a test that hangs. A busy machine is ten times slower, which fails none.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...SERVICE_TESTS, ...ISOLATED_TESTS, ...REAL, ...REAL_NETWORK],
          // The modules under test load once per thread: loading them once per file takes longer than the tests.
          pool: 'threads',
          isolate: false,
          // The projects of a group share their workers, and must name the same number.
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: SERVICE_TESTS,
          exclude: ISOLATED_TESTS,
          globalSetup: 'test/prepare-assembly.ts',
          pool: 'forks',
          isolate: false,
          // These files mostly wait for a process, so more of them than cores run at the same time.
          maxWorkers: 4,
          execArgv: NODE_FLAGS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ISOLATED_TESTS,
          pool: 'forks',
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: REAL,
          globalSetup: 'test/prepare-assembly.ts',
          pool: 'forks',
          // Each file has a service and a server of its own, with a gigabyte of memory.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'real-network',
          include: REAL_NETWORK,
          globalSetup: 'test/prepare-assembly.ts',
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
