import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { METRIC_NAMESPACE, METRIC_SERVICE } from '../../../lib/core/observability/metrics.ts';
import { startServer } from '../../platforms/platforms.ts';
import { reportsInLog } from '../../stack/embedded-metrics.ts';

/** The modules with a client of its own: it reads its endpoint when it is created. */
async function clientOf(origin: string) {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', origin);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('TABLE_NAME', 'table');
  vi.resetModules();
  const { load } = await import('../../../lib/core/table/read.ts');
  return { load, ...(await import('../../../lib/core/retry/invocation-deadline.ts')) };
}

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}

const throttle = (response: ServerResponse) =>
  respond(response, 400, { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException', message: 'Slow down' });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('a request to the table', () => {
  it('that is throttled is sent again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let throttles = 3;
    await using server = await startServer((_, response) =>
      throttles-- > 0 ? throttle(response) : respond(response, 200, {}),
    );
    const { load } = await clientOf(server.origin);
    expect(await load({ pk: 'P', sk: 'S' })).toBeNull();
    expect(server.urls).toHaveLength(4);
  });

  it('that is throttled is reported for each attempt, also when a retry succeeds', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    vi.stubEnv('LOG_LEVEL', 'INFO');
    vi.stubEnv('STAGE', 'production');
    const lines: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    let throttles = 2;
    await using server = await startServer((_, response) =>
      throttles-- > 0 ? throttle(response) : respond(response, 200, {}),
    );
    const { load } = await clientOf(server.origin);
    expect(await load({ pk: 'P', sk: 'S' })).toBeNull();
    const metric = {
      Namespace: METRIC_NAMESPACE,
      MetricName: 'TableThrottles',
      Dimensions: [
        { Name: 'service', Value: METRIC_SERVICE },
        { Name: 'stage', Value: 'production' },
      ],
    };
    expect(reportsInLog(lines, metric).map(({ value }) => value)).toEqual([1, 1]);
  });

  it('that is throttled is not sent again when the invocation ends before', async () => {
    // The SDK pauses for almost a second.
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    await using server = await startServer((_, response) => throttle(response));
    const { load, withInvocationDeadline } = await clientOf(server.origin);
    const handler = withInvocationDeadline((_event: object, _context: object) => load({ pk: 'P', sk: 'S' }));
    const read = handler({}, { getRemainingTimeInMillis: () => 1_000 });
    await expect(read).rejects.toThrow('Slow down');
    expect(server.urls).toHaveLength(1);
  });

  it('is not copied for a log', async () => {
    await using server = await startServer((_, response) => respond(response, 200, {}));
    const { load } = await clientOf(server.origin);
    const { table } = await import('../../../lib/core/table/client.ts');
    const copy = vi.fn();
    const copies = { overrideInputFilterSensitiveLog: copy, overrideOutputFilterSensitiveLog: copy };
    const watch = (next: (args: object) => Promise<object>, context: object) => (args: object) =>
      next(Object.assign(context, { dynamoDbDocumentClientOptions: copies }) && args);
    table.middlewareStack.add(watch as never, { step: 'initialize', priority: 'low' });
    expect(await load({ pk: 'P', sk: 'S' })).toBeNull();
    expect(copy).not.toHaveBeenCalled();
  });

  it('that is never answered is sent again on another connection', async () => {
    let isLost = true;
    await using server = await startServer((_, response) => {
      if (!isLost) respond(response, 200, {});
      isLost = false;
    });
    const { load } = await clientOf(server.origin);
    expect(await load({ pk: 'P', sk: 'S' })).toBeNull();
    expect(server.urls).toHaveLength(2);
  });
});
