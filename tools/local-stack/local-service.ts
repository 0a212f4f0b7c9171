import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { localServiceFile, writeLocalServiceInfo } from '../cli/local-service-file.ts';
import { createSimulator } from '../simulator/simulator.ts';
import { synthesizeCached } from './assembly-cache.ts';
import { type Demo, ensureDemoWorkspace, type Team } from './demo.ts';
import { freePort } from './http.ts';
import { handleMailboxPage } from './mailbox-page.ts';
import { registerSimulatorAccounts } from './simulator-accounts.ts';
import { type RunningStack, type StackOptions, startStack } from './stack-runner.ts';

export interface LocalService extends RunningStack, Demo {
  baseUrl: string;
}

/**
 * The whole service on this machine: synthesizes the stack of the local stage, runs it with the platform
 * simulator beside it, and makes the demo workspace. Port 0 takes a free one. While it runs, commands find its
 * table by the folder's `service.json`. `settings` override those of the local stage, and `team` is that of a
 * new demo workspace.
 */
export async function startLocalService(
  options: { port: number; folder: string; settings?: object; team?: Team } & Pick<
    StackOptions,
    'clock' | 'isFrugal' | 'timeoutFactor' | 'proxyEndpoint' | 'quota'
  >,
): Promise<LocalService> {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true });
  // The port goes into the template, as the URL of the simulator, so it has to be known before synthesis.
  const port = options.port === 0 ? await freePort() : options.port;
  const outdir = join(folder, 'cdk.out');
  await synthesizeCached(outdir, port, options.settings);
  const simulator = createSimulator({ ledgerPath: join(folder, 'simulator.sqlite') });
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  let demo: Demo | undefined;
  try {
    const service = await startStack({
      port,
      folder,
      outdir,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.isFrugal ? { isFrugal: true } : {}),
      ...(options.timeoutFactor ? { timeoutFactor: options.timeoutFactor } : {}),
      ...(options.quota ? { quota: options.quota } : {}),
      ...(options.proxyEndpoint ? { proxyEndpoint: options.proxyEndpoint } : {}),
      interceptRequest: (request, response) =>
        handleMailboxPage(folder, request, response) || simulator.handle(request, response),
      onTableReady: async (table, encryptSecrets, stores) => {
        demo = await ensureDemoWorkspace(table, encryptSecrets, folder, baseUrl, options.team);
        writeLocalServiceInfo(folder, { base_url: baseUrl, table, ...stores });
      },
    });
    await registerSimulatorAccounts(service.url);
    const stop = async () => {
      rmSync(localServiceFile(folder), { force: true });
      await service.stop();
      simulator.close();
    };
    return { ...service, ...demo!, stop, baseUrl };
  } catch (error) {
    simulator.close();
    throw error;
  }
}
