import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createFunctionClock, type FunctionClock } from '../../tools/local-stack/function-clock.ts';
import { type LocalService, startLocalService } from '../../tools/local-stack/local-service.ts';
import { BUSY_MACHINE_FACTOR } from '../../tools/local-stack/stack-options.ts';
import { type ApiClient, createApiClient, getAccessToken } from './http-client.ts';

// Synthesis and start take seconds, and far longer on a busy machine.
const START_DEADLINE_MS = 180_000;

/**
 * Start the service in a temporary folder before the first test of a file, and stop and remove it after the last.
 * `options.quota` limits the executions of all functions, and `settings` override those of the local stage. `api` calls it as the demo workspace; `clock` is the time of the
 * functions. Only tests and hooks can use the result; hooks of the file run after the start and before the stop.
 */
export function useRunningService(options: { quota?: number; settings?: object; renamesChallenges?: boolean } = {}): {
  service: LocalService;
  api: ApiClient;
  clock: FunctionClock;
  folder: string;
} {
  const clock = createFunctionClock();
  const folder = mkdtempSync(join(tmpdir(), 'journey-'));
  let started: { local: LocalService; api: ApiClient } | undefined;
  beforeAll(async () => {
    const local = await startLocalService({ port: 0, folder, clock, timeoutFactor: BUSY_MACHINE_FACTOR, ...options });
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
    // The file destructures the result before the service runs.
    service: new Proxy({} as LocalService, { get: (_, name) => Reflect.get(running().local, name) }),
    api: (...request) => running().api(...request),
    clock,
    folder,
  };
}
