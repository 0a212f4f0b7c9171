import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { placeFile, writeLocalPlace } from '../operations/local-place.ts';
import { type Credentials, provideDemo } from './demo.ts';
import { freePort } from './http.ts';
import { handleInvitationPage } from './invitation-page.ts';
import { type RunningService, startService, synthesize } from './service.ts';
import { createSimulator } from './simulator/simulator.ts';
import { introduceAccounts } from './simulator-accounts.ts';

export interface LocalService extends RunningService {
  baseUrl: string;
  credentials: Credentials;
}

/**
 * The whole service on this machine: synthesizes the stack of the local stage, runs it with the platform
 * simulator beside it, and makes the demo workspace. Port 0 takes a free one. While it runs, commands find its
 * table by the folder's `service.json`.
 */
export async function startLocalService(options: { port: number; folder: string }): Promise<LocalService> {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true });
  // The port goes into the template, as the place of the simulator, so it has to be known before synthesis.
  const port = options.port === 0 ? await freePort() : options.port;
  const outdir = join(folder, 'cdk.out');
  await synthesize(outdir, port);
  const simulator = createSimulator({ ledgerPath: join(folder, 'simulator.sqlite') });
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  let credentials: Credentials | undefined;
  try {
    const service = await startService({
      port,
      folder,
      outdir,
      extra: (request, response) =>
        handleInvitationPage(request, response) || simulator.handle(request, response),
      onTableReady: async (table, seal) => {
        credentials = await provideDemo(table, seal, folder, baseUrl);
        writeLocalPlace(folder, { base_url: baseUrl, table });
      },
    });
    await introduceAccounts(service.url);
    const stop = async () => {
      rmSync(placeFile(folder), { force: true });
      await service.stop();
      simulator.close();
    };
    return { ...service, stop, baseUrl, credentials: credentials! };
  } catch (error) {
    simulator.close();
    throw error;
  }
}
