import type { Server } from 'node:http';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consent, REDIRECT_URI, signInWith, startClient } from './consent.ts';
import { useRunningService } from './running-service.ts';

// OAuth libraries that others wrote connect to the running service, from discovery to revocation.

const { service } = useRunningService();
const { service: renaming } = useRunningService({ renamesChallenges: true });
const insecure = { [oauth.allowInsecureRequests]: true };

let cookie: string;
let client: oauth.Client;
let server: Server;

beforeAll(async () => {
  cookie = await signInWith(service.signInUrl);
  const started = await startClient('Example App');
  client = { client_id: started.client_id };
  server = started.server;
});

afterAll(() => void server?.close());

describe('an integration with oauth4webapi', () => {
  it('discovers the server, is authorized, refreshes its tokens and revokes them', async () => {
    const issuer = new URL(service.url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const as = await oauth.processDiscoveryResponse(issuer, found);
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const asked = {
      ...{ client_id: client.client_id, redirect_uri: REDIRECT_URI, response_type: 'code', state },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      ...{ scope: 'content:read audit:read', resource: service.baseUrl },
    };
    const url = new URL(`${as.authorization_endpoint}?${new URLSearchParams(asked)}`);
    const { shown, returned } = await consent(url, cookie, { decision: 'approve', permissions: ['content:read'] });
    expect(shown).toMatchObject({ kind: 'integration', client: { name: 'Example App' } });

    const parameters = oauth.validateAuthResponse(as, client, returned, state);
    const form = { additionalParameters: { resource: service.baseUrl }, ...insecure };
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, REDIRECT_URI, verifier, form);
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, await exchange());
    expect(tokens.scope).toBe('content:read');
    const renewed = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token!, insecure);
    const { access_token, refresh_token } = await oauth.processRefreshTokenResponse(as, client, renewed);
    expect(refresh_token).not.toBe(tokens.refresh_token);
    const content = new URL(`${service.baseUrl}/content`);
    for (const token of [tokens.access_token, access_token]) {
      expect((await oauth.protectedResourceRequest(token, 'GET', content, undefined, null, insecure)).status).toBe(200);
    }

    const revoked = await oauth.revocationRequest(as, client, oauth.None(), refresh_token!, insecure);
    await oauth.processRevocationResponse(revoked);
    const late = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refresh_token!, insecure);
    await expect(oauth.processRefreshTokenResponse(as, client, late)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('that a person denies learns it from the response', async () => {
    const issuer = new URL(service.url);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    const as = await oauth.processDiscoveryResponse(issuer, found);
    const asked = {
      ...{ client_id: client.client_id, redirect_uri: REDIRECT_URI, response_type: 'code', state: 'x' },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    };
    const url = new URL(`${as.authorization_endpoint}?${new URLSearchParams(asked)}`);
    const { returned } = await consent(url, cookie, { decision: 'deny' });
    expect(() => oauth.validateAuthResponse(as, client, returned, 'x')).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    );
  });
});

describe.each(['keeps', 'renames'])(
  'an agent with the official client of MCP, where a gateway %s challenges',
  (does) => {
    const running = does === 'keeps' ? service : renaming;

    /** What the client stores, as an application would. */
    function newProvider() {
      const stored: { tokens?: object; verifier?: string; url?: URL } = {};
      const provider: OAuthClientProvider = {
        redirectUrl: REDIRECT_URI,
        clientMetadata: { client_name: 'Example App', redirect_uris: [REDIRECT_URI] },
        // The client takes a metadata document from https URLs only, so its id is given here.
        clientInformation: () => ({ client_id: client.client_id }),
        tokens: () => stored.tokens as never,
        saveTokens: (tokens) => {
          stored.tokens = tokens;
        },
        redirectToAuthorization: (url) => {
          stored.url = url;
        },
        saveCodeVerifier: (verifier) => {
          stored.verifier = verifier;
        },
        codeVerifier: () => stored.verifier!,
      };
      return { provider, stored };
    }

    it('discovers the server from a 401, is authorized as an agent, and calls tools', async () => {
      const { provider, stored } = newProvider();
      const session = does === 'keeps' ? cookie : await signInWith(running.signInUrl);
      const endpoint = new URL('/mcp', running.url);
      const challenged = await fetch(endpoint, { method: 'POST' });
      expect([challenged.status, challenged.headers.has('www-authenticate')]).toEqual([401, does === 'keeps']);
      const connect = async () => {
        const transport = new StreamableHTTPClientTransport(endpoint, { authProvider: provider });
        const agent = new Client({ name: 'e2e', version: '1.0.0' });
        await agent.connect(transport).catch((error) => Promise.reject(Object.assign(error, { transport })));
        return agent;
      };
      const { transport } = (await connect().catch((error) => error)) as { transport: StreamableHTTPClientTransport };
      const asked = Object.fromEntries(stored.url!.searchParams);
      expect(asked).toMatchObject({ resource: endpoint.href, code_challenge_method: 'S256' });
      expect(asked.scope).toContain('content:write');
      const { shown, returned } = await consent(stored.url!, session);
      expect(shown).toMatchObject({ kind: 'agent' });
      await transport.finishAuth(returned.searchParams);

      const agent = await connect();
      const { structuredContent } = await agent.callTool({ name: 'read_rules', arguments: {} });
      expect(structuredContent).toMatchObject({ workspace: { name: 'Demo' } });
      await agent.close();
    });
  },
);
