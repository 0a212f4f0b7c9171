import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { eventDescriptions } from '../../lib/agents/events/event-descriptions.ts';
import { CATALOG_FILE } from '../../lib/agents/skills/catalog.ts';
import { readDocument } from '../../lib/bundle/documents.ts';
import { endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import { routeEntries } from '../../lib/bundle/route-entries.ts';
import { skillCatalog } from '../../lib/bundle/skill-catalog.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { assertMatchesDocument } from '../tools/openapi/document.ts';
import { createInMemoryDynamodb, type InMemoryDynamodb, SHORT_QUERY_PART } from './in-memory-dynamodb.ts';
import { createInMemoryKms, type InMemoryKms } from './in-memory-kms.ts';

/** The time of an endpoint in the stack. */
const ENDPOINT_TIMEOUT_MS = 10_000;

/** Half past a minute: requests made without moving the clock share a minute of the rate limit. */
export const START = '2026-08-03T10:00:30.000Z';

/** The secret with which CloudFront sends requests to the API. */
export const ORIGIN_SECRET = 'the secret of the distribution';

/** How `vi.waitFor` waits: until the test ends. */
export const WAIT = { timeout: 180_000, interval: 10 };

export type Json = Record<string, unknown>;

/** A request as the gateway passes it. `body` is sent as JSON; `bytes` unchanged, in base64. */
export interface TestRequest {
  token?: string | undefined;
  body?: unknown;
  text?: string;
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
  sourceIp?: string;
  /** The domain of the API; default: that of a deployed stage. */
  domainName?: string;
  path?: string;
  method?: string;
}

export interface TestResponse {
  status: number;
  headers: Record<string, string>;
  /** The body as text, after base64 and gzip decoding. */
  text: string;
  /** The parsed JSON body; empty for any other content type. */
  json: Json;
}

/**
 * Call once at the top of a test file: every test begins with an empty table and the clock at `START`.
 * Only the clock is set; timers run in real time. Requests send nothing to queues or the scheduler: these
 * clients reject every call.
 */
export function setupApi(): InMemoryDynamodb {
  process.env.AWS_REGION ??= 'eu-central-1';
  process.env.MEDIA_BUCKET = 'media-bucket';
  // Presigned URLs are signed without a request.
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
  process.env.SETTINGS = JSON.stringify(stage('local'));
  const files = taskRoot();
  process.env.LAMBDA_TASK_ROOT = files;
  const table = createInMemoryDynamodb();
  tableOfFile = table;
  keys = createInMemoryKms();
  for (const client of [SQSClient, SchedulerClient]) {
    mockClient(client as never).rejects(new Error(`An endpoint called the ${client.name}.`));
  }
  beforeEach(() => {
    table.clear();
    keys!.fault = null;
    table.fault = null;
    table.failAfterWrite = null;
    table.latency = null;
    table.unprocessed = null;
    table.queryPart = SHORT_QUERY_PART;
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(START) });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => {
    vi.restoreAllMocks();
    rmSync(files, { recursive: true, force: true });
  });
  return table;
}

let tableOfFile: InMemoryDynamodb | undefined;

/** The table of this test file. */
export function currentTable(): InMemoryDynamodb {
  return tableOfFile!;
}

let keys: InMemoryKms | undefined;

/** The mocked KMS of this test file. */
export function mockKms(): InMemoryKms {
  return keys!;
}

/** Move the clock forward. */
export function advanceTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/** Make the pauses before retries of the table last no time until the test ends, and move the clock by them. */
export function skipRetryPauses(): void {
  const pauses = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => advanceTime(ms ?? 0) as never);
  onTestFinished(() => pauses.mockRestore());
}

/** The time `seconds` from now, as a caller writes it. */
export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString();
}

/**
 * Send a request to the exported handler of an operation. Every response is validated against the OpenAPI
 * document: a response that does not match fails its test.
 */
export async function callApi(operation: OperationId, requestInput: TestRequest = {}): Promise<TestResponse> {
  const { method, path } = endpointOf(operation);
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => requestInput.params?.[name] ?? '');
  return call(operation, handlerFile(operation), toGatewayEvent(requestInput, method, filled));
}

/** Send a request that has to succeed, with the status that its operation declares. Returns the body of the response. */
export async function succeed<T = Json>(operation: OperationId, requestInput: TestRequest = {}): Promise<T> {
  const { status, text, json } = await callApi(operation, requestInput);
  expect(status, text).toBe(endpointOf(operation).status);
  return json as T;
}

/** A function instance of its own, as Lambda starts them under load: it shares nothing but the table. */
export async function newInstance(
  operation: OperationId,
): Promise<(requestInput: TestRequest) => Promise<TestResponse>> {
  vi.resetModules();
  const { handler } = await import(handlerFile(operation));
  const { method, path } = endpointOf(operation);
  return (requestInput) => invokeHandler(operation, handler, toGatewayEvent(requestInput, method, path));
}

/** Send a request that no route matches. */
export function callUnmatchedRoute(
  method: string,
  path: string,
  requestInput: TestRequest = {},
): Promise<TestResponse> {
  return call('unmatched', '../../functions/unmatched.ts', toGatewayEvent(requestInput, method, path));
}

/** Get a document of OAuth at the root of the host, which is not in the OpenAPI document. */
export function getOauthDocument(path: string, requestInput: TestRequest = {}): Promise<TestResponse> {
  return call('mcp', '../../functions/unmatched.ts', toGatewayEvent(requestInput, 'GET', path));
}

/** Send a request to the MCP server. */
export function callMcp(requestInput: TestRequest): Promise<TestResponse> {
  return call('mcp', '../../functions/mcp.ts', toGatewayEvent(requestInput, 'POST', '/mcp'));
}

const handlerFile = (operation: OperationId) => `../../functions/${operation.replace('.', '/')}.ts`;

async function call(operation: string, file: string, event: Json): Promise<TestResponse> {
  return invokeHandler(operation, (await import(file)).handler, event);
}

type Handler = (event: unknown, context: unknown) => Promise<{ statusCode: number; body: string } & Json>;

async function invokeHandler(operation: string, handler: Handler, event: Json): Promise<TestResponse> {
  const context = { awsRequestId: 'lambda-request', getRemainingTimeInMillis: () => ENDPOINT_TIMEOUT_MS };
  const { statusCode, headers, body, isBase64Encoded } = await handler(event, context);
  const given = headers as Record<string, string>;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  const text = String(given['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
  assertMatchesDocument(operation, { status: statusCode, headers: given, text });
  const isJson = /^application\/(problem\+)?json\b/.test(given['content-type'] ?? '') && text !== '';
  return { status: statusCode, headers: given, text, json: (isJson ? JSON.parse(text) : {}) as Json };
}

let taskFiles: Record<string, Buffer> | undefined;

/** The files that functions read, compressed once: the OpenAPI document, the event kinds, and the routes. */
function taskRoot(): string {
  taskFiles ??= {
    'openapi.json.gz': gzipSync(readDocument('openapi.json')),
    'events.json.gz': gzipSync(JSON.stringify(eventDescriptions())),
    'routes.json.gz': gzipSync(JSON.stringify(routeEntries())),
    [CATALOG_FILE]: Buffer.from(JSON.stringify(skillCatalog())),
  };
  const folder = mkdtempSync(join(tmpdir(), 'task-root-'));
  for (const [name, content] of Object.entries(taskFiles)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The gateway's event, payload format 2.0. Header names arrive in lower case, and cookies in a list. */
function toGatewayEvent(requestInput: TestRequest, method: string, path: string): Json {
  const text = requestInput.text ?? (requestInput.body === undefined ? undefined : JSON.stringify(requestInput.body));
  const hasBody = text !== undefined || requestInput.bytes !== undefined;
  const { cookie, ...headers } = requestInput.headers ?? {};
  const sent = {
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(requestInput.token === undefined ? {} : { authorization: `Bearer ${requestInput.token}` }),
    ...headers,
  };
  const http = {
    method: requestInput.method ?? method,
    path: requestInput.path ?? path,
    protocol: 'HTTP/1.1',
    sourceIp: requestInput.sourceIp ?? '198.51.100.7',
    userAgent: 'test',
  };
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: requestInput.path ?? path,
    rawQueryString: new URLSearchParams(requestInput.query).toString(),
    headers: sent,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    ...(requestInput.query ? { queryStringParameters: requestInput.query } : {}),
    ...(requestInput.params ? { pathParameters: requestInput.params } : {}),
    requestContext: {
      domainName: requestInput.domainName ?? 'api.example.com',
      http,
      requestId: 'gateway-request',
      stage: '$default',
      timeEpoch: Date.now(),
    },
    stageVariables: { dashboardDomain: 'dashboard.example.com', originSecretHash: sha256(ORIGIN_SECRET) },
    ...(requestInput.bytes ? { body: Buffer.from(requestInput.bytes).toString('base64') } : { body: text }),
    isBase64Encoded: requestInput.bytes !== undefined,
  };
}

/** Whether a command of the table concerns the count of the rate limit, which is read or written by any request. */
export function isRateLimitCommand({ Key }: Json): boolean {
  return String((Key as Json | undefined)?.pk).startsWith('RATE#');
}

// Request counts, failed exchanges, and a key's last use: every request writes them, also a rejected one.
const COUNTS = ['RateWindow', 'FailedTokenRequest', 'ApiKeyUsage'];

/** The table without request counts: what a rejected request must not change. */
export function storedItems(table: InMemoryDynamodb): Item[] {
  return table.items().filter((item) => !COUNTS.includes(String(item.entity)));
}
