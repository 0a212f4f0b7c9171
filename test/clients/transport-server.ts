import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { listen } from '../../tools/local-stack/http.ts';
import { UNUSED_PORT } from './unused-port.ts';

/** What the server does with the requests of a vector. */
export interface Reply {
  status?: number;
  location?: string;
  access_token?: string;
  /** Whether the response has a problem with a request id and an invalid field. */
  problem?: true;
  /** Adds the header of this name, and that of the remaining requests. */
  retry_after?: number;
  fault?: 'silent' | 'unended' | 'closed' | 'short' | 'chunks' | 'json' | 'empty' | 'page';
}

/** A vector of `transport-vectors.json`. */
export interface TransportVector {
  name: string;
  base_url?: string;
  call?: 'get' | 'create' | 'update' | 'upload';
  idempotency_key?: string;
  if_match?: string;
  access_token?: string;
  timeout?: number;
  /** How the server treats requests for tokens, and the others: with a success by default. */
  token?: Reply;
  reply?: Reply;
  /** The code of a problem, or the kind of the error. */
  outcome: string;
  /** How many requests arrive beside those for tokens. */
  requests: number;
  proxied?: boolean;
  /** The client has no options, but the environment has the base URL and the key. */
  defaults?: true;
  /** A pattern of the text of the error, with its first invalid field and its remedy. */
  message?: string;
  /** What the hooks have reported. */
  hooks?: string;
}

/** What has arrived for a vector. */
export class Arrived {
  requests = 0;
  /** Requests at the place to which a redirect leads. */
  redirected = 0;
  isProxied = false;
}

/** A server on loopback: with and without TLS, as a proxy, and at a second port as another host. */
export interface TransportServer extends AsyncDisposable {
  /** The placeholders of the vector of a language. */
  placesOf(language: string, index: number): Record<string, string>;
  arrivedFor(language: string, index: number): Arrived;
  proxy: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const ITEM = JSON.stringify({ id: 'cnt_1', title: 'Title', platforms: [], status: 'draft', targets: [] });
const PROBLEM = {
  code: 'not_found',
  title: 'Not found',
  detail: 'Nothing is here.',
  request_id: 'req_17',
  errors: [{ pointer: '/title', code: 'unknown', detail: 'Unknown.' }],
};
/** The host that only the proxy knows. */
const PROXIED = 'http://service.invalid';

/** The certificate of 127.0.0.1, made once with openssl. Its key protects nothing. */
export const CERTIFICATE = join(import.meta.dirname, 'loopback.pem');

/** Start the server. The path of a request begins with the language and the index of the vector. */
export async function startTransportServer(vectors: readonly TransportVector[]): Promise<TransportServer> {
  const all = new Map<string, Arrived>();
  const arrivedFor = (language: string, index: number) => {
    const key = `${language}/${index}`;
    const arrived = all.get(key) ?? new Arrived();
    all.set(key, arrived);
    return arrived;
  };
  const placeOf = ({ url = '' }: IncomingMessage) => {
    const [, language = '', index = '', ...rest] = url.replace(/^http:\/\/[^/]*/, '').split('/');
    return { arrived: arrivedFor(language, Number(index)), index: Number(index), language, path: `/${rest.join('/')}` };
  };
  const respond: RequestListener = (request, response) => {
    const { arrived, index, language, path } = placeOf(request);
    // Go repeats a request itself when a connection that it uses again is closed.
    response.setHeader('connection', 'close');
    request.resume().on('end', () => {
      if (request.url?.startsWith('http://')) arrived.isProxied = true;
      if (path === '/elsewhere') arrived.redirected += 1;
      const { token, reply } = vectors[index] ?? {};
      const self = `http://127.0.0.1:${port}/${language}/${index}`;
      const location = (text = '') => text.replace('{self}', self).replace('{other}', `${other}/${language}/${index}`);
      if (path === '/v1/auth/token') return grant(response, token, location(token?.location));
      if (path.startsWith('/v1/media')) return describeUpload(response, `${self}/store`, arrived.redirected > 0);
      arrived.requests += 1;
      if (reply?.retry_after !== undefined) {
        response.setHeader('retry-after', reply.retry_after).setHeader('x-ratelimit-remaining', 7 - arrived.requests);
      }
      send(response, reply, location(reply?.location));
    });
  };
  const options = { cert: readFileSync(CERTIFICATE), key: readFileSync(CERTIFICATE.replace('.pem', '.key.pem')) };
  const servers = [createServer(respond), createTlsServer(options, respond)] as const;
  const otherServer = createServer((request, response) => {
    placeOf(request).arrived.redirected += 1;
    response.writeHead(200, JSON_TYPE).end(ITEM);
  });
  // Node.js sends requests through a tunnel of the proxy.
  servers[0].on('connect', ({ url }, socket) => {
    if (url !== `${new URL(PROXIED).host}:80`) return void socket.destroy();
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    servers[0].emit('connection', socket);
    tunnelled.add(socket);
  });
  const tunnelled = new WeakSet<object>();
  servers[0].prependListener('request', (request) => {
    if (tunnelled.has(request.socket)) placeOf(request).arrived.isProxied = true;
  });
  const port = await listen(servers[0], 0);
  const securePort = await listen(servers[1], 0);
  const other = `http://localhost:${await listen(otherServer, 0)}`;
  return {
    arrivedFor,
    proxy: `http://127.0.0.1:${port}`,
    placesOf: (language, index) => ({
      self: `http://127.0.0.1:${port}/${language}/${index}`,
      secure: `https://127.0.0.1:${securePort}/${language}/${index}`,
      proxied: `${PROXIED}/${language}/${index}`,
      port: String(port),
      unusedPort: String(UNUSED_PORT),
    }),
    async [Symbol.asyncDispose]() {
      for (const server of [...servers, otherServer]) {
        server.closeAllConnections();
        await new Promise((end) => server.close(end));
      }
    },
  };
}

function grant(response: ServerResponse, reply: Reply | undefined, location: string): void {
  if (reply && reply.access_token === undefined) {
    send(response, reply, location);
    return;
  }
  const token = { access_token: reply?.access_token ?? 'token', token_type: 'Bearer', expires_in: 3_600, scope: '' };
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(token));
}

/** Describe a file that waits for its upload. One that has gone elsewhere ends the test with a success. */
function describeUpload(response: ServerResponse, url: string, isElsewhere: boolean): void {
  const upload = { url, headers: { 'if-none-match': '*' } };
  const media = { id: 'med_1', status: isElsewhere ? 'ready' : 'uploading', upload };
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(media));
}

/** Respond as the reply says. Without one, with an item. */
function send(response: ServerResponse, { status = 200, fault, problem }: Reply = {}, location = ''): void {
  if (problem) return void response.writeHead(status, JSON_TYPE).end(JSON.stringify({ ...PROBLEM, status }));
  if (location !== '') return void response.writeHead(status, { location }).end('{}');
  const half = ITEM.slice(0, 20);
  switch (fault) {
    case undefined:
      return void response.writeHead(status, JSON_TYPE).end(ITEM);
    case 'silent':
      return;
    case 'unended':
      return void response.writeHead(status, JSON_TYPE).write(half);
    case 'closed':
      return void response.destroy();
    case 'short':
      response.writeHead(status, { ...JSON_TYPE, 'content-length': ITEM.length });
      return void response.write(half, () => response.destroy());
    case 'chunks':
      return void response.writeHead(status, JSON_TYPE).write(half, () => response.destroy());
    case 'json':
      return void response.writeHead(status, JSON_TYPE).end(half);
    case 'empty':
      return void response.writeHead(status, JSON_TYPE).end();
    case 'page':
      return void response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><p>Sign in</p>');
  }
}
