import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

/** A request with a body that has reached the proxy. `atMs`: when its last byte arrived. */
export interface SeenRequest {
  url: string;
  body: string;
  atMs: number;
}

/** A proxy that forwards every request and loses some of the responses. */
export interface LossyProxy {
  seen: SeenRequest[];
  /** Requests whose response was lost after the server had processed them. */
  lostResponses: number;
  /** The share of responses to lose, 0 to 1. They are spread evenly, so that few responses have their share of losses. */
  lossRate: number;
  /** The losses that this share has added up to: at 1, the next response is lost. */
  lossesDue: number;
  /** Returns whether the response to the request of a URL may be lost. By default, each one may. */
  mayLose(url: string): boolean;
  /** Accepts connections; a second call does nothing. */
  open(): Promise<void>;
  /** Rejects connections and ends those that are open, as a server does that has crashed. */
  close(): Promise<void>;
}

/** Create a proxy from a port of 127.0.0.1 to another one. It is closed at first. */
export function createLossyProxy(port: number, targetPort: number): LossyProxy {
  let server: Server | null = null;
  const proxy: LossyProxy = {
    seen: [],
    lostResponses: 0,
    lossRate: 0,
    lossesDue: 0,
    mayLose: () => true,
    async open() {
      if (server) return;
      const opened = createServer((incoming, outgoing) => forward(incoming, outgoing, targetPort, proxy));
      server = opened;
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject);
        opened.listen(port, '127.0.0.1', resolve);
      });
    },
    async close() {
      const closing = server;
      server = null;
      if (!closing) return;
      const closed = new Promise((resolve) => closing.close(resolve));
      closing.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, proxy: LossyProxy): void {
  const { method, url, headers } = incoming;
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
    proxy.lossesDue += proxy.mayLose(url ?? '') ? proxy.lossRate : 0;
    if (proxy.lossesDue < 1) {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.on('error', () => outgoing.destroy()).pipe(outgoing);
      return;
    }
    proxy.lossesDue -= 1;
    proxy.lostResponses += 1;
    // The server has processed the request when its response begins.
    response.resume();
    outgoing.destroy();
  });
  const body: Buffer[] = [];
  incoming.on('data', (chunk) => body.push(chunk));
  incoming.on('end', () => {
    const text = Buffer.concat(body).toString('utf8');
    if (text !== '') proxy.seen.push({ url: url ?? '', body: text, atMs: Date.now() });
  });
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}
