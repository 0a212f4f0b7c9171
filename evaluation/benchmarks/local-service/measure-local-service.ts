import { readTreeCpu, readTreeMemory } from '../memory/process-tree.ts';
import { type MeasuredService, startMeasuredService } from './measured-service.ts';
import { type LoadRequest, sendOverConnections } from './send-over-connections.ts';

/** The response times of one kind of request, in milliseconds, and the CPU time of the service per request. */
export interface RequestTimes {
  name: string;
  p50: number;
  p99: number;
  perSecond: number;
  cpuMs: number;
}

/** The figures of the local service: times in milliseconds, memory in MB. */
export interface LocalServiceFigures {
  startMs: number;
  requests: RequestTimes[];
  freshMb: number;
  loadedMb: number;
}

const WARM_UP = 200;
const CONNECTIONS = 16;

/** Start the local service with its data in `folder`, send `count` requests of each kind, and stop it. */
export async function measureLocalService(folder: string, count: number): Promise<LocalServiceFigures> {
  const service = await startMeasuredService(folder);
  try {
    const freshMb = readTreeMemory(service.pid) / 1e6;
    const id = await createItem(service);
    const requests: RequestTimes[] = [];
    for (const [name, requestAt] of kindsOfRequests(service.headers, id)) {
      await sendOverConnections(service.origin, { count: WARM_UP, connections: CONNECTIONS, requestAt });
      requests.push(await measure(service, name, count, requestAt));
    }
    return { startMs: service.startMs, requests, freshMb, loadedMb: readTreeMemory(service.pid) / 1e6 };
  } finally {
    await service.stop();
  }
}

function kindsOfRequests(headers: Record<string, string>, id: string): [string, (index: number) => LoadRequest][] {
  const get = (path: string) => () => ({ method: 'GET', path: `/v1${path}`, headers });
  return [
    ['content.get', get(`/content/${id}`)],
    ['content.create', (index) => ({ method: 'POST', path: '/v1/content', headers, body: draft(index) })],
    ['content.list', get('/content?limit=20')],
    ['schedule.list', get('/schedule')],
    ['auth.verify', get('/auth/verify')],
  ];
}

const draft = (index: number): string => JSON.stringify({ title: `Number ${index}`, platforms: ['twitter'] });

async function createItem({ origin, headers }: MeasuredService): Promise<string> {
  const response = await fetch(`${origin}/v1/content`, { method: 'POST', headers, body: draft(0) });
  return ((await response.json()) as { id: string }).id;
}

async function measure(
  { pid, origin }: MeasuredService,
  name: string,
  count: number,
  requestAt: (index: number) => LoadRequest,
): Promise<RequestTimes> {
  const [startMs, startCpuMs] = [performance.now(), readTreeCpu(pid)];
  const timesMs = await sendOverConnections(origin, { count, connections: CONNECTIONS, requestAt });
  const [elapsedMs, cpuMs] = [performance.now() - startMs, readTreeCpu(pid) - startCpuMs];
  const sorted = timesMs.toSorted((one, other) => one - other);
  const percentile = (share: number) => sorted[Math.ceil(share * count) - 1]!;
  return {
    name,
    p50: percentile(0.5),
    p99: percentile(0.99),
    perSecond: (1000 * count) / elapsedMs,
    cpuMs: cpuMs / count,
  };
}
