import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ContentCreate } from '../../../lib/content/api/content/requests.ts';

// A warm instance of a handler whose table is answered from memory. Reads the number of requests of a run per line, and
// reports the CPU time of the run. The first command of each kind and key goes to the real table. The libraries of the
// peer with duties bring their own tables, which the real one cannot replace: their commands have fixed responses.

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;
type Command = { constructor: { name: string }; input: Record<string, unknown> };
type Client = { prototype: { send: (command: Command) => Promise<unknown> } };

const [, , file, exportName, event] = process.argv as unknown as [string, string, string, string, string];

// The copy of the SDK that the handler imports.
const load = createRequire(join(process.env.SDK_FOLDER!, 'package.json'));
const { prototype } = (load('@aws-sdk/lib-dynamodb') as { DynamoDBDocumentClient: Client }).DynamoDBDocumentClient;
const send = prototype.send;
let requests = 0;
const answers = new Map<string, Promise<unknown>>();
prototype.send = function (command) {
  const key = keyOf(command);
  const known = answers.get(key) ?? send.call(this, command);
  answers.set(key, known);
  return known;
};

const { DynamoDBClient } = load('@aws-sdk/client-dynamodb') as { DynamoDBClient: Client };
const counter = { key: { S: 'caller' }, points: { N: '1' }, expire: { N: String(Date.now() + 3_600_000) } };
DynamoDBClient.prototype.send = async ({ constructor: { name } }) =>
  name === 'UpdateItemCommand' ? { Attributes: counter } : {};

const WRITES = /^(Put|Update|Delete|TransactWrite)Command$/;

const HASH = /#[0-9a-f]{64}"/g;

/**
 * Give each request keys of its own: reads differ by their keys, but for the hash of an idempotency key, writes by the
 * beginning of theirs, because they have new ids and times.
 */
function keyOf({ constructor: { name }, input }: Command): string {
  if (!WRITES.test(name)) {
    const keys = JSON.stringify(input.Key ?? input.RequestItems ?? input.ExpressionAttributeValues);
    return `${name} ${keys.replace(HASH, '')}`;
  }
  const { pk = '' } = (input.Key ?? {}) as { pk?: string };
  return `${name} ${pk.slice(0, pk.indexOf('#'))}`;
}

const loaded = load(file) as Record<string, unknown>;
// The peer that creates validates by the schema that the endpoint declares.
const handler = (
  exportName === 'creating' ? (loaded.creating as (schema: unknown) => Handler)(ContentCreate) : loaded[exportName]
) as Handler;
const authorization = (await loaded.authorization) as string | undefined;
const context = { awsRequestId: 'measured', functionName: 'measured', getRemainingTimeInMillis: () => 10_000 };

createInterface({ input: process.stdin }).on('line', async (line) => {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  for (let request = 0; request < Number(line); request++) {
    const { statusCode, body } = await handler(nextRequest(), context);
    if (statusCode >= 300) throw new Error(`${file} responded ${statusCode}: ${body}`);
  }
  const { user, system } = process.cpuUsage(cpu);
  writeSync(3, `${JSON.stringify({ cpuMs: (user + system) / 1000, wallMs: performance.now() - startedMs })}\n`);
});

/** The event with the token of its handler and a new `Idempotency-Key`, where it has one. */
function nextRequest(): object {
  const request = JSON.parse(event) as { headers: Record<string, string> };
  if (authorization) request.headers.authorization = authorization;
  if (request.headers['idempotency-key']) request.headers['idempotency-key'] = `key-${++requests}`;
  return request;
}
