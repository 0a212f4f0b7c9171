import { describe, expect, it } from 'vitest';
import { callMcp, callUnmatchedRoute, getOauthDocument, ORIGIN_SECRET, setupApi } from '../functions/api-harness.ts';

setupApi();

const get = (path: string, headers: Record<string, string> = {}) => getOauthDocument(path, { headers });
const BY_CLOUDFRONT = { 'x-origin-secret': ORIGIN_SECRET };

describe('the metadata of the MCP server', () => {
  it.each(['', '/mcp'])('is at /.well-known/oauth-protected-resource%s', async (suffix) => {
    const { status, json } = await get(`/.well-known/oauth-protected-resource${suffix}`);
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        resource: 'https://api.example.com/mcp',
        authorization_servers: ['https://api.example.com'],
        bearer_methods_supported: ['header'],
      }),
    ]);
  });

  it('at the host of the dashboard names the resource there, with the same authorization server', async () => {
    const { json } = await get('/.well-known/oauth-protected-resource/mcp', BY_CLOUDFRONT);
    expect(json).toMatchObject({
      resource: 'https://dashboard.example.com/mcp',
      authorization_servers: ['https://api.example.com'],
    });
  });

  it('does not follow a header that a client has sent', async () => {
    const headers = { 'x-origin-secret': 'a guess', host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' };
    const { text } = await get('/.well-known/oauth-protected-resource/mcp', headers);
    expect(text).not.toContain('evil');
    expect(text).not.toContain('dashboard.example.com/mcp');
  });
});

describe('the metadata of the authorization server', () => {
  it('has the origin of the API as its issuer, whichever host was requested', async () => {
    for (const headers of [{}, BY_CLOUDFRONT]) {
      const { json } = await get('/.well-known/oauth-authorization-server', headers as Record<string, string>);
      expect(json).toMatchObject({
        issuer: 'https://api.example.com',
        authorization_endpoint: 'https://api.example.com/authorize',
        token_endpoint: 'https://api.example.com/v1/auth/token',
        revocation_endpoint: 'https://api.example.com/v1/auth/revoke',
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      });
    }
  });
});

describe('GET /authorize', () => {
  it('redirects to the screen of the dashboard with the query', async () => {
    const query = { client_id: 'https://app.example.com/client.json', state: 'a b&c' };
    const answer = await getOauthDocument('/authorize', { query });
    expect(answer.status).toBe(302);
    const { origin, hash } = new URL(answer.headers.location!);
    expect(origin).toBe('https://dashboard.example.com');
    expect(hash.startsWith('#/authorize?')).toBe(true);
    expect(Object.fromEntries(new URLSearchParams(hash.split('?')[1]))).toEqual(query);
  });

  it('is 405 with another method, and 404 without a dashboard', async () => {
    const posted = await callUnmatchedRoute('POST', '/authorize');
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET']);
    const local = process.env.SETTINGS!;
    process.env.SETTINGS = JSON.stringify({ ...JSON.parse(local), dashboard: false });
    try {
      for (const path of ['/authorize', '/.well-known/oauth-authorization-server']) {
        expect((await get(path)).status).toBe(404);
      }
    } finally {
      process.env.SETTINGS = local;
    }
  });
});

describe('the 401 of the MCP server', () => {
  it.each([undefined, 'unknown'])(
    'with the token %s names the metadata and the permissions of agents',
    async (token) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      for (const [headers, host] of [
        [{}, 'api.example.com'],
        [BY_CLOUDFRONT, 'dashboard.example.com'],
      ] as const) {
        const answer = await callMcp({ token, headers, body });
        expect(answer.status).toBe(401);
        const challenge = answer.headers['www-authenticate'];
        expect(challenge).toContain(`resource_metadata="https://${host}/.well-known/oauth-protected-resource/mcp"`);
        expect(challenge).toContain('scope="content:read content:write ');
      }
    },
  );
});
