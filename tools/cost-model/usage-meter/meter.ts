import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../local-stack/http.ts';

/** One call of a function to a service of AWS, as it went through the meter. */
export interface MeteredCall {
  operation: string;
  reads: number;
  writes: number;
  indexWrites: number;
  /** Messages sent by it. */
  messages: number;
}

/** Counts the calls of functions to DynamoDB, SQS, KMS, SES and Scheduler by standing between them. */
export interface Meter {
  proxyEndpoint: (endpoint: string) => Promise<string>;
  /** Returns the calls since the last invocation. */
  takeCalls: () => MeteredCall[];
  stop: () => void;
}

interface Capacity {
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}

/** The operations that read the table, and those that write to it. */
export const READS: ReadonlySet<string> = new Set(['GetItem', 'BatchGetItem', 'Query']);
export const WRITES: ReadonlySet<string> = new Set([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
  'BatchExecuteStatement',
]);

/** Create a meter without calls. It listens on its own loopback ports. */
export function createMeter(): Meter {
  let calls: MeteredCall[] = [];
  const servers: ReturnType<typeof createServer>[] = [];

  async function between(endpoint: string): Promise<string> {
    const server = createServer((request, response) => {
      pass(endpoint, request, response, (call) => calls.push(call)).catch(() => response.destroy());
    });
    servers.push(server);
    return `http://127.0.0.1:${await listen(server, 0)}`;
  }

  return {
    proxyEndpoint: between,
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    stop: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function pass(
  endpoint: string,
  request: IncomingMessage,
  response: ServerResponse,
  note: (call: MeteredCall) => void,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString();
  const operation = operationOf(request);
  const asksTable = READS.has(operation) || WRITES.has(operation);
  // S3 receives the bytes of files.
  const input = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const answer = await fetch(new URL(request.url ?? '/', endpoint), {
    method: request.method ?? 'POST',
    headers: headers as Record<string, string>,
    ...(text === ''
      ? {}
      : { body: asksTable ? JSON.stringify({ ...input, ReturnConsumedCapacity: 'INDEXES' }) : bytes }),
  });
  const body = await answer.text();
  note(callOf(operation, input, answer.ok, body));
  const passed = [...answer.headers].filter(([name]) => /^x-amz|^content-type$|^etag$/.test(name));
  response.writeHead(answer.status, Object.fromEntries(passed)).end(body);
}

/** `PutItem`, `SendMessage`; a mail's, a schedule's and an object's operation have no header, only path and method. */
function operationOf(request: IncomingMessage): string {
  const target = String(request.headers['x-amz-target'] ?? '').split('.')[1];
  if (request.url === '/v2/email/outbound-emails') return 'SendEmail';
  return target ?? `${request.method} ${request.url?.startsWith('/schedules') ? 'schedule' : 'object'}`;
}

function callOf(operation: string, input: Record<string, unknown>, isDone: boolean, body: string): MeteredCall {
  const none = { operation, reads: 0, writes: 0, indexWrites: 0, messages: 0 };
  if (operation === 'SendMessage') return { ...none, messages: 1 };
  if (operation === 'SendMessageBatch') return { ...none, messages: (input.Entries as unknown[]).length };
  if (!READS.has(operation) && !WRITES.has(operation)) return none;
  if (!isDone) return { ...none, writes: failedWrites(operation, input) };
  const { ConsumedCapacity } = JSON.parse(body) as { ConsumedCapacity?: Capacity | Capacity[] };
  const capacities = [ConsumedCapacity ?? []].flat();
  const table = sum(capacities.map((each) => each.Table?.CapacityUnits ?? 0));
  const indexes = sum(
    capacities.flatMap((each) =>
      Object.values(each.GlobalSecondaryIndexes ?? {}).map((index) => index.CapacityUnits ?? 0),
    ),
  );
  return READS.has(operation) ? { ...none, reads: table + indexes } : { ...none, writes: table, indexWrites: indexes };
}

/**
 * A write with a failed condition is billed too, though its response does not contain it: counted as items of
 * 1 KB.
 */
function failedWrites(operation: string, input: Record<string, unknown>): number {
  if (READS.has(operation)) return 0;
  return operation === 'TransactWriteItems' ? 2 * (input.TransactItems as unknown[]).length : 1;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
