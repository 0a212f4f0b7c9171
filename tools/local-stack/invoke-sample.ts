import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator } from '../simulator/simulator.ts';
import { synthesizeCached } from './assembly-cache.ts';
import { freePort } from './http.ts';
import { sampleWrites } from './sample-data.ts';
import { putItems, tableClient } from './seed.ts';
import { registerSimulatorAccounts } from './simulator-accounts.ts';
import { type RunningStack, startStack } from './stack-runner.ts';

const EVENTS = join(import.meta.dirname, '../../events');

/** Environment for functions with sample events: the idle stack on a table with only the samples. */
export interface SampleEnvironment extends Pick<RunningStack, 'template' | 'endpoints' | 'invoke'> {
  /** The base URL of the local service, with the simulator. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Prepare such an environment in a temporary folder, which is deleted with it. `proxyEndpoint` may put a proxy between
 * the functions and a service; `settings` overrides settings of the local stage. `sharesCode` is that of `startLocalService`.
 */
export async function startSampleEnvironment({
  proxyEndpoint,
  settings = {},
  sharesCode = false,
}: {
  proxyEndpoint?: (endpoint: string) => Promise<string>;
  settings?: object;
  sharesCode?: boolean;
} = {}): Promise<SampleEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-'));
  const port = await freePort();
  const outdir = join(folder, 'cdk.out');
  const simulator = createSimulator({ ledgerPath: ':memory:' });
  const service = await synthesizeCached(outdir, port, settings, { sharesCode }).then(() =>
    startStack({
      port,
      folder,
      outdir,
      triggersPaused: true,
      ...(proxyEndpoint ? { proxyEndpoint } : {}),
      interceptRequest: simulator.handle,
      onTableReady: async (table, encryptSecrets) => {
        const client = tableClient(table);
        await putItems(client, table.tableName, sampleWrites(Date.now(), `http://127.0.0.1:${port}`, encryptSecrets));
        client.destroy();
      },
    }),
  );
  await registerSimulatorAccounts(service.url);
  return {
    url: service.url,
    template: service.template,
    endpoints: service.endpoints,
    invoke: service.invoke,
    stop: async () => {
      await service.stop();
      simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The event of a file, by default the function's own sample. `{{tomorrow}}` and `{{yesterday}}` in it become
 * the times a day from now and a day ago, so that samples with a time in them do not grow old. Throws when
 * there is no such file.
 */
export function readEvent(name: string, file = join(EVENTS, `${name}.json`)): unknown {
  if (!existsSync(file)) throw new Error(`There is no event ${file}.`);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const text = readFileSync(file, 'utf8').replaceAll('{{tomorrow}}', inDays(1));
  return JSON.parse(text.replaceAll('{{yesterday}}', inDays(-1)));
}
