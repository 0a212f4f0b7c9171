import { request as httpRequest } from 'node:http';
import { Duration, type Stack } from 'aws-cdk-lib';
import { type CfnStage, type HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTokenBucket } from '../../../tools/local-stack/route-throttles.ts';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;

beforeAll(async () => {
  fixture = synthesizeFixture((stack) => {
    throttleRoutes(stack);
    routeToFailures(stack);
  });
  const { outdir, folder } = fixture;
  service = await startStack({
    outdir,
    folder,
    log: () => {},
    // The functions may run for minutes, as in the other tests. The gateway responds anyway.
    timeoutFactor: 100,
    interceptRequest: (request, response) => {
      if (!request.url?.startsWith('/_')) return false;
      response.end('extra');
      return true;
    },
  });
});
afterAll(async () => {
  await service.stop();
  fixture.remove();
});

/** Two more routes of a function that notes its invocations, one of them with a burst of two requests. */
function throttleRoutes(stack: Stack): void {
  const api = stack.node.findChild('Api') as HttpApi;
  const integration = new HttpLambdaIntegration('Noted', stack.node.findChild('OnDue') as LambdaFunction);
  for (const path of ['/throttled', '/unthrottled']) api.addRoutes({ path, methods: [HttpMethod.GET], integration });
  (api.defaultStage!.node.defaultChild as CfnStage).routeSettings = {
    'GET /throttled': { ThrottlingRateLimit: 0.0001, ThrottlingBurstLimit: 2 },
  };
}

/** A route to each function that fails its invocation in a way of its own. */
function routeToFailures(stack: Stack): void {
  const api = stack.node.findChild('Api') as HttpApi;
  for (const [path, { id, timeout }] of Object.entries(FAILURES)) {
    const fn = stack.node.findChild(id) as LambdaFunction;
    const integration = new HttpLambdaIntegration(`${id}Route`, fn, { timeout });
    api.addRoutes({ path, methods: [HttpMethod.GET], integration });
  }
}

const FAILURES = {
  '/exit': { id: 'ExitNow', timeout: Duration.seconds(29) },
  '/broken': { id: 'BrokenImport', timeout: Duration.seconds(29) },
  '/loading': { id: 'LoadForever', timeout: Duration.seconds(1) },
  '/spin': { id: 'SpinForever', timeout: Duration.seconds(1) },
};

type Event = {
  routeKey: string;
  rawPath: string;
  rawQueryString: string;
  cookies?: string[];
  headers: Record<string, string>;
  queryStringParameters?: Record<string, string>;
  pathParameters?: Record<string, string>;
  requestContext: { http: Record<string, string>; time: string; timeEpoch: number; stage: string };
  body?: string;
  isBase64Encoded: boolean;
};

async function eventOf(method: string, path: string, init: RequestInit = {}): Promise<Event> {
  const response = await fetch(service.url + path, { method, ...init });
  expect(response.status).toBe(200);
  return (await response.json()) as Event;
}

describe('routing', () => {
  test.each([
    ['GET', '/things', 'GET /things'],
    ['GET', '/things/literal', 'ANY /things/literal'],
    ['GET', '/things/7', 'GET /things/{id}'],
    ['DELETE', '/things/7', 'ANY /things/{id}'],
    ['POST', '/things/7/parts/9', 'POST /things/{id}/parts/{part}'],
    ['GET', '/things/7/parts/9', 'GET /things/{rest+}'],
    ['POST', '/things', '$default'],
    ['GET', '/things/', '$default'],
    ['GET', '/', '$default'],
  ])('%s %s goes to %s', async (method, path, routeKey) => {
    expect((await eventOf(method, path)).routeKey).toBe(routeKey);
  });

  test('path parameters are percent-decoded once', async () => {
    const event = await eventOf('GET', '/things/a%2Fb%2520c');
    expect(event.pathParameters).toEqual({ id: 'a/b%20c' });
    expect(event.rawPath).toBe('/things/a%2Fb%2520c');
  });

  test('a path that does not percent-decode is rejected with 400', async () => {
    expect((await fetch(`${service.url}/things/%zz`)).status).toBe(400);
  });

  test('the extra hook sees a request before the routes do', async () => {
    expect(await (await fetch(`${service.url}/_status`)).text()).toBe('extra');
  });
});

describe('the event', () => {
  test('holds query, duplicate headers and cookies as format 2.0 writes them', async () => {
    const raw = await new Promise<string>((resolve, reject) => {
      const headers = [
        ['Host', new URL(service.url).host],
        ['X-Many', 'one'],
        ['X-Many', 'two'],
        ['Cookie', 'a=1; b=2'],
      ];
      httpRequest(`${service.url}/things?tag=x&tag=y%20z&empty=`, { headers: headers.flat() }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
    const event = JSON.parse(raw) as Event;
    expect(event.rawQueryString).toBe('tag=x&tag=y%20z&empty=');
    expect(event.queryStringParameters).toEqual({ tag: 'x,y z', empty: '' });
    expect(event.headers['x-many']).toBe('one,two');
    expect(event.cookies).toEqual(['a=1', 'b=2']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  test('describes the request in requestContext', async () => {
    const { requestContext } = await eventOf('PUT', '/things/1');
    expect(requestContext.http).toMatchObject({ method: 'PUT', path: '/things/1', sourceIp: '127.0.0.1' });
    expect(requestContext.stage).toBe('$default');
    expect(requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
    expect(Math.abs(Date.now() - requestContext.timeEpoch)).toBeLessThan(10_000);
  });

  test.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/csv', false],
    ['application/x-www-form-urlencoded', true],
    ['application/merge-patch+json', true],
    ['application/jsonp', true],
    ['', true],
  ])('a body of type "%s" is base64: %s', async (type, isBase64Encoded) => {
    const body = Buffer.from('{"ü":1}');
    const event = await eventOf('POST', '/x', { body, headers: type ? { 'content-type': type } : {} });
    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(Buffer.from(event.body!, isBase64Encoded ? 'base64' : 'utf8')).toEqual(body);
  });

  test('has no body when none was sent', async () => {
    const event = await eventOf('POST', '/x');
    expect(event).not.toHaveProperty('body');
    expect(event.isBase64Encoded).toBe(false);
  });
});

describe('a throttled route', () => {
  test('rejects requests beyond its burst with the 429 of the gateway, and does not invoke the function', async () => {
    const send = (path: string) => Promise.all([1, 2, 3, 4].map(() => fetch(service.url + path)));
    const responses = await send('/throttled');
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(2);
    expect(await rejected[0]!.json()).toEqual({ message: 'Too Many Requests' });
    expect(fixture.journal().filter(({ by }) => by === 'on-due')).toHaveLength(2);
    expect((await send('/unthrottled')).map(({ status }) => status)).not.toContain(429);
  });
});

describe('a token bucket', () => {
  test('lets its burst pass, then one request per refill, and never holds more than its burst', () => {
    let nowMs = 0;
    const take = createTokenBucket({ requestsPerSecond: 10, burst: 3 }, () => nowMs);
    const passing = () => Array.from({ length: 5 }, take).filter(Boolean).length;
    expect(passing()).toBe(3);
    nowMs += 100;
    expect(passing()).toBe(1);
    nowMs += 60_000;
    expect(passing()).toBe(3);
  });
});

describe('the reply', () => {
  test('status, headers, cookies and a base64 body reach the client', async () => {
    const response = await fetch(`${service.url}/bytes`);
    expect(response.status).toBe(201);
    expect(response.headers.get('x-number')).toBe('7');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 1]);
  });

  test('a value without statusCode is a 200 of JSON', async () => {
    const response = await fetch(`${service.url}/bare`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ bare: true });
  });

  test.each(['/throws', '/nonsense'])('%s is answered by the 500 of the gateway itself', async (path) => {
    const response = await fetch(service.url + path);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });

  test('a function that answers later than the integration may wait is a 503', async () => {
    const response = await fetch(`${service.url}/slow`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ message: 'Service Unavailable' });
  });

  test.each([
    ['ends while it runs', '/exit', 500, 'Internal Server Error'],
    ['ends while it starts', '/broken', 500, 'Internal Server Error'],
    ['never becomes ready', '/loading', 503, 'Service Unavailable'],
    ['does not return from a loop', '/spin', 503, 'Service Unavailable'],
  ])('a request gets a response although the thread of its function %s', async (_, path, status, message) => {
    const response = await fetch(service.url + path);
    expect([response.status, await response.json()]).toEqual([status, { message }]);
  });

  test('a request gets a response although every thread of its function is in a loop', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => fetch(`${service.url}/spin`)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(503));
    while (service.kill('spin/forever')) await new Promise((resume) => setTimeout(resume, 50));
    expect(await service.invoke('spin/forever', {})).toBe(process.pid);
  });

  test('a body over 10 MB is rejected with 413', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1);
    const response = await fetch(`${service.url}/x`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
  });

  test('headers over 10,240 bytes are rejected with 431', async () => {
    const response = await fetch(`${service.url}/x`, { headers: { 'x-long': 'a'.repeat(10_240) } });
    expect(response.status).toBe(431);
  });
});
