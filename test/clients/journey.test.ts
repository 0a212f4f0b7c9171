import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { useRunningService } from '../e2e/running-service.ts';
import { COMMAND_LINE } from './command-line.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { isInstalled, LANGUAGES, prepareLanguage, runProgram } from './languages.ts';

// Each library, and the command line, behind a connection that loses more than half of the responses. The programs are in
// `programs/`.

const ALL = [...LANGUAGES, COMMAND_LINE];
const IMAGE = join(import.meta.dirname, '../media/samples/hopper.jpg');

describe('a journey through a faulty connection', () => {
  const { service } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'client-journeys-'));
  let proxies: FaultyProxy[] = [];

  beforeAll(async () => {
    proxies = await Promise.all(ALL.map(() => startFaultyProxy(service.port)));
  });

  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()));
    rmSync(folder, { recursive: true, force: true });
  });

  describe.concurrent.each(ALL)('of $name', (language) => {
    test.skipIf(!isInstalled(language))('publishes exactly 100 of 100 posts, and completes every step', async () => {
      const proxy = proxies[ALL.indexOf(language)]!;
      const own = join(folder, language.name);
      await prepareLanguage(language, own);
      const { client_id, client_secret } = service.credentials;
      const printed = await runProgram(language, {
        folder: own,
        file: `journey.${language.extension}`,
        args: ['journey'],
        env: {
          BASE_URL: `${proxy.origin}/v1`,
          CLIENT_ID: client_id,
          CLIENT_SECRET: client_secret,
          CIS_BASE_URL: `${proxy.origin}/v1`,
          CIS_CLIENT_ID: client_id,
          CIS_CLIENT_SECRET: client_secret,
          RECEIVER: `${service.url}/_inbox/${language.name}`,
          IMAGE,
        },
      });
      expect(JSON.parse(printed)).toEqual({
        workspace: expect.stringMatching(/^ws_/),
        // Without a terminal, the command line shows none.
        ...(language !== COMMAND_LINE && { progress: true }),
        listed: 100,
        distinct: 100,
        same: true,
        scheduled: 'scheduled',
        stale: 'precondition_failed',
        published: 'published',
        missing: ['not_found', false, 'req_'],
        event: expect.stringMatching(/^content\.created$/),
      });
      expect(await countPosts(`${language.name} post `)).toBe(100);
      for (const count of Object.values(proxy.faults)) expect(count).toBeGreaterThan(5);
    });
  });

  /** Wait until the posts are published, and count them on the simulated platform. */
  async function countPosts(prefix: string): Promise<number> {
    const posts = async () => {
      const response = await fetch(`${service.url}/_simulator/posts`);
      return (await response.text()).split(prefix).length - 1;
    };
    await vi.waitUntil(async () => (await posts()) >= 100, { timeout: 300_000, interval: 1_000 });
    return posts();
  }
});
