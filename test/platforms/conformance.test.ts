import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { PublishOutcome } from '../../lib/platforms/publisher.ts';
import { SCRIPT_NAMES, type ScriptName } from '../../tools/simulator/fault-scripts.ts';
import { FIXTURES } from './fixtures.ts';
import {
  ACCOUNTS,
  makeConnection,
  makePost,
  makePreparation,
  publish,
  startCannedServer,
  startRefusingServer,
  startServer,
  startSimulator,
  TOKEN,
} from './platforms.ts';

type OutcomeName = PublishOutcome['outcome'];

interface Expectation {
  outcome: OutcomeName;
  /** How many posts the ledger holds afterwards: never more than one. */
  posts: 0 | 1;
  category?: string;
  code?: string;
}

const EXPECTED: Record<ScriptName, Expectation> = {
  ok: { outcome: 'published', posts: 1 },
  ok_then_drop: { outcome: 'unknown', posts: 1, category: 'platform' },
  drop_before_effect: { outcome: 'unknown', posts: 0, category: 'platform' },
  hang: { outcome: 'unknown', posts: 1, category: 'platform' },
  '500_after_effect': { outcome: 'unknown', posts: 1, category: 'platform' },
  '500_before_effect': { outcome: 'unknown', posts: 0, category: 'platform' },
  '429': { outcome: 'retry', posts: 0, category: 'rate_limit' },
  '401_expired': { outcome: 'rejected', posts: 0, category: 'auth', code: 'unauthorized' },
  duplicate: { outcome: 'rejected', posts: 0, category: 'content', code: 'duplicate_content' },
  '402': { outcome: 'rejected', posts: 0, category: 'platform' },
  '426': { outcome: 'rejected', posts: 0, category: 'platform' },
  '201_without_id': { outcome: 'unknown', posts: 1, category: 'platform' },
  html_502: { outcome: 'unknown', posts: 1, category: 'platform' },
  truncated_json: { outcome: 'unknown', posts: 1, category: 'platform' },
  drip: { outcome: 'unknown', posts: 1, category: 'platform' },
  wrong_content_type: { outcome: 'published', posts: 1 },
};

/** These two last until the deadline. */
const ENDLESS: string[] = ['hang', 'drip'];
const SHORT_MS = 1_500;

describe.each(PLATFORMS)('%s', (platform) => {
  const publisher = PUBLISHERS[platform];
  const account = ACCOUNTS[platform];
  const post = makePost(platform);
  const send = (origin: string, deadlineMs?: number) =>
    publisher.send(post, FIXTURES[platform].prepared, account, makeConnection(origin, deadlineMs));

  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(SCRIPT_NAMES)('classifies the script %s and leaves at most one post', async (script) => {
    const expected: Expectation = { ...EXPECTED[script], ...FIXTURES[platform].exceptions?.[script] };
    const { outcome, posts, category, code } = expected;
    await using simulator = await startSimulator();
    const connection = simulator.connection(platform);
    const prepared = await publisher.prepare(post, account, connection, makePreparation());
    if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));

    await simulator.script(platform, script);
    const deadlineMs = ENDLESS.includes(script) ? SHORT_MS : connection.deadlineMs;
    const sent = await publisher.send(post, prepared.preparation, account, { ...connection, deadlineMs });

    expect(sent.outcome).toBe(outcome);
    if (sent.outcome === 'published') expect(sent.platformPostId).toBe((await simulator.posts())[0]?.id);
    else expect(sent.error.retryable).toBe(sent.outcome === 'retry');
    if (category !== undefined) {
      expect(sent).toMatchObject({ error: { category } });
    }
    if (code !== undefined) expect(sent).toMatchObject({ error: { code } });
    expect(await simulator.posts()).toHaveLength(posts);
  });

  it('says after a 429 when the limit ends', async () => {
    await using simulator = await startSimulator();
    await simulator.script(platform, '429');
    const outcome = await publish(platform, simulator.connection(platform));
    expect(outcome).toMatchObject({ outcome: 'retry', retryAfterSeconds: expect.any(Number) });
    expect(outcome.outcome === 'retry' && outcome.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('posts once when it was prepared twice', async () => {
    await using simulator = await startSimulator();
    await publisher.prepare(post, account, simulator.connection(platform), makePreparation());
    expect(await publish(platform, simulator.connection(platform))).toMatchObject({ outcome: 'published' });
    expect(await simulator.posts()).toHaveLength(1);
  });

  it.skipIf(FIXTURES[platform].allowsDuplicates)(
    'names a post that is on the platform already a duplicate',
    async () => {
      await using simulator = await startSimulator();
      await publish(platform, simulator.connection(platform));
      expect(await publish(platform, simulator.connection(platform))).toMatchObject({
        outcome: 'rejected',
        error: { code: 'duplicate_content', category: 'content' },
      });
      expect(await simulator.posts()).toHaveLength(1);
    },
  );

  it('retries when the connection is refused: nothing was sent', async () => {
    expect(await send(await startRefusingServer())).toMatchObject({
      outcome: 'retry',
      error: { code: 'unreachable', retryable: true },
      retryAfterSeconds: null,
    });
  });

  it('retries when the name does not resolve', async () => {
    expect(await send('http://nowhere.invalid')).toMatchObject({
      outcome: 'retry',
      error: { code: 'unreachable' },
    });
  });

  it('retries when TLS fails, and has not shown the token to the other side', async () => {
    let received = '';
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
        socket.end('not TLS');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const outcome = await send(`https://127.0.0.1:${port}`);
    await new Promise((resolve) => server.close(resolve));
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'unreachable' } });
    expect(received).not.toBe('');
    expect(received).not.toContain(TOKEN);
  });

  it('returns an unknown outcome for a post whose response is longer than 4 MiB', async () => {
    await using server = await startCannedServer(201, ' '.repeat(4 * 1024 * 1024 + 1));
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_answer' } });
  });

  it('returns an unknown outcome for a post whose response is incomplete JSON', async () => {
    await using server = await startCannedServer(201, '{"data":{"id":"14455');
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });

  it('returns an unknown outcome for an id that is longer than any of the platform', async () => {
    const id = '1'.repeat(40);
    await using server = await startCannedServer(201, { id, data: { id } }, { 'x-restli-id': `urn:li:share:${id}` });
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });

  it('does not decompress', async () => {
    const bytes = gzipSync('{"id":"1","data":{"id":"1"}}');
    await using server = await startServer((request, response) => {
      const accepted = request.headers['accept-encoding'] === 'identity';
      response.writeHead(accepted ? 201 : 400, { 'content-encoding': 'gzip' }).end(bytes);
    });
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown', error: { code: 'no_id' } });
  });

  it('does not follow a redirect', async () => {
    await using server = await startServer((_request, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown' });
    expect(server.urls).toHaveLength(1);
    expect(server.urls[0]).not.toBe('/elsewhere');
  });

  it('does not repeat a request that failed after it was sent', async () => {
    await using server = await startServer((_request, response) => response.destroy());
    expect(await send(server.origin)).toMatchObject({ outcome: 'unknown' });
    expect(server.urls).toHaveLength(1);
  });

  it('keeps the token out of urls, and out of errors when the platform echoes it', async () => {
    await using server = await startServer((request, response) => {
      const said = `Bad token: ${request.headers.authorization}`;
      response.writeHead(400).end(JSON.stringify({ detail: said, message: said, error: { message: said } }));
    });
    const outcome = await send(server.origin);
    expect(outcome).toMatchObject({
      outcome: 'rejected',
      error: { message: expect.stringContaining('[token]') },
    });
    expect(JSON.stringify(outcome)).not.toContain(TOKEN);
    expect(server.urls.join()).not.toContain(TOKEN);
  });
});
