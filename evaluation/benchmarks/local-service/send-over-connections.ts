import { Agent, request } from 'node:http';

/** A request of a load: `path` is below the origin, with the version segment. */
export interface LoadRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface LoadResponse {
  status: number;
  text: string;
}

/**
 * Send `count` requests over `connections` kept-alive connections, each with one request at a time, and return the
 * response times in milliseconds, in the order of arrival. Throws on a status of 300 or higher.
 */
export async function sendOverConnections(
  origin: string,
  load: { count: number; connections: number; requestAt: (index: number) => LoadRequest },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const timesMs: number[] = [];
  let sent = 0;
  const callers = Array.from({ length: load.connections }, async () => {
    while (sent < load.count) {
      const next = load.requestAt(sent++);
      const startMs = performance.now();
      const { status, text } = await send(origin, next, agent);
      timesMs.push(performance.now() - startMs);
      if (status >= 300) throw new Error(`${next.method} ${next.path}: ${status} ${text}`);
    }
  });
  await Promise.all(callers).finally(() => agent.destroy());
  return timesMs;
}

function send(origin: string, { method, path, headers, body }: LoadRequest, agent: Agent): Promise<LoadResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}${path}`, { method, agent, headers: headers ?? {} }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
