import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../tools/local-stack/http.ts';

/** A request as the server has received it. */
export interface Seen {
  /** Its position among the requests of its scenario, from 1. */
  number: number;
  method: string;
  path: string;
  token: string;
  key: string | null;
  atMs: number;
}

interface Response {
  status: number;
  headers?: Record<string, string>;
  body: object;
  /** It is sent when so many requests wait for it. */
  together?: number;
}

/** What the server does with a request: respond, close the connection without a response, or leave it open. */
export type Reply = Response | 'drop' | 'hold';

/** How the server treats the requests of a scenario: those for tokens, and the others. */
export interface Script {
  token?(number: number): Reply;
  call(seen: Seen, language: string): Reply;
}

/** What has arrived in a scenario of a language. */
export class Scenario {
  readonly calls: Seen[] = [];
  tokens = 0;
  readonly open: ServerResponse[] = [];
  readonly arrived = Promise.withResolvers<void>();
  /** How many requests for tokens had arrived when the program had its outcome. */
  tokensAtRelease = 0;
}

const TOKEN_DELAY_MS = 200;

/** Build the response of the token endpoint, whose token is valid for a number of seconds. */
export function tokenReply(name: string, seconds = 3_600): Reply {
  return { status: 200, body: { access_token: name, token_type: 'Bearer', expires_in: seconds, scope: '' } };
}

/** Build a response with a problem. */
export function problemReply(status: number, code: string, more: Partial<Response> = {}): Response {
  return { status, body: { code, status, title: code, detail: code, retryable: status !== 401 }, ...more };
}

/** A server on loopback whose responses follow the script of each scenario. */
export interface ScriptedServer extends AsyncDisposable {
  origin: string;
  scenarioOf(language: string, scenario: string): Scenario;
}

/**
 * Start a server for programs of several languages. A program calls `/<language>/<scenario>/v1/...`. After the server has
 * treated a call, `/<language>/<scenario>/arrived` responds, so that a program can cancel it then.
 * `/<language>/<scenario>/release` ends the calls that were left open, with a problem that may pass.
 */
export async function startScriptedServer(scripts: Readonly<Record<string, Script>>): Promise<ScriptedServer> {
  const scenarios = new Map<string, Scenario>();
  const scenarioOf = (language: string, name: string) => {
    const place = `${language}/${name}`;
    const scenario = scenarios.get(place) ?? new Scenario();
    scenarios.set(place, scenario);
    return scenario;
  };
  const server = createServer((request, response) => {
    const [, language = '', name = '', version, ...rest] = (request.url ?? '').split('/');
    const scenario = scenarioOf(language, name);
    const script = scripts[name]!;
    request.resume().on('end', async () => {
      if (version === 'arrived') {
        await scenario.arrived.promise;
        return send(response, { status: 200, body: {} });
      }
      if (version === 'release') {
        scenario.tokensAtRelease = scenario.tokens;
        for (const each of scenario.open)
          send(each, problemReply(503, 'http_503', { headers: { 'retry-after': '1' } }));
        return send(response, { status: 200, body: {} });
      }
      const path = `/${rest.join('/')}`;
      if (path === '/auth/token') return grant(scenario, script, response);
      treat(scenario, script.call(see(scenario, request, path), language), response);
      scenario.arrived.resolve();
    });
  });
  const port = await listen(server, 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    scenarioOf,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function see(scenario: Scenario, { method = '', headers }: IncomingMessage, path: string): Seen {
  const key = headers['idempotency-key'];
  const seen = {
    number: scenario.calls.length + 1,
    method,
    path,
    token: (headers.authorization ?? '').replace('Bearer ', ''),
    key: typeof key === 'string' ? key : null,
    atMs: performance.now(),
  };
  scenario.calls.push(seen);
  return seen;
}

async function grant(scenario: Scenario, script: Script, response: ServerResponse): Promise<void> {
  scenario.tokens += 1;
  const reply = script.token?.(scenario.tokens) ?? tokenReply(`token-${scenario.tokens}`);
  // Other calls have the time to request a token, too.
  await new Promise((resolve) => setTimeout(resolve, TOKEN_DELAY_MS));
  treat(scenario, reply, response);
  if (reply === 'hold') scenario.arrived.resolve();
}

function treat(scenario: Scenario, reply: Reply, response: ServerResponse): void {
  if (reply === 'drop') response.destroy();
  else if (reply === 'hold') scenario.open.push(response);
  else if (reply.together) {
    scenario.open.push(response);
    if (scenario.open.length === reply.together) for (const each of scenario.open.splice(0)) send(each, reply);
  } else send(response, reply);
}

function send(response: ServerResponse, { status, headers, body }: Response): void {
  if (!response.destroyed) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }
}
