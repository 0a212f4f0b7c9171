import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;

export const REDIRECT_URI = 'http://127.0.0.1:9/callback';

/** Serve the metadata document of an OAuth client on this machine. */
export async function startClient(name: string): Promise<{ client_id: string; server: Server }> {
  const server = createServer((_, response) => {
    const document = { client_id, client_name: name, redirect_uris: [REDIRECT_URI] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const client_id = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
  return { client_id, server };
}

/** Sign in with a link. Returns the cookie of the session. */
export async function signInWith(link: string): Promise<string> {
  const { origin, hash } = new URL(link);
  const token = new URLSearchParams(hash.split('?')[1]).get('token');
  const { headers } = await post(`${origin}/v1/auth/sessions`, { token });
  return headers.get('set-cookie')!.split(';')[0]!;
}

/** Follow the authorization URL of a client to the dashboard, and decide as its screen does. Returns where it returns to. */
export async function consent(authorizationUrl: URL, cookie: string, choice: Json = { decision: 'approve' }) {
  const page = new URL((await fetch(authorizationUrl, { redirect: 'manual' })).headers.get('location')!);
  const request = Object.fromEntries(new URLSearchParams(page.hash.split('?')[1]));
  const base = `${page.origin}/v1/auth/authorization`;
  const shown = (await (await post(base, { request }, cookie)).json()) as Json;
  const { confirmation } = shown;
  const decided = await post(`${base}/decision`, { request, confirmation, ...choice }, cookie);
  const { redirect_to } = (await decided.json()) as Json;
  return { shown, returned: new URL(String(redirect_to)) };
}

function post(url: string, body: Json, cookie?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }) };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
}
