import { globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Test files that start the service, synthesize the stack or spawn: in processes that run one file after the other. */
const SERVICE_TESTS = [
  'test/e2e/**/*.test.ts',
  'test/clients/*.test.ts',
  'test/stack/{bundle-size,table-access}.test.ts',
  'test/tools/local-stack/**/*.test.ts',
  'test/tools/cli/{halt-command,limit-and-plan-commands,personal-data,platform-command,redrive-local}.test.ts',
  'test/tools/cli/{sign-in-link-command,workspace-command}.test.ts',
  'test/{events,wiring}.test.ts',
];

/**
 * Test files whose mocks or environment would stay in the modules that the next file of the same process uses, or that
 * measure the memory of their process.
 */
const ISOLATED_TESTS = [
  'test/core/api/lazy-responses.test.ts',
  'test/core/table/{client,connections,item-versions,operator-index,schema}.test.ts',
  'test/analytics/store/trend-reads.test.ts',
  'test/tools/cli/erased-files.test.ts',
  'test/tools/local-stack/{objects,public-listener}.test.ts',
  'test/content/link-cards.test.ts',
  'test/publishing/{in-flight-connections,processing-looks,publish-lanes,slow-lane,slow-mentions}.test.ts',
  'test/publishing/{slow-preparation,slow-uploads,video-publishing,video-slots}.test.ts',
];

/**
 * The suite of `npm test`, for a person after each change. It proves the promises: published once, crash points,
 * reconciliation, signed delivery, limits, isolation of workspaces, permissions, the audit chain, the synthesized stack,
 * one journey over HTTP and one in the browser. `npm run test:all` runs every test.
 */
const ESSENTIAL_TESTS = [
  'test/{architecture,modules,wiring,docs-*,docstrings,language,test-files,version}.test.ts',
  'test/core/**/*.test.ts',
  'test/{accounts,analytics,audit,content,duplicates,identity,publishing,webhooks}/rules/**/!(lifecycle|terms).test.ts',
  'test/{analytics,content,labels,media,queues,webhooks}/events/*.test.ts',
  'test/queues/slot-times.test.ts',
  'test/webhooks/delivery/*.test.ts',
  'test/dashboard/*.test.ts',
  'test/platforms/conformance*.test.ts',
  'test/platforms/content-rules.test.ts',
  'test/platforms/kit/http/*.test.ts',
  'test/platforms/*/publish.test.ts',
  'test/media/{images/process-image,files/detect-type,video/real-world-videos}.test.ts',
  'test/stack/{template,policies,stages,monitoring,stream-filter,alarm-semantics}.test.ts',
  'test/tools/{openapi,conformance}/*.test.ts',
  'test/tools/generate/documents.test.ts',
  'test/tools/cli/stack.test.ts',
  'test/e2e/{publishing,dashboard-posts}.test.ts',
  'test/accounts/{accounts,connect,connect-browsers,connect-callback}.test.ts',
  'test/analytics/{analytics,analytics-trends,inbound,inbound-verify,metric-poll-failures}.test.ts',
  'test/analytics/{metric-poll-limits,on-metric-poll-queued}.test.ts',
  'test/app/{on-sweep-due,on-table-change,stream-batches}.test.ts',
  'test/audit/{audit-api,audit-tampering}.test.ts',
  'test/content/{approval,content,content-actions,content-update,schedule,threads}.test.ts',
  'test/endpoints/{foreign-ids,pagination,permissions,round-trips,unmatched}.test.ts',
  'test/identity/{auth,auth-verify,invitation-resend,invitations,key-reroll,key-revocation,key-usage,keys}.test.ts',
  'test/identity/{rate-limiter,request-log,sessions,team}.test.ts',
  'test/media/media.test.ts',
  'test/models/{calendar,people,stale-records}.test.ts',
  'test/publishing/{crash,on-publish-due,on-publish-scheduled,publish-budget,publish-failures}.test.ts',
  'test/publishing/{publish-schedules,recording-after-send,sandbox,thread-interruptions,unconfirmed}.test.ts',
  'test/queues/{queue-moves,queues}.test.ts',
  'test/webhooks/{deliveries,delivery-messages,delivery-requests,on-delivery-queued,webhooks}.test.ts',
];

/** Prove the same rules again with other seeds. `npm run verify` runs them, for a release. */
const SEEDED_TESTS = ['test/models/{calendar,people}-seeds.test.ts'];

/** Run against real servers, by `npm run real`, which installs them. */
const REAL = ['test/real/*.test.ts'];

/** Run against a network with an AppView, by `npm run real -- network`, which installs it. */
const REAL_NETWORK = ['test/real/network/*.test.ts'];

/** Run on the parts of AWS and of platforms that others wrote, by `npm run real -- s3` and the like, which install them. */
const REAL_PARTS = ['test/real/parts/*.test.ts'];

/**
 * More processes run than there are cores: helper threads of V8's garbage collection cost more than they save. The threads
 * of the project `unit` get the flag from `npm test`. Memory is freed later with it: a test that measures memory has none.
 */
const NODE_FLAGS = ['--single-threaded-gc'];

const essential = new Set(globSync(ESSENTIAL_TESTS));
const seeded = new Set(globSync(SEEDED_TESTS));

/** Which files a tier of the tests has. */
const TIERS: Record<string, (file: string) => boolean> = {
  essential: (file) => essential.has(file),
  rest: (file) => !essential.has(file) && !seeded.has(file),
  seeds: (file) => seeded.has(file),
};

/** The tests of a project that run in the tier that `TEST_TIER` names: all without it. */
function inTier(include: string[], exclude: string[]): string[] {
  const excluded = new Set(globSync(exclude));
  const files = globSync(include).filter((file) => !excluded.has(file));
  const tier = process.env.TEST_TIER;
  return tier === undefined ? files : files.filter(TIERS[tier]!);
}

// The processes of the tests, and those that they spawn, load compiled code.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled-modules');

export default defineConfig({
  test: {
    // Silences the functions that run in the test process. The local service writes a log file per function.
    env: { LOG_LEVEL: 'SILENT' },
    // They end a test that hangs. A busy machine is ten times slower, which fails none.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: inTier(
            ['test/**/*.test.ts'],
            [...SERVICE_TESTS, ...ISOLATED_TESTS, ...REAL, ...REAL_NETWORK, ...REAL_PARTS],
          ),
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
          include: inTier(SERVICE_TESTS, ISOLATED_TESTS),
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
          include: inTier(ISOLATED_TESTS, []),
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
      {
        extends: true,
        test: {
          name: 'real-parts',
          include: REAL_PARTS,
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
