import dns from 'node:dns';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../../platforms/certificate.ts';

let connections = 0;
let responseMs = 0;
const server = createServer(selfSigned(), (request, response) => {
  request.resume().on('end', () => {
    const respond = () => response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    setTimeout(respond, responseMs);
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
  responseMs = 0;
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

  it('can be awaited for longer than a new one may take to open, without a second attempt', async () => {
    responseMs = 700;
    const { limitConnections, table } = await import('../../../lib/core/table/client.ts');
    limitConnections(1);
    const command = () => new GetCommand({ TableName: 'table', Key: { pk: 'P', sk: 'S' } });
    const answers = await Promise.all([1, 2, 3].map(() => table.send(command())));
    expect(answers.map(({ $metadata }) => $metadata.attempts)).toEqual([1, 1, 1]);
    expect(connections).toBe(1);
  });

  it('are opened again after a second without an answer', async () => {
    const lookup = vi.spyOn(dns, 'lookup');
    lookup.mockImplementationOnce((() => {}) as never);
    lookup.mockImplementation(((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never);
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `https://table.test:${(server.address() as AddressInfo).port}`);
    const { table } = await import('../../../lib/core/table/client.ts');
    const { $metadata } = await table.send(new GetCommand({ TableName: 'table', Key: { pk: 'P', sk: 'S' } }));
    expect([$metadata.attempts, connections]).toEqual([2, 1]);
    lookup.mockRestore();
  });

  it('are as many as the requests in a worker', async () => {
    expect(await connectionsOf(12)).toBe(12);
  });
});
