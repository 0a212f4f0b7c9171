import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFunctionClock, type FunctionClock } from '../../tools/local-stack/function-clock.ts';
import { type LocalService, startLocalService } from '../../tools/local-stack/local-service.ts';
import { BUSY_MACHINE_FACTOR } from '../../tools/local-stack/stack-options.ts';
import { type BlueskyServer, type RealAccount, startBlueskyServer } from '../../tools/real/bluesky-server.ts';
import { type ApiClient, createApiClient, getAccessToken } from '../e2e/http-client.ts';

/** The local service, which reaches real servers in place of the simulated Bluesky. */
export interface RealService {
  service: LocalService;
  api: ApiClient;
  clock: FunctionClock;
  stop(): Promise<void>;
}

/** The service with one server of accounts. */
export interface RealSetting extends RealService {
  server: BlueskyServer;
}

/** Start the service with the URLs of a network. */
export async function startRealService(network: { appView: string; directory: string }): Promise<RealService> {
  const folder = mkdtempSync(join(tmpdir(), 'real-setting-'));
  const clock = createFunctionClock();
  // The service of Bluesky is for its own servers only; others receive videos directly.
  const settings = { blueskyUrls: { ...network, video: 'https://video.bsky.app' } };
  const service = await startLocalService({ port: 0, folder, clock, timeoutFactor: BUSY_MACHINE_FACTOR, settings });
  const stop = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const api = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, service.credentials));
    await disconnectSimulatedAccount(api);
    return { service, api, clock, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function startRealSetting(): Promise<RealSetting> {
  const server = await startBlueskyServer();
  try {
    const started = await startRealService({ appView: server.url, directory: server.plcUrl });
    const stop = async () => {
      await started.stop();
      await server.stop();
    };
    return { ...started, server, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The demo workspace has an account of the simulator, which is not used here. */
async function disconnectSimulatedAccount(api: ApiClient): Promise<void> {
  const { accounts } = JSON.parse((await api('GET', '/accounts')).text) as {
    accounts: { id: string; platform: string }[];
  };
  for (const { id } of accounts.filter(({ platform }) => platform === 'bluesky'))
    await api('DELETE', `/accounts/${id}`);
}

/** Connect an account by its handle and app password, as a user of the API does. */
export async function connectAccount(api: ApiClient, { handle, appPassword }: RealAccount): Promise<{ id: string }> {
  const body = { platform: 'bluesky', external_id: handle, app_password: appPassword };
  const { status, text } = await api('POST', '/accounts', body);
  if (status !== 201) throw new Error(`POST /accounts: ${status} ${text}`);
  return JSON.parse(text);
}
