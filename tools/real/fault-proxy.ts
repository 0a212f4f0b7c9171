import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as sendRequest } from 'node:http';
import { injectPostFault, injectRefreshFault } from '../../lib/platforms/kit/simulator/fault-injection.ts';
import {
  POST_SCRIPTS,
  REFRESH_SCRIPTS,
  type RefreshScriptName,
  type ScriptName,
} from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { readBody, type SimulatedResponse, writeResponse } from '../../lib/platforms/kit/simulator/simulated-http.ts';
import { listen } from '../local-stack/http.ts';

/** A proxy before a server, with the faults of the simulator. */
export interface FaultProxy extends AsyncDisposable {
  origin: string;
  /** The requests that have arrived. */
  requests: { path: string }[];
  /** The fault of the next request that posts, and of the next that refreshes a token. */
  next: { post?: ScriptName; refresh?: RefreshScriptName };
}

/** What the real server needs for the faults that it causes itself. */
export interface RealFaults {
  /** Signs the tokens of the server. */
  jwtSecret: string;
  /** The IP address of a sender whose requests the server rejects until its rate limit ends. */
  limitedAddress: string;
}

const NOT_OF_THIS_SERVER: SimulatedResponse = { status: 501, body: 'The server has no such response.' };
/** An error of what is between the caller and the server, e.g. a load balancer: the server itself has no bug to use. */
const GATEWAY_ERROR: SimulatedResponse = { status: 500, body: { error: 'InternalServerError' } };
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding'];

/**
 * Start a proxy to a server on loopback. A script that has an effect is run after the response of the server. A 429 and
 * an expired token are the server's own responses: to a sender at its limit, and to the token with an earlier end.
 */
export async function startFaultProxy(targetPort: number, faults: RealFaults): Promise<FaultProxy> {
  const proxy: Pick<FaultProxy, 'requests' | 'next'> = { requests: [], next: {} };
  const server = createServer((incoming, outgoing) => {
    respond(incoming, targetPort, faults, proxy).then(
      (reply) => writeResponse(reply, outgoing),
      () => outgoing.destroy(),
    );
  });
  const port = await listen(server, 0);
  return {
    ...proxy,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  port: number,
  { jwtSecret, limitedAddress }: RealFaults,
  { requests, next }: Pick<FaultProxy, 'requests' | 'next'>,
): Promise<SimulatedResponse> {
  const body = await readBody(incoming);
  const path = new URL(incoming.url ?? '/', 'http://proxy').pathname;
  requests.push({ path });
  const isPost = path.endsWith('.putRecord') || path.endsWith('.applyWrites');
  const isRefresh = path.endsWith('.refreshSession');
  const post = (isPost && next.post) || 'ok';
  const refresh = (isRefresh && next.refresh) || 'ok';
  if (isPost) delete next.post;
  if (isRefresh) delete next.refresh;

  const { effect, answer } = isRefresh ? REFRESH_SCRIPTS[refresh] : POST_SCRIPTS[post];
  const headers = { ...incoming.headers };
  if (answer === '429') headers['x-forwarded-for'] = limitedAddress;
  if (answer === '401') headers.authorization = expire(headers.authorization ?? '', jwtSecret);
  const isSent = effect || answer === '429' || answer === '401';
  const reply = isSent ? await forward(incoming, headers, body, port) : NOT_OF_THIS_SERVER;
  const rejections = {
    '500': () => GATEWAY_ERROR,
    '429': () => reply,
    '401': () => reply,
    duplicate: () => NOT_OF_THIS_SERVER,
    '402': () => NOT_OF_THIS_SERVER,
    '426': () => NOT_OF_THIS_SERVER,
  };
  if (isRefresh) return injectRefreshFault(refresh, { refresh: () => reply, rejections });
  return injectPostFault(post, { publish: () => reply, withoutId: () => ({ ...reply, body: {} }), rejections });
}

/** Return the authorization with a token that ended a minute after it was issued, in the past. */
function expire(authorization: string, secret: string): string {
  const [head = '', payload = ''] = authorization.replace('Bearer ', '').split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  const iat = Math.floor(Date.now() / 1_000) - 7_200;
  const expired = Buffer.from(JSON.stringify({ ...claims, iat, exp: iat + 60 })).toString('base64url');
  const signature = createHmac('sha256', secret).update(`${head}.${expired}`).digest('base64url');
  return `Bearer ${head}.${expired}.${signature}`;
}

function forward(
  { method, url }: IncomingMessage,
  headers: IncomingHttpHeaders,
  body: Buffer,
  port: number,
): Promise<SimulatedResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
      readBody(response).then((bytes) => {
        const kept = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
        const { statusCode = 502 } = response;
        resolve({
          status: statusCode,
          headers: Object.fromEntries(kept) as Record<string, string>,
          body: String(bytes),
        });
      }, reject);
    });
    outgoing.once('error', reject).end(body);
  });
}
