import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request to the API. `path` follows the base URL. */
export interface LoopRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What the loop has seen. */
export interface LoopReport {
  requests: number;
  /** Rounds in which each request was sent once. */
  rounds: number;
  /** One line for each request that failed or whose status was 500 or more: `GET /v1/content 500 …`. */
  failures: string[];
}

const CONCURRENCY = 8;
const PAUSE_MS = 20;
const TIMEOUT_MS = 30_000;

/** Send requests to an API one round after the other, eight at a time, until `stop`. */
export function startRequestLoop(
  baseUrl: string,
  requests: readonly LoopRequest[],
): { stop: () => Promise<LoopReport> } {
  const report: LoopReport = { requests: 0, rounds: 0, failures: [] };
  let next = 0;
  let isStopped = false;
  const work = async () => {
    while (!isStopped) {
      const request = requests[next % requests.length]!;
      next++;
      const outcome = await outcomeOf(baseUrl, request);
      report.requests++;
      if (outcome) report.failures.push(`${new Date().toISOString()} ${request.method} ${request.path} ${outcome}`);
      await sleep(PAUSE_MS);
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, work);
  const stop = async () => {
    isStopped = true;
    await Promise.all(workers);
    return { ...report, rounds: Math.floor(report.requests / requests.length) };
  };
  return { stop };
}

/** Send a request. Returns the status and the body of a 5xx, the reason of a failure, or null. */
async function outcomeOf(baseUrl: string, request: LoopRequest): Promise<string | null> {
  try {
    const { status, text } = await sendRequest(baseUrl, request);
    return status >= 500 ? `${status} ${text.slice(0, 200)}` : null;
  } catch (error) {
    return String(error);
  }
}

/**
 * Send a request to an API on AWS, or on the emulator, whose names below `localhost` not every system resolves. Rejects
 * when there is no response within half a minute.
 */
export async function sendRequest(
  baseUrl: string,
  { method, path, headers, body }: LoopRequest,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { protocol, hostname, host, port, pathname, search } = new URL(baseUrl + path);
  const isLocal = hostname.endsWith('.localhost');
  const options = {
    ...{ host: isLocal ? '127.0.0.1' : hostname, port, method, path: pathname + search, timeout: TIMEOUT_MS },
    headers: { ...headers, host },
  };
  return new Promise((resolve, reject) => {
    const sent = (protocol === 'https:' ? requestHttps : requestHttp)(options, async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, text: await readText(response) });
    });
    sent.on('timeout', () => sent.destroy(new Error('no response')));
    sent.on('error', reject);
    sent.end(body);
  });
}
