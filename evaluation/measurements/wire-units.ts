import { createServer, type IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import { listen } from '../../tools/local-stack/http.ts';

// Counts request units by the rules of DynamoDB's developer guide, from the requests themselves and from the items that
// they read or change. It uses neither the consumed capacity that the table reports nor anything of lib/core/table.

type Value = Record<string, unknown>;
type Image = Record<string, Value>;
type Body = Record<string, unknown>;
type Target = { TableName: string; Key?: Image; Item?: Image };
type Statement = { Statement: string; Parameters: Value[] };
type Index = {
  IndexName: string;
  KeySchema: { AttributeName: string }[];
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
};

/** Request units of the table and of its indexes. */
export interface WireUnits {
  reads: number;
  writes: number;
  indexWrites: number;
}

/** Create a counter. `proxy` returns the URL of a proxy that forwards to an endpoint, and counts what it forwards. */
export function createWireCounter() {
  let units: WireUnits = { reads: 0, writes: 0, indexWrites: 0 };
  const servers: ReturnType<typeof createServer>[] = [];

  async function proxy(endpoint: string): Promise<string> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const [service, operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
      const isTable = service === 'DynamoDB_20120810';
      const body = isTable ? (JSON.parse(bytes.toString()) as Body) : {};
      const reads = isTable ? await countReads(endpoint, operation, body) : 0;
      // After the await: requests that are counted at the same time add to the same units.
      units.reads += reads;
      const targets = isTable ? targetsOf(operation, body) : [];
      const before = await Promise.all(targets.map((target) => imageOf(endpoint, target)));
      const answer = await forward(endpoint, request, bytes);
      const factor = operation === 'TransactWriteItems' ? 2 : 1;
      const after = answer.status < 300 ? await Promise.all(targets.map((target) => imageOf(endpoint, target))) : null;
      const indexes = targets.length > 0 ? await indexesOf(endpoint, targets[0]!.TableName) : [];
      for (const index of targets.keys()) {
        // A rejected write changes nothing, and costs at least one unit.
        const images = after ? ([before[index]!, after[index]!] as const) : null;
        units.writes += factor * (images ? Math.max(kilobytes(images[0]), kilobytes(images[1]), 1) : 1);
        if (images) for (const each of indexes) units.indexWrites += countIndexWrites(each, ...images);
      }
      response.writeHead(answer.status, answer.headers).end(answer.bytes);
    });
    servers.push(server);
    return `http://127.0.0.1:${await listen(server, 0)}`;
  }

  return {
    proxy,
    /** Return the units since the last call. */
    take: (): WireUnits => {
      const taken = units;
      units = { reads: 0, writes: 0, indexWrites: 0 };
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

async function forward(endpoint: string, request: IncomingMessage, bytes: Buffer) {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const method = request.method ?? 'POST';
  const sent = { method, headers: headers as Record<string, string>, ...(method === 'GET' ? {} : { body: bytes }) };
  const answer = await fetch(new URL(request.url ?? '/', endpoint), sent);
  const passed = [...answer.headers].filter(([name]) => /^x-amz|^content-type$/.test(name));
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: Object.fromEntries(passed), bytes: body };
}

/** The items that a write may change. */
function targetsOf(operation: string, body: Body): Target[] {
  if (/^(Put|Update|Delete)Item$/.test(operation)) return [body as unknown as Target];
  if (operation === 'BatchExecuteStatement') return (body.Statements as Statement[]).map(insertedBy);
  if (operation !== 'TransactWriteItems') return [];
  return (body.TransactItems as Record<string, Target>[]).map((action) => Object.values(action)[0]!);
}

/** The target of `INSERT INTO "table" VALUE {'name': ?, …}`. */
function insertedBy({ Statement, Parameters }: Statement): Target {
  const [, TableName, fields] = /^INSERT INTO "([^"]+)" VALUE \{(.*)\}$/.exec(Statement)!;
  const names = [...fields!.matchAll(/'([^']+)': \?/g)].map(([, name]) => name!);
  return { TableName: TableName!, Item: Object.fromEntries(names.map((name, index) => [name, Parameters[index]!])) };
}

async function imageOf(endpoint: string, { TableName, Key, Item: item }: Target): Promise<Image | null> {
  const key = Key ?? { pk: item!.pk!, sk: item!.sk! };
  const input = { TableName, Key: key, ConsistentRead: true };
  return (await callDynamodb<{ Item?: Image }>(endpoint, 'DynamoDB_20120810.GetItem', input)).Item ?? null;
}

/** Count a read by the whole items that it reads: what a request projects away, or only counts, costs the same. */
async function countReads(endpoint: string, operation: string, body: Body): Promise<number> {
  if (operation === 'GetItem') {
    const item = await imageOf(endpoint, body as unknown as Target);
    return readUnits(item ? bytesOf(item) : 0, body.ConsistentRead === true);
  }
  if (operation === 'BatchGetItem') {
    let units = 0;
    type Keys = { Keys: Image[]; ConsistentRead?: boolean };
    for (const [TableName, { Keys, ConsistentRead }] of Object.entries(body.RequestItems as Record<string, Keys>)) {
      for (const Key of Keys) {
        const item = await imageOf(endpoint, { TableName, Key });
        units += readUnits(item ? bytesOf(item) : 0, ConsistentRead === true);
      }
    }
    return units;
  }
  if (operation !== 'Query') return 0;
  const { Select: _, ProjectionExpression: __, ExpressionAttributeNames: names, ...query } = body;
  const input = { ...query, ExpressionAttributeNames: usedNames(names, String(body.KeyConditionExpression)) };
  const { Items } = await callDynamodb<{ Items: Image[] }>(endpoint, 'DynamoDB_20120810.Query', input);
  const bytes = Items.reduce((sum, item) => sum + bytesOf(item), 0);
  return readUnits(bytes, body.ConsistentRead === true);
}

// DynamoDB rejects names that no expression uses.
function usedNames(names: unknown, expression: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries((names ?? {}) as object).filter(([name]) => expression.includes(name)));
}

function readUnits(bytes: number, isConsistent: boolean): number {
  return Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
}

function kilobytes(item: Image | null): number {
  return item ? Math.ceil(bytesOf(item) / 1024) : 0;
}

async function indexesOf(endpoint: string, TableName: string): Promise<Index[]> {
  type Answer = { Table: { GlobalSecondaryIndexes?: Index[] } };
  const { Table } = await callDynamodb<Answer>(endpoint, 'DynamoDB_20120810.DescribeTable', { TableName });
  return Table.GlobalSecondaryIndexes ?? [];
}

/** Count the writes of an index: none when its entry stays the same, two when its key changes. */
function countIndexWrites(index: Index, before: Image | null, after: Image | null): number {
  const keys = index.KeySchema.map(({ AttributeName }) => AttributeName);
  const shown = new Set(['pk', 'sk', ...keys, ...(index.Projection.NonKeyAttributes ?? [])]);
  const entryOf = (item: Image | null): Image | null =>
    item && keys.every((name) => item[name]) ? pick(item, shown) : null;
  const [was, is] = [entryOf(before), entryOf(after)];
  if (isDeepStrictEqual(was, is)) return 0;
  const isMoved = was && is && keys.some((name) => !isDeepStrictEqual(was[name], is[name]));
  return isMoved ? kilobytes(was) + kilobytes(is) : Math.max(kilobytes(was), kilobytes(is));
}

function pick(item: Image, names: Set<string>): Image {
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}

function bytesOf(item: Image): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + valueBytes(value), 0);
}

function valueBytes(value: Value): number {
  const [type, inner] = Object.entries(value)[0]!;
  if (type === 'S') return Buffer.byteLength(inner as string);
  if (type === 'B') return Buffer.byteLength(inner as string, 'base64');
  // About one byte for two digits, and one more.
  if (type === 'N') return Math.ceil((inner as string).replace(/[^0-9]/g, '').length / 2) + 1;
  if (type === 'L') return 3 + (inner as Value[]).reduce((sum, each) => sum + 1 + valueBytes(each), 0);
  if (type === 'M') return 3 + Object.keys(inner as Image).length + bytesOf(inner as Image);
  return 1;
}
