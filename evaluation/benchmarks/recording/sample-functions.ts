import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Instance, startInstance } from '../cold-start/instance.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { buildPeers, type Peers } from '../peers.ts';
import { createCertificate } from './certificate.ts';
import type { Exchange } from './nearest-exchange.ts';
import { createRecorder } from './record.ts';
import { sampleInstances, startSampleStack } from './sample-stack.ts';
import { type ServiceStub, startServiceStub } from './service-stub.ts';

/** A function with its sample event and everything that services responded to it. */
export interface RecordedFunction extends Instance {
  name: string;
  /** The HTTP status of an endpoint; null for a worker. */
  status: number | null;
  /** The time that the function reads when it starts, in milliseconds since 1970. */
  recordedAtMs: number;
  exchanges: Exchange[];
}

/** The recordings of functions and peers, and the stub that replays them. */
export interface Recordings {
  functions: RecordedFunction[];
  /** By the name of their file in `peers/`. */
  peers: Map<string, RecordedFunction>;
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
    return { ...(await recordAll(folder, stub, builtPeers, only)), stub, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function recordAll(folder: string, stub: ServiceStub, { bundleOf }: Peers, only: string[]) {
  const stack = await startSampleStack(folder, stub.port);
  try {
    const { awsUrl } = stub;
    const url = `http://127.0.0.1:${stub.port}`;
    const instances = sampleInstances(stack.outdir, { url, awsUrl, dynamodbUrl: awsUrl });
    for (const { env } of instances.values()) env.NODE_EXTRA_CA_CERTS = stub.certificateFile;

    const record = async (name: string, instance: Instance): Promise<RecordedFunction> => {
      const { answer, exchanges } = createRecorder(stack);
      stub.answerWith(answer);
      const recordedAtMs = Date.now();
      const { status, failures } = await startInstance(instance, recordedAtMs);
      const hasFailed = failures > 0 || ((status ?? 200) >= 400 && name !== 'unmatched');
      if (hasFailed) throw new Error(`${name} did not succeed: ${status ?? 'a failed message'}.`);
      return { name, ...instance, status, recordedAtMs, exchanges };
    };
    const peers: Recordings['peers'] = new Map();
    const read = instances.get('content/get')!;
    for (const name of READING_PEERS) {
      peers.set(name, await record(name, { ...read, file: bundleOf(name), env: peerEnvironment(read.env) }));
    }
    const functions: RecordedFunction[] = [];
    for (const name of inRecordingOrder([...instances.keys()])) {
      if (only.length === 0 || only.includes(name)) functions.push(await record(name, instances.get(name)!));
    }
    return { functions, peers };
  } finally {
    await stack.stop();
  }
}

/** Sort the functions, workers first: the endpoints' samples disconnect the accounts that they publish with. */
function inRecordingOrder(names: string[]): string[] {
  const isWorker = (name: string) => name.startsWith('on-');
  return [...names.filter(isWorker), ...names.filter((name) => !isWorker(name))];
}
