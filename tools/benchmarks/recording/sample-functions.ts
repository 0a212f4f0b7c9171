import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keyOf } from '../../../lib/table/schema.ts';
import { synthesizeCached } from '../../local-stack/assembly-cache.ts';
import { readEvent } from '../../local-stack/invoke-sample.ts';
import { sampleWrites } from '../../local-stack/sample-data.ts';
import { putItems, tableClient } from '../../local-stack/seed.ts';
import { registerSimulatorAccounts } from '../../local-stack/simulator-accounts.ts';
import { startStack } from '../../local-stack/stack-runner.ts';
import { loadTemplate, REGION, type Template } from '../../local-stack/template.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { type Instance, startInstance } from '../cold-start/instance.ts';
import { buildPeers, type Peers } from '../peers.ts';
import { createCertificate } from './certificate.ts';
import type { Exchange } from './nearest-exchange.ts';
import { createRecorder } from './record.ts';
import { type ServiceStub, startServiceStub } from './service-stub.ts';

/** A function with its sample event and everything that services responded to it. */
export interface RecordedFunction extends Instance {
  name: string;
  /** The HTTP status of an endpoint; null for a worker. */
  status: number | null;
  exchanges: Exchange[];
}

/** The recordings of functions and peers, and the stub that replays them. */
export interface Recordings {
  functions: RecordedFunction[];
  /** By the name of their file in `peers/`. */
  peers: Map<string, RecordedFunction>;
  builtPeers: Peers;
  stub: ServiceStub;
  stop: () => void;
}

/** The peers that read the sample of `content/get`. */
const READING_PEERS = ['stock-sdk', 'stock-sdk-five-calls', 'middy-powertools', 'hono-zod-openapi'];

/**
 * Run each function of the stack once with its sample event, in a process of its own with the environment that the
 * template gives it, and record what it calls. `only` selects functions by name; default: all. Throws when a function
 * does not succeed.
 */
export async function recordSamples(only: string[] = []): Promise<Recordings> {
  const builtPeers = await buildPeers();
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-bench-'));
  const stub = await startServiceStub(await createCertificate(folder, builtPeers.folder));
  const stop = () => {
    stub.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const outdir = join(folder, 'cdk.out');
    // The functions reach the platforms and the receivers through the stub.
    await synthesizeCached(outdir, stub.port);
    const origin = `http://127.0.0.1:${stub.port}`;
    const simulator = createSimulator({ ledgerPath: ':memory:' });
    const service = await startStack({
      folder,
      outdir,
      triggersPaused: true,
      interceptRequest: simulator.handle,
      onTableReady: async (table, seal) => {
        const client = tableClient(table);
        await putItems(client, table.tableName, sampleWrites(Date.now(), origin, seal));
        client.destroy();
      },
    });
    try {
      await registerSimulatorAccounts(service.url);
      const template = loadTemplate(outdir, { url: origin, awsUrl: stub.awsUrl });
      const instances = instancesOf(template, stub, folder);
      const record = async (name: string, instance: Instance): Promise<RecordedFunction> => {
        const { answer, exchanges } = createRecorder(service);
        stub.answerWith(answer);
        const { status, failures } = await startInstance(instance);
        const hasFailed = failures > 0 || ((status ?? 200) >= 400 && name !== 'unmatched');
        if (hasFailed) throw new Error(`${name} did not succeed: ${status ?? 'a failed message'}.`);
        return { name, ...instance, status, exchanges };
      };
      const peers: Recordings['peers'] = new Map();
      const read = instances.get('content/get')!;
      for (const name of READING_PEERS) {
        const { SETTINGS: _, NODE_OPTIONS: __, ...env } = read.env;
        const instance = {
          ...read,
          file: builtPeers.bundleOf(name),
          env: { ...env, ITEM_KEYS: JSON.stringify(sampleKeys()) },
        };
        peers.set(name, await record(name, instance));
      }
      const functions: RecordedFunction[] = [];
      for (const [name, instance] of instances) {
        if (only.length === 0 || only.includes(name)) functions.push(await record(name, instance));
      }
      return { functions, peers, builtPeers, stub, stop };
    } finally {
      await service.stop();
      simulator.close();
    }
  } catch (error) {
    stop();
    throw error;
  }
}

/** Every function of the template by its name, with the event file of its sample. */
function instancesOf(template: Template, stub: ServiceStub, folder: string): Map<string, Instance> {
  const services = ['DYNAMODB', 'SQS', 'S3', 'SCHEDULER', 'KMS', 'SESV2'];
  const endpoints = Object.fromEntries(services.map((service) => [`AWS_ENDPOINT_URL_${service}`, stub.awsUrl]));
  const found = template.ofType('AWS::Lambda::Function').map(({ metadata, properties }): [string, Instance] => {
    const { Code, Environment } = properties as {
      Code: { S3Key: string };
      Environment: { Variables: Record<string, string> };
    };
    const name = String(metadata.Function);
    const taskRoot = template.assetFolder(Code.S3Key);
    const eventFile = join(folder, 'events', `${name}.json`);
    mkdirSync(dirname(eventFile), { recursive: true });
    writeFileSync(eventFile, JSON.stringify(readEvent(name)));
    const env = {
      ...Environment.Variables,
      ...endpoints,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_LAMBDA_FUNCTION_NAME: name,
      LAMBDA_TASK_ROOT: taskRoot,
      NODE_EXTRA_CA_CERTS: stub.certificateFile,
      TZ: 'UTC',
    };
    return [name, { file: join(taskRoot, 'index.js'), exportName: 'handler', env, eventFile }];
  });
  return new Map(found);
}

/** The keys of the items that the peers read: sample items of the size of an item, a token and a caller. */
function sampleKeys() {
  const [content, token, ...caller] = ['0', '1', '2', '3', '4'].map((digit) =>
    keyOf('Content', { workspace_id: 'ws_01K00000000000000000000000', id: `cnt_01K0000000000000000000000${digit}` }),
  );
  return { content, token, caller };
}
