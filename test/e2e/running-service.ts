import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type LocalService, startLocalService } from '../../tools/local-stack/local-service.ts';
import { type ApiClient, createApiClient, getAccessToken } from './http-client.ts';

// Synthesis and start take seconds, and far longer on a busy machine.
const START_DEADLINE_MS = 180_000;

/**
 * The whole service for the tests of one file: started before the first of them in a folder of its own, stopped and
 * removed after the last. `api` calls it as the demo workspace. All of it is there to be used in tests and hooks,
 * not before; a file's own hooks come after the start and before the end.
 */
export function useRunningService(): { service: LocalService; api: ApiClient; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'journey-'));
  let started: { local: LocalService; api: ApiClient } | undefined;
  beforeAll(async () => {
    const local = await startLocalService({ port: 0, folder });
    const token = await getAccessToken(local.baseUrl, local.credentials);
    started = { local, api: createApiClient(local.baseUrl, token) };
  }, START_DEADLINE_MS);
  afterAll(async () => {
    await started?.local.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const running = () => {
    if (!started) throw new Error('The service runs only within tests and hooks.');
    return started;
  };
  return {
    // What it has is known once it runs, and a file names it before that.
    service: new Proxy({} as LocalService, { get: (_, name) => Reflect.get(running().local, name) }),
    api: (...request) => running().api(...request),
    folder,
  };
}
