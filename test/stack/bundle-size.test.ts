import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundleFunctions } from '../../lib/bundle/bundling.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { DOCS_SCRIPT_FILE } from '../../lib/bundle/site-files.ts';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { PLATFORMS } from '../../lib/platforms/platforms.ts';

// Loading code is most of a cold start, so its size has a budget.
const MAX_MEDIAN_BYTES = 264_000;
// The measured sizes in comments are of the largest bundle of each limit; a limit leaves 1 to 3 % of room. Here
// `content/resolve` and `content/update`: 379 and 377 kB, without the parts that are loaded when a request needs them.
const MAX_BYTES = 386_000;
// No caller waits for a worker.
const MAX_BYTES_OF_WORKERS = 418_000;
// `on-table-change`: 452 kB. For usage it prices posts of X by the URLs in their texts.
const MAX_BYTES_OF_STREAM_WORKER = 460_000;
// The adapter of Bluesky computes the ids of its records: 440 kB. `on-workspace-deletion-due`, which also sums usage: 444 kB.
const MAX_BYTES_WITH_RECORD_IDS = 446_000;
// The slow lane publishes on every platform: 483 kB. Nothing that it publishes takes less than seconds.
const MAX_BYTES_OF_SLOW_LANE = 492_000;
// They compute the dates of recurrences, for which the library with its own polyfill takes 176 kB: 602 kB.
const MAX_BYTES_WITH_RECURRENCES = 610_000;
// The step worker creates the items of imports and recurrences as requests do: 791 kB.
const MAX_BYTES_OF_STEP_WORKER = 795_000;
// The MCP server has the handlers of 19 endpoints, computes local times, describes its tools as JSON Schema, and encrypts
// signing secrets: 722 kB.
const MAX_BYTES_OF_MCP_SERVER = 730_000;

// What a request may load besides: all files of a function. `content/update`: 490 kB.
const MAX_BYTES_OF_ALL_FILES = 500_000;
// `on-step-queued` and `mcp`: 810 and 767 kB. The parts create items as requests do.
const MAX_BYTES_OF_ALL_FILES_OF_STEP_WORKER = 830_000;
const MAX_BYTES_OF_ALL_FILES_OF_MCP_SERVER = 770_000;
const HAS_RECORD_IDS = ['on-publish-due/bluesky', 'on-metric-poll-queued', 'on-workspace-deletion-due'];
const VERIFIES_PASSKEYS = ['auth/create-passkey', 'auth/sign-in-with-passkey'];

const SDK = [
  '@aws-sdk/core',
  '@smithy/core',
  '@smithy/node-http-handler',
  '@smithy/signature-v4',
  '@smithy/types',
] as const;
const TABLE = [
  ...SDK,
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/dynamodb-codec',
  '@aws-sdk/lib-dynamodb',
  '@aws-sdk/util-dynamodb',
] as const;
const ENDPOINT = [...TABLE, '@middy/core'] as const;
const SQS = ['@aws-sdk/client-sqs', '@aws-sdk/middleware-sdk-sqs'] as const;
const METRICS = ['@aws-lambda-powertools/commons', '@aws-lambda-powertools/metrics'] as const;

// Without the packages that decode certificates.
const PASSKEYS = ['@hexagon/base64', '@levischuck/tiny-cbor', '@simplewebauthn/server'] as const;

// They render HTML pages.
const PAGES = ['preact', 'preact-render-to-string'] as const;

// They compute the ids of Bluesky's records.
const RECORD_IDS = ['@ipld/dag-cbor', 'cborg', 'multiformats'] as const;
// They compute the instants of local times, of which the slots of queues are some.
const LOCAL_TIMES = ['temporal-polyfill', 'temporal-utils'] as const;
// They compute the dates of recurrences.
const RECURRENCES = [...LOCAL_TIMES, 'rrule-temporal'] as const;

/** What the bundle has that publishes on a platform without a row. */
const PUBLISHING = [...SQS, ...TABLE, ...METRICS, '@aws-sdk/client-kms'] as const;

/** What a worker's bundle has, and an endpoint's besides `ENDPOINT`: `zod` to validate, `punycode` to count texts. */
// biome-ignore format: one row per line is what makes it a table.
const PACKAGES: Record<string, readonly string[]> = {
  'on-delivery-queued':       [...TABLE, ...SQS, ...METRICS, '@aws-sdk/client-kms'],
  'on-email-queued':          [...TABLE, ...SQS, ...METRICS, '@aws-sdk/client-sesv2', '@aws-sdk/signature-v4-multi-region'],
  // It reads the limits of images, which are beside the rules for texts.
  'on-media-queued':          [...TABLE, ...METRICS, ...SQS, 'punycode'],
  'on-metric-poll-queued':    [...TABLE, ...METRICS, '@aws-sdk/client-kms', 'punycode', ...RECORD_IDS],
  'on-metric-polls-due':      [...TABLE, ...SQS],
  'on-publish-due/bluesky':   [...PUBLISHING, 'punycode', ...RECORD_IDS],
  'on-publish-due/slow':      [...PUBLISHING, 'punycode', ...RECORD_IDS],
  'on-publish-due/twitter':   [...PUBLISHING, 'punycode'],
  'on-publish-scheduled':     [...SDK, ...SQS],
  'on-workspace-deletion-due': [...TABLE, '@aws-sdk/client-kms', '@aws-sdk/client-scheduler', 'punycode', ...RECORD_IDS],
  'on-refresh-due':           [...TABLE, '@aws-sdk/client-kms', 'punycode', ...RECORD_IDS],
  'on-schedule-planning-due': [...TABLE, ...METRICS, '@aws-sdk/client-scheduler'],
  'on-site-change':           [...SDK, '@aws-sdk/client-dynamodb', '@aws-sdk/dynamodb-codec'],
  'on-sweep-due':             [...TABLE, ...METRICS, ...SQS],
  'on-step-queued':           [...TABLE, ...METRICS, ...SQS, 'csv-parse', 'csv-stringify', 'zod', 'punycode', ...RECURRENCES],
  'on-table-change':          [...TABLE, ...METRICS, ...SQS, '@aws-sdk/client-scheduler', '@orama/stopwords', 'punycode'],
  'mcp':                      [...ENDPOINT, 'zod', 'punycode', '@aws-sdk/client-kms', ...LOCAL_TIMES],
  'unmatched':                [...TABLE],
  'auth/create-device-code':  ['zod'],
  'auth/create-passkey':      ['zod', '@aws-sdk/client-kms', ...PASSKEYS],
  'auth/sign-in-with-passkey': ['zod', ...PASSKEYS],
  'accounts/create':          ['zod', '@aws-sdk/client-kms'],
  'connect/create':           ['zod', '@aws-sdk/client-kms'],
  'connect/callback':         ['zod', '@aws-sdk/client-kms', ...PAGES],
  'connect/open':             ['zod', '@aws-sdk/client-kms', ...PAGES],
  'connect/confirm':          ['zod', '@aws-sdk/client-kms', ...PAGES],
  'connect/choose':           ['zod', ...PAGES],
  'connect/submit-choice':    ['zod', '@aws-sdk/client-kms', ...PAGES],
  'connect/select':           ['zod', '@aws-sdk/client-kms'],
  'platform-apps/check':      ['zod', '@aws-sdk/client-kms'],
  'platform-apps/set':        ['zod', '@aws-sdk/client-kms'],
  'inbound/receive':          ['zod', '@aws-sdk/client-kms'],
  'inbound/verify':           ['zod', '@aws-sdk/client-kms'],
  'webhooks/create':          ['zod', '@aws-sdk/client-kms'],
  'webhooks/rotate-secret':   ['zod', '@aws-sdk/client-kms'],
  'webhooks/test':            ['zod', '@aws-sdk/client-kms'],
  'content/approve':          ['zod', 'punycode'],
  'content/create':           ['zod', 'punycode', ...LOCAL_TIMES],
  'content/request-changes':  ['zod', 'punycode'],
  'content/submit':           ['zod', 'punycode'],
  'content/withdraw':         ['zod', 'punycode'],
  'content/resolve':          ['zod', 'punycode', '@aws-sdk/client-kms'],
  'content/update':           ['zod', 'punycode', ...LOCAL_TIMES],
  'content/validate':         ['zod', 'punycode', ...LOCAL_TIMES],
  'schedule/create':          ['zod', 'punycode', ...LOCAL_TIMES],
  'schedule/update':          ['zod', 'punycode', ...LOCAL_TIMES],
  'content/get':              ['punycode'],
  'content/retry':            ['zod', 'punycode'],
  'calendar-feeds/show':      ['zod', 'ical-generator'],
  'review/show':              ['zod', 'punycode', ...PAGES],
  'review/respond':           ['zod', 'punycode', ...PAGES],
  'platforms/list':           ['punycode'],
  'problems/get':             [...PAGES],
  'problems/list':            [...PAGES],
  'queues/update':            ['zod', ...LOCAL_TIMES],
  'queues/list-slots':        ['zod', ...LOCAL_TIMES],
  'queues/list':              ['zod', ...LOCAL_TIMES],
  'queues/get':               [...LOCAL_TIMES],
  'queues/create':            ['zod', ...LOCAL_TIMES],
  'recurrences/create':       ['zod', 'punycode', ...RECURRENCES],
  'recurrences/update':       ['zod', 'punycode', ...RECURRENCES],
  'recurrences/get':          [...RECURRENCES],
  'recurrences/list':         ['zod', ...RECURRENCES],
  'recurrences/delete':       ['zod', ...RECURRENCES],
  'recurrences/preview':      ['zod', ...RECURRENCES],
  'sandbox/get-post':         [...PAGES],
  'usage/get':                ['zod', 'csv-stringify'],
};

/** The packages that the bundle of a function is to have. An endpoint without a row validates a query or a body, or nothing. */
function expectedPackages(name: string): string[] {
  const operation = allEndpoints().find(([id]) => id.replace('.', '/') === name)?.[1];
  if (!operation) return [...(PACKAGES[name] ?? PUBLISHING)].sort();
  const isValidated = Object.keys(operation.query.shape).length > 0 || typeof operation.body === 'object';
  return [...ENDPOINT, ...(PACKAGES[name] ?? (isValidated ? ['zod'] : []))].sort();
}

/** The files of code of a function: what it always loads, and the parts that a request loads. */
function filesOf(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  return names.map((name) => join(folder, name));
}

/** The bytes of all files of code of a function. */
function countBytes(folder: string): number {
  return filesOf(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** The code of all files of a function. */
function readCode(folder: string): string {
  return filesOf(folder)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** The platforms whose adapters are in the files of a function, by their source maps. */
function bundledAdapters(name: string): string[] {
  const sources = filesOf(folders.get(name)!).flatMap((file) => {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] };
    return map.sources;
  });
  const folderOf = (source: string) => /\/lib\/platforms\/([^/]+)\/adapter\//.exec(source)?.[1];
  return PLATFORMS.filter((platform) => sources.some((source) => folderOf(source) === platform));
}

const TEXT_OF_THE_RENDERER = 'styled-components';

const folders = bundleFunctions();
const bundles = allEndpoints().map(([id]): [string, string] => [id, folders.get(id.replace('.', '/'))!]);

describe('the bundles of the endpoints', () => {
  it(`have a median of at most ${MAX_MEDIAN_BYTES} bytes`, () => {
    const sizes = bundles
      .map(([, folder]) => statSync(join(folder, 'index.js')).size)
      .sort((one, other) => one - other);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_BYTES);
  });

  it(`have at most ${MAX_BYTES} bytes, and more only where they are workers, compute record ids or recurrences, run steps, publish everywhere or serve agents`, () => {
    const sizes = [...folders].map(([name, folder]) => [name, statSync(join(folder, 'index.js')).size] as const);
    const maxOf = (name: string) => {
      if (name === 'on-publish-due/slow') return MAX_BYTES_OF_SLOW_LANE;
      if (name === 'on-table-change') return MAX_BYTES_OF_STREAM_WORKER;
      if (name === 'on-step-queued') return MAX_BYTES_OF_STEP_WORKER;
      if (name.startsWith('recurrences/')) return MAX_BYTES_WITH_RECURRENCES;
      if (name === 'mcp') return MAX_BYTES_OF_MCP_SERVER;
      if (HAS_RECORD_IDS.includes(name)) return MAX_BYTES_WITH_RECORD_IDS;
      return name.startsWith('on-') ? MAX_BYTES_OF_WORKERS : MAX_BYTES;
    };
    expect(sizes.filter(([name, size]) => size > maxOf(name))).toEqual([]);
  });

  it(`have at most ${MAX_BYTES_OF_ALL_FILES} bytes with the parts that a request loads, and more only where they have no parts, run steps or serve agents`, () => {
    const maxOf = (name: string) => {
      if (name === 'on-step-queued') return MAX_BYTES_OF_ALL_FILES_OF_STEP_WORKER;
      return name === 'mcp' ? MAX_BYTES_OF_ALL_FILES_OF_MCP_SERVER : MAX_BYTES_OF_ALL_FILES;
    };
    const withParts = [...folders].filter(([, folder]) => filesOf(folder).length > 1);
    const sizes = withParts.map(([name, folder]) => [name, countBytes(folder)] as const);
    expect(sizes.filter(([name, size]) => size > maxOf(name))).toEqual([]);
    expect(sizes.map(([name]) => name)).toContain('content/update');
  });

  it('hold the npm packages that their function needs and no others', () => {
    const packages = JSON.parse(readFileSync(join(folders.get('unmatched')!, '../packages.json'), 'utf8'));
    expect(packages).toEqual(Object.fromEntries([...folders.keys()].map((name) => [name, expectedPackages(name)])));
  });

  it('hold no renderer of the documentation, in no file of any function but the one that uploads it', () => {
    const files = [...folders.values()].flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [join(folder, entry.name)] : [],
      ),
    );
    const readText = (file: string) => {
      const bytes = readFileSync(file);
      return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    };
    expect(readText(DOCS_SCRIPT_FILE)).toContain(TEXT_OF_THE_RENDERER);
    expect(files.filter((file) => readText(file).includes(TEXT_OF_THE_RENDERER))).toEqual([]);
  });

  it('hold no schema of a field that their request does not have', () => {
    const without = (message: string) =>
      bundles.filter(([, folder]) => !readCode(folder).includes(message)).map(([id]) => id);
    const small = [
      'accounts.list',
      'content.approve',
      'content.list',
      'keys.list',
      'schedule.create',
      'team.list-members',
    ];
    expect(without('Must be an email address.')).toEqual(expect.arrayContaining(small));
    expect(without('Must be an https URL.')).toEqual(expect.arrayContaining(small));
    expect(without('Required unless media_id is given.')).toEqual(expect.arrayContaining(small));
    expect(without('Must be an email address.')).not.toContain('team.invite');
    expect(without('Required unless media_id is given.')).not.toContain('content.create');
  });

  it('have no library that may call the fetch of the runtime', () => {
    const texts = [...folders].map(([name, folder]) => [name, readCode(folder)] as const);
    expect(texts.filter(([, text]) => text.includes('globalThis.fetch')).map(([name]) => name)).toEqual([]);
    const replaced = texts.filter(([, text]) => text.includes('Libraries have no access to the network.'));
    expect(replaced.map(([name]) => name).sort()).toEqual(VERIFIES_PASSKEYS);
  });

  // `import('node:http')` reads every export of the module, and the one named WebSocket loads an HTTP client.
  it('load modules of Node.js without import(), in every function', () => {
    const files = [...folders.values()].flatMap(filesOf);
    const found = files.filter((file) => /\bimport\(["'`]/.test(readFileSync(file, 'utf8')));
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(bundles.length);
  });

  it('hold the declaration of their own endpoint and of no other', () => {
    const summaries = allEndpoints().map(([, { summary }]) => summary);
    for (const [id, folder] of bundles) {
      const source = readCode(folder);
      const held = allEndpoints().filter(([, { summary }]) => source.includes(JSON.stringify(summary)));
      expect(held.map(([each]) => each)).toEqual([id]);
    }
    expect(new Set(summaries).size).toBe(summaries.length);
  });
});

describe('the adapters in a bundle', () => {
  it.each(PLATFORMS)('that publishes on %s are its own and no other', (platform) => {
    expect(bundledAdapters(`on-publish-due/${platform}`)).toEqual([platform]);
  });

  it.each(['on-publish-due/slow', 'on-metric-poll-queued', 'on-refresh-due', 'connect/callback'])(
    'of %s are those of all platforms',
    (name) => {
      expect(bundledAdapters(name)).toEqual(
        PLATFORMS.filter((platform) => name !== 'connect/callback' || CONNECTORS[platform]),
      );
    },
  );
});
