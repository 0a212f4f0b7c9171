import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DemoRun } from './run.ts';

const CLIENT_NAME = 'Week planner';

/**
 * Let the owner connect an agent by OAuth, for two accounts, unless it is connected. Its document is served while the service
 * reads it.
 */
export async function connectApplication(run: DemoRun): Promise<void> {
  const { service, accounts } = run;
  const { keys } = (await (
    await run.as('ida')
  )('GET', '/keys')) as {
    keys: { oauth_client: { name: string } | null }[];
  };
  if (keys.some(({ oauth_client }) => oauth_client?.name === CLIENT_NAME)) return;
  const server = await serveDocument(CLIENT_NAME);
  try {
    const { client_id, redirect_uri } = documentOf(server);
    const verifier = randomBytes(32).toString('base64url');
    const request = {
      ...{ client_id, redirect_uri, response_type: 'code', resource: `${service.url}/mcp` },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const cookie = await run.cookieOf('ida');
    const send = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', cookie };
      const response = await fetch(`${service.baseUrl}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
      return (await response.json()) as { confirmation: string; redirect_to: string };
    };
    const { confirmation } = await send('/auth/authorization', { request });
    const chosen = accounts.slice(0, 2).map(({ id }) => id);
    const decision = { decision: 'approve', confirmation, accounts: chosen };
    const { redirect_to } = await send('/auth/authorization/decision', { request, ...decision });
    const code = new URL(redirect_to).searchParams.get('code');
    const grant = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: verifier };
    await send('/auth/token', { ...grant, resource: request.resource });
  } finally {
    server.close();
  }
}

async function serveDocument(client_name: string): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    const { redirect_uri, client_id } = documentOf(server);
    response.end(JSON.stringify({ client_id, client_name, redirect_uris: [redirect_uri] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function documentOf(server: Server) {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { client_id: `${origin}/client.json`, redirect_uri: `${origin}/callback` };
}
