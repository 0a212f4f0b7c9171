import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../../platforms/certificate.ts';

let connections = 0;
const server = createServer(selfSigned(), (request, response) => {
  request.resume().on('end', () => {
    setImmediate(() => response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}'));
  });
});
server.on('secureConnection', () => {
  connections += 1;
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

beforeEach(() => {
  connections = 0;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('TABLE_NAME', 'table');
  vi.resetModules();
});

/** Send so many requests at once, in a function that has loaded a module. Returns the connections that it opened. */
async function connectionsOf(requests: number, module?: () => Promise<unknown>): Promise<number> {
  const { load } = await import('../../../lib/core/table/read.ts');
  const endpoint = (await module?.()) as { handler?: unknown } | undefined;
  expect(endpoint === undefined || endpoint.handler).toBeTruthy();
  await Promise.all(Array.from({ length: requests }, (_, index) => load({ pk: 'P', sk: `${index}` })));
  return connections;
}

describe('the connections to the table', () => {
  it('are at most four in an endpoint, however many requests it sends at once', async () => {
    expect(await connectionsOf(12, () => import('../../../functions/schedule/list.ts'))).toBe(4);
  });

  it('are as many as the requests in a worker', async () => {
    expect(await connectionsOf(12)).toBe(12);
  });
});
