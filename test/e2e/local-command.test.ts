import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import type { Credentials } from '../../tools/local-stack/demo.ts';
import { createFunctionClock } from '../../tools/local-stack/function-clock.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { startLocalService } from '../../tools/local-stack/local-service.ts';
import { listPosts } from './assertions.ts';
import { createApiClient, getAccessToken, read, until } from './http-client.ts';
import { startCommand } from './local-command.ts';

// The process that `npm start` runs: its arguments, its folder and its end.

const root = mkdtempSync(join(tmpdir(), 'local-command-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const at = (timeMs: number) => new Date(timeMs).toISOString();

async function newHome() {
  const port = await freePort();
  const folder = mkdtempSync(join(root, 'data-'));
  return { port, folder, environment: { PORT: String(port), LOCAL_FOLDER: folder } };
}

async function connect(folder: string) {
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
  return createApiClient(credentials.base_url, await getAccessToken(credentials.base_url, credentials));
}

describe('an invalid start', () => {
  test('with an unknown argument ends with the code 2, and lists the valid ones', async () => {
    const { environment } = await newHome();
    const command = startCommand(['--reel', 'bluesky'], environment);
    await expect(command.started()).rejects.toThrow('npm start -- --real bluesky');
    expect([command.child.exitCode, command.output()]).toEqual([2, expect.stringContaining("'--reel'")]);
  });

  test('on a folder in use names the service that uses it, which continues', async () => {
    const { folder, environment } = await newHome();
    const first = startCommand(['--empty'], environment);
    await first.started();
    const second = startCommand([], { ...environment, PORT: String(await freePort()) });
    await expect(second.started()).rejects.toThrow(`process ${first.child.pid}. Stop it (kill ${first.child.pid})`);
    const api = await connect(folder);
    expect((await api('GET', '/content')).status).toBe(200);
    expect(await first.stop()).toBe(0);
  });

  test('with --real on a folder of simulated accounts is rejected, and so is the reverse', async () => {
    const simulated = await newHome();
    const first = startCommand([], simulated.environment);
    await first.started();
    await first.stop();
    const real = startCommand(['--real', 'bluesky'], simulated.environment);
    await expect(real.started()).rejects.toThrow('has the accounts of simulated platforms');

    const bluesky = await newHome();
    const second = startCommand(['--real', 'bluesky'], bluesky.environment);
    expect(await second.started()).toContain('It publishes on Bluesky.');
    await second.stop();
    const mixed = startCommand([], bluesky.environment);
    await expect(mixed.started()).rejects.toThrow('has the accounts of the real Bluesky');
  });
});

describe('a running service', () => {
  test('whose output goes to a file survives a hang-up, and publishes at the scheduled time', async () => {
    const { port, folder, environment } = await newHome();
    const command = startCommand(['--empty'], environment);
    await command.started();
    const api = await connect(folder);
    const dueMs = Date.now() + 4_000;
    const body = { title: 'After the hang-up', platforms: ['linkedin'], scheduled_at: at(dueMs) };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    command.child.kill('SIGHUP');
    await until('the post to be published', async () => {
      return read(await api('GET', `/content/${id}`), 200, ContentResponse()).status === 'published';
    });
    expect(await listPosts(`http://127.0.0.1:${port}`)).toMatchObject([{ text: 'After the hang-up' }]);
    expect(await command.stop('SIGTERM')).toBe(0);
  });

  test('publishes at its next start what became due while it was off, and fails what is over six hours late', async () => {
    const { port, folder } = await newHome();
    const first = await startLocalService({ port, folder });
    const nowMs = Date.now();
    const schedule = async (title: string, dueMs: number) => {
      const body = { title, platforms: ['linkedin'], scheduled_at: at(dueMs) };
      return read(await (await connect(folder))('POST', '/content', body), 201, ContentResponse()).id;
    };
    const late = await schedule('Hours late', nowMs + 2 * HOUR_MS);
    const tooLate = await schedule('Too late', nowMs + HOUR_MS / 2);
    await first.stop();

    const clock = createFunctionClock();
    clock.advance(7 * HOUR_MS);
    const second = await startLocalService({ port, folder, clock });
    try {
      const api = await connect(folder);
      const settled = (id: string) =>
        until(`${id} to be settled`, async () => {
          const found = read(await api('GET', `/content/${id}`), 200, ContentResponse());
          return ['published', 'failed'].includes(found.status) && found;
        });
      expect(await settled(late)).toMatchObject({ status: 'published' });
      const failed = { status: 'failed', error: expect.objectContaining({ code: 'too_late', retryable: true }) };
      expect(await settled(tooLate)).toMatchObject({ status: 'failed', targets: [failed] });
      await sleep(1_000);
      expect((await listPosts(second.url)).map(({ text }) => text)).toEqual(['Hours late']);
    } finally {
      await second.stop();
    }
  });
});
