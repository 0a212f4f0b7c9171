import { describe, expect, it } from 'vitest';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { callUnmatchedRoute, setupApi } from '../functions/api-harness.ts';

setupApi();

describe('a request without a matching route', () => {
  describe('404', () => {
    it.each([
      ['GET', '/v1/nothing'],
      ['GET', '/'],
      ['GET', '/v1'],
      ['GET', '/v1/content/'],
      ['GET', '/v1//content'],
      ['GET', '/v1/content/a/b'],
      ['GET', '/v2/content'],
      ['GET', '/v1/Content'],
      ['GET', '/content'],
      ['POST', '/v1/auth/../auth/token'],
      ['GET', '/v1/content%2f'],
    ])('%s %s is a problem like any other, with a request id', async (method, path) => {
      const answer = await callUnmatchedRoute(method, path);
      expect([answer.status, answer.json.code]).toEqual([404, 'not_found']);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.json.request_id).toBe(answer.headers['x-request-id']);
      expect(answer.headers).not.toHaveProperty('allow');
    });

    it('has a type that no browser guesses', async () => {
      const { headers } = await callUnmatchedRoute('GET', '/v1/nothing');
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
        'application/problem+json',
        'nosniff',
      ]);
    });

    it('is the same with and without a token, and does not repeat the path', async () => {
      const headers = { 'x-request-id': 'same' };
      const without = await callUnmatchedRoute('GET', '/v1/<script>', { headers });
      const withToken = await callUnmatchedRoute('GET', '/v1/<script>', {
        headers: { ...headers, authorization: 'Bearer x' },
      });
      expect(without).toEqual(withToken);
      expect(without.text).not.toContain('<script>');
    });
  });

  describe('405', () => {
    it.each([
      ['PATCH', '/v1/content', 'GET, POST'],
      ['DELETE', '/v1/content', 'GET, POST'],
      ['POST', '/v1/content/cnt_01K00000000000000000000000', 'DELETE, GET, PUT'],
      ['GET', '/v1/auth/token', 'POST'],
      ['GET', '/auth/token', 'POST'],
      ['POST', '/auth/verify', 'GET'],
      ['GET', '/v1/schedule/scd_01K00000000000000000000000', 'DELETE, PUT'],
      ['GET', '/v1/webhooks/wh_01K00000000000000000000000/test', 'POST'],
      ['HEAD', '/v1/content', 'GET, POST'],
      ['OPTIONS', '/v1/content', 'GET, POST'],
      ['GET', '/v1/content/validate', 'POST'],
      ['PATCH', '/v1/content/validate', 'POST'],
      ['DELETE', '/v1/team/invitations/accept', 'POST'],
      ['POST', '/v1/content/validated', 'DELETE, GET, PUT'],
    ])('%s %s names the supported methods', async (method, path, allow) => {
      const answer = await callUnmatchedRoute(method, path);
      expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.allow).toBe(allow);
      expect(answer.headers['content-type']).toBe('application/problem+json');
    });

    it.each(allEndpoints())(
      'at the path of %s names exactly its methods, for every unsupported method',
      async (_, route) => {
        const path = route.path.replaceAll(/\{[a-z_]+\}/g, 'x');
        const there = allEndpoints().flatMap(([, row]) => (row.path === route.path ? row.method : [])) as string[];
        for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']) {
          if (there.includes(method)) continue;
          const answer = await callUnmatchedRoute(method, path);
          expect([answer.status, answer.json.code]).toEqual([405, 'method_not_allowed']);
          expect(answer.headers.allow?.split(', ')).toEqual(there.sort());
        }
      },
    );

    it('has no CORS headers for pages of other origins', async () => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
      const answer = await callUnmatchedRoute('OPTIONS', '/v1/content', { headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });
  });
});
