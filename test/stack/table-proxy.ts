import { Agent, createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

type Image = Record<string, { S?: string }>;

/** One access of a function to the table, as IAM evaluates it. */
export interface Touch {
  by: string;
  action: string;
  /** `Table` or `Table/index/<name>`. */
  resource: string;
  /** The partition key, or that of the index for a query of an index. */
  pk: string;
  /** The item of a put. */
  item?: Image;
  /** The encryption context of a use of the KMS key. */
  context?: Record<string, string>;
}

interface Body {
  IndexName?: string;
  Key?: Image;
  Item?: Image;
  ExpressionAttributeValues?: Image;
  RequestItems?: Record<string, { Keys: Image[] }>;
  Statements?: { Statement: string; Parameters: { S?: string }[] }[];
  EncryptionContext?: Record<string, string>;
  TransactItems?: Record<'Put' | 'Update' | 'Delete', { Key?: Image; Item?: Image }>[];
}

/** The function that the next requests belong to; '' records none. */
export type Recording = { touches: Touch[]; by: string };

/** Start a proxy that forwards requests to the table, or to KMS and other services, and records those two. */
export async function openTableProxy(target: string, state: Recording) {
  const { touches } = state;
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [service, operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.');
    const isTouch = /^(DynamoDB|TrentService)/.test(service!);
    if (state.by !== '' && isTouch) touches.push(...touchesOf(state.by, operation, JSON.parse(body.toString())));
    // The host stays: it is part of the signature of a presigned URL.
    const { 'content-length': _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers;
    const options = { method: request.method ?? 'POST', headers, agent };
    const forwarded = send(new URL(request.url ?? '/', target), options, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', (error) => response.destroy(error));
    forwarded.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function touchesOf(by: string, operation: string, body: Body): Touch[] {
  const touch = (action: string, image: Image | undefined, item?: Image): Touch => ({
    by,
    action: `dynamodb:${action}`,
    resource: 'Table',
    pk: image?.pk?.S ?? '',
    ...(item ? { item } : {}),
  });
  if (operation === 'DescribeKey') return [{ by, action: 'kms:DescribeKey', resource: 'AccountKey', pk: '' }];
  if (operation === 'Encrypt' || operation === 'Decrypt') {
    const context = body.EncryptionContext ?? {};
    return [{ by, action: `kms:${operation}`, resource: 'AccountKey', pk: '', context }];
  }
  if (operation === 'BatchGetItem') {
    return Object.values(body.RequestItems!).flatMap(({ Keys }) => Keys.map((key) => touch(operation, key)));
  }
  if (operation === 'BatchExecuteStatement') {
    return body.Statements!.map(({ Statement, Parameters }) => {
      const names = [...Statement.matchAll(/'([a-z_]+)': \?/g)].map(([, name]) => name!);
      const item = Object.fromEntries(names.map((name, index) => [name, Parameters[index]!])) as Image;
      return touch('PartiQLInsert', item, item);
    });
  }
  if (operation === 'TransactWriteItems') {
    return body.TransactItems!.flatMap((each) =>
      Object.entries(each).map(([kind, { Key, Item }]) => touch(`${kind}Item`, Key ?? Item, Item)),
    );
  }
  if (operation === 'Query') {
    const pk = body.ExpressionAttributeValues![':pk']!.S!;
    const resource = body.IndexName ? `Table/index/${body.IndexName}` : 'Table';
    return [{ by, action: 'dynamodb:Query', resource, pk }];
  }
  return [touch(operation, body.Key ?? body.Item, body.Item)];
}
