import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Platform } from '../../lib/platforms/platform.ts';
import { findLocalService, localServiceFile, writeLocalServiceInfo } from '../cli/local-service-file.ts';
import { createSimulator } from '../simulator/simulator.ts';
import { PLACEHOLDER_PORT, synthesizeCached } from './assembly-cache.ts';
import { type Demo, ensureDemoWorkspace, type Team } from './demo.ts';
import { freePort } from './http.ts';
import { handleMailboxPage } from './mailbox-page.ts';
import { bindFolder, realPlatformSettings } from './real-platforms.ts';
import { registerSimulatorAccounts } from './simulator-accounts.ts';
import type { StackOptions } from './stack-options.ts';
import { type RunningStack, startStack } from './stack-runner.ts';

export interface LocalService extends RunningStack, Demo {
  baseUrl: string;
}

/**
 * The whole service on this machine: synthesizes the stack of the local stage, runs it with the platform
 * simulator beside it, and makes the demo workspace. Port 0 takes a free one. While it runs, commands find its
 * table by the folder's `service.json`. `settings` override those of the local stage, and `team` is that of a new demo
 * workspace. Platforms in `real` are not simulated: the folder is theirs from its first start. With `sharesCode`, the first start
 * takes seconds less, and each start of a function some milliseconds more: tests and measurements have the bundles that are
 * deployed. `log` shows what takes longer.
 *
 * Throws when another service uses the folder, or when the folder belongs to other platforms.
 */
export async function startLocalService(
  options: {
    port: number;
    folder: string;
    settings?: object;
    real?: readonly Platform[];
    team?: Team;
    sharesCode?: boolean;
    log?: (line: string) => void;
  } & Pick<
    StackOptions,
    'clock' | 'isFrugal' | 'timeoutFactor' | 'proxyEndpoint' | 'publicAccess' | 'quota' | 'renamesChallenges'
  >,
): Promise<LocalService> {
  const folder = resolve(options.folder);
  const { real = [], settings = {} } = options;
  await assertUnused(folder);
  bindFolder(folder, real, settings);
  // The port goes into the template, as the URL of the simulator, so it has to be known before synthesis.
  const port = options.port === 0 ? await freePort() : options.port;
  const outdir = join(folder, 'cdk.out');
  const merged = { ...realPlatformSettings(real, PLACEHOLDER_PORT), ...settings };
  await synthesizeCached(outdir, port, merged, { sharesCode: options.sharesCode ?? false, log: options.log });
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
      ...(options.renamesChallenges ? { renamesChallenges: true } : {}),
      ...(options.publicAccess ? { publicAccess: options.publicAccess } : {}),
      ...(options.proxyEndpoint ? { proxyEndpoint: options.proxyEndpoint } : {}),
      interceptRequest: (request, response) =>
        handleMailboxPage(folder, request, response) || simulator.handle(request, response),
      onTableReady: async (table, encryptSecrets, stores) => {
        demo = await ensureDemoWorkspace(table, encryptSecrets, folder, baseUrl, real, options.team);
        writeLocalServiceInfo(folder, { base_url: baseUrl, process_id: process.pid, table, ...stores });
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

/** Throw when a service runs in a folder: a start replaces files that the service uses. */
async function assertUnused(folder: string): Promise<void> {
  const running = await findLocalService(folder);
  if (!running) return;
  const { base_url, process_id } = running;
  throw new Error(
    `A local service already uses ${folder}: ${base_url}, process ${process_id}. Stop it (kill ${process_id}), or use another folder with LOCAL_FOLDER.`,
  );
}
