import { createHash, randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Member } from '../../lib/identity/rules/member.ts';
import { callApi, type Json, type TestRequest, type TestResponse } from './api-harness.ts';
import { freshAddress, newSessionCookie } from './sign-ins.ts';
import type { Tenant } from './tenants.ts';

/** The URL of the MCP server of the tests, which is a resource. */
export const MCP_RESOURCE = 'https://api.example.com/mcp';
export const API_RESOURCE = 'https://api.example.com/v1';

/** A verifier of PKCE, with its challenge. */
export function newVerifier(): { code_verifier: string; code_challenge: string } {
  const code_verifier = randomBytes(32).toString('base64url');
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') };
}

/** Serve on this machine until the test ends. Returns the origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serve the metadata document of a client. Returns its client id. */
export async function serveClient(fields: Json = {}): Promise<string> {
  const document: Json = {};
  const origin = await serve((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  });
  const client_id = `${origin}/client.json`;
  Object.assign(document, {
    ...{ client_id, client_name: 'Example App', redirect_uris: ['https://app.example.com/callback'] },
    ...{ token_endpoint_auth_method: 'none', ...fields },
  });
  return client_id;
}

/** The parameters of a valid authorization request, of the registered client by default. */
export function authorizationRequest(fields: Json = {}): Json {
  return {
    ...{ client_id: 'cis', redirect_uri: 'http://127.0.0.1:4711/callback', response_type: 'code', state: 'a state' },
    ...{ scope: 'content:read content:write', code_challenge: newVerifier().code_challenge },
    ...{ code_challenge_method: 'S256', ...fields },
  };
}

/** Read an authorization request in the dashboard. */
export function readAuthorization(cookie: string, request: Json): Promise<TestResponse> {
  return callApi('auth.read-authorization', { headers: { cookie }, body: { request } });
}

/** Decide as the dashboard does after it has shown the request. */
export async function decideAuthorization(
  cookie: string,
  request: Json,
  fields: Json = { decision: 'approve' },
): Promise<TestResponse> {
  const { confirmation = '' } = (await readAuthorization(cookie, request)).json;
  const body = { request, confirmation, ...fields };
  return callApi('auth.decide-authorization', { headers: { cookie }, body });
}

/** The parameters of the URL that returns to the client. */
export function returned({ json }: TestResponse): Record<string, string> {
  return Object.fromEntries(new URL(String(json.redirect_to)).searchParams);
}

/** An approved request, and the body of the token request that exchanges its code. */
export async function approvedCode(member: Member, fields: Json = {}, choice: Json = {}): Promise<Json> {
  const { code_verifier, code_challenge } = newVerifier();
  const request = authorizationRequest({ code_challenge, ...fields });
  const cookie = await newSessionCookie(member);
  const answer = await decideAuthorization(cookie, request, { decision: 'approve', ...choice });
  if (answer.status !== 200) throw new Error(answer.text);
  const { client_id, redirect_uri } = request;
  return {
    ...{ grant_type: 'authorization_code', code: returned(answer).code, client_id, redirect_uri, code_verifier },
    ...(request.resource ? { resource: request.resource } : {}),
  };
}

/** Send a token request. */
export function requestTokens(body: Json, sourceIp = freshAddress()): Promise<TestResponse> {
  return callApi('auth.token', { body, sourceIp });
}

/** Authorize an application as a member. Returns the response to its token request. */
export async function authorize(member: Member, fields: Json = {}, choice: Json = {}): Promise<TestResponse> {
  return requestTokens(await approvedCode(member, fields, choice));
}

/** Requests of authorizations that succeed. */
export const AUTHORIZATION_REQUESTS: Record<string, (tenant: Tenant) => Promise<TestRequest>> = {
  'auth.read-authorization': async ({ owner }) => ({
    headers: { cookie: await newSessionCookie(owner) },
    body: { request: authorizationRequest() },
  }),
  'auth.decide-authorization': async ({ owner }) => {
    const cookie = await newSessionCookie(owner);
    const request = authorizationRequest();
    const { confirmation } = (await readAuthorization(cookie, request)).json;
    return { headers: { cookie }, body: { request, decision: 'approve', confirmation } };
  },
};
