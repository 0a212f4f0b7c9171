import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from '../../tools/local-stack/http.ts';

/** A proxy on loopback that disturbs most of the requests. */
export interface FaultyProxy extends AsyncDisposable {
  origin: string;
  /** How many requests it has disturbed, by what it did. */
  faults: Record<Fault, number>;
}

type Fault = 'drop' | 'cut' | '429' | '503';

/** How many times in a row a request is disturbed: fewer than the attempts of a library, so that each succeeds. */
const MAX_FAULTS_IN_A_ROW = 8;

/**
 * Start a proxy to a port of 127.0.0.1. It drops every third response, after the server has processed the request, and ends
 * a fifth in the middle. At times it responds 429 or 503 itself.
 */
export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const faults = { drop: 0, cut: 0, '429': 0, '503': 0 };
  let count = 0;
  const faultsInARow = new Map<string, number>();
  const server = createServer((incoming, outgoing) => {
    const request = `${incoming.method} ${incoming.url} ${incoming.headers['idempotency-key']}`;
    const earlier = faultsInARow.get(request) ?? 0;
    const fault = earlier < MAX_FAULTS_IN_A_ROW ? faultOf(++count) : null;
    faultsInARow.set(request, fault ? earlier + 1 : 0);
    if (fault) faults[fault] += 1;
    if (fault === '429' || fault === '503') return void respond(incoming, outgoing, Number(fault));
    forward(incoming, outgoing, targetPort, fault);
  });
  const port = await listen(server, 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    faults,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function faultOf(count: number): Fault | null {
  if (count % 3 === 0) return 'drop';
  if (count % 5 === 0) return 'cut';
  if (count % 11 === 0) return '429';
  return count % 13 === 0 ? '503' : null;
}

function respond(incoming: IncomingMessage, outgoing: ServerResponse, status: number): void {
  incoming.resume().on('end', () => {
    outgoing.writeHead(status, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Too busy.');
  });
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, fault: Fault | null): void {
  const { method, url } = incoming;
  const headers = { ...incoming.headers, host: `127.0.0.1:${port}` };
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
    const body: Buffer[] = [];
    response.on('data', (chunk: Buffer) => body.push(chunk));
    response.on('end', () => {
      if (fault === 'drop') return void outgoing.destroy();
      const { statusCode = 502, rawHeaders } = response;
      const bytes = Buffer.concat(body);
      outgoing.writeHead(statusCode, rawHeaders);
      if (fault !== 'cut') return void outgoing.end(bytes);
      outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
    });
  });
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
}
