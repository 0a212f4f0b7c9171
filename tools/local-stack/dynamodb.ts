import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Resource } from './template.ts';

/** An error response of DynamoDB; `code` is the exception name, e.g. `ResourceNotFoundException`. */
export type DynamodbError = Error & { code: string };

/**
 * Call DynamoDB or its streams by the plain protocol, e.g. `DynamoDBStreams_20120810.GetRecords`. The raw JSON is
 * what a Lambda event holds (epoch seconds, base64), while an SDK would convert it to dates and byte arrays and
 * lose `userIdentity`. The signature is for emulators that read the credential out of it.
 */
export async function callDynamodb<T>(endpoint: string, operation: string, input: unknown): Promise<T> {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': operation,
    'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, ' +
      'SignedHeaders=host;x-amz-date;x-amz-target, Signature=0',
  };
  const { status, body } = await post(endpoint, headers, JSON.stringify(input));
  if (status === 200) return JSON.parse(body) as T;
  const { __type = String(status), message, Message } = JSON.parse(body || '{}');
  const code = __type.split('#').pop() as string;
  throw Object.assign(new Error(`${operation}: ${code}: ${message ?? Message ?? ''}`), { code });
}

const agent = new Agent({ keepAlive: true });

/** Send one request. The stream is read up to 20 times a second, and `fetch` takes three times the CPU. */
function post(endpoint: string, headers: OutgoingHttpHeaders, body: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { method: 'POST', headers, agent }, (response) => {
      text(response).then((received) => resolve({ status: response.statusCode!, body: received }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

type Key = { AttributeName: string; KeyType: string }[];
type Index = { IndexName: string; KeySchema: Key; Projection: unknown };
type TableProperties = {
  KeySchema: Key;
  AttributeDefinitions: unknown[];
  GlobalSecondaryIndexes?: Index[];
  StreamSpecification?: { StreamViewType: string };
  TimeToLiveSpecification?: { Enabled?: boolean; AttributeName: string };
};

/** The attribute of a table that says when an item ends, if its items do. */
export function getTtlAttribute(table: Resource): string | undefined {
  return (table.properties as TableProperties).TimeToLiveSpecification?.AttributeName;
}

/**
 * Make the table of the template exist: creates it, or adds what a newer template added (an index, the time to
 * live). Throws when the stored table has another key, which only a fresh folder can repair.
 */
export async function ensureTable(endpoint: string, table: Resource): Promise<void> {
  const TableName = table.name;
  const properties = table.properties as TableProperties;
  const call = <T>(operation: string, input: object) =>
    callDynamodb<T>(endpoint, `DynamoDB_20120810.${operation}`, { TableName, ...input });
  const indexes = (properties.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  const { KeySchema, AttributeDefinitions, StreamSpecification, TimeToLiveSpecification } = properties;

  type Description = { Table: { KeySchema: Key; GlobalSecondaryIndexes?: Index[] } };
  const found = await call<Description>('DescribeTable', {}).catch((error: DynamodbError) => {
    if (error.code !== 'ResourceNotFoundException') throw error;
  });
  if (!found) {
    await call('CreateTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema,
      AttributeDefinitions,
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
      ...(StreamSpecification && { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } }),
    });
  } else {
    if (JSON.stringify(found.Table.KeySchema) !== JSON.stringify(KeySchema)) {
      throw new Error(`${table.id}.KeySchema: the stored table has another key. Use a fresh folder.`);
    }
    const present = new Set(found.Table.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
    for (const index of indexes.filter(({ IndexName }) => !present.has(IndexName))) {
      await call('UpdateTable', { AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: index }] });
    }
  }
  if (TimeToLiveSpecification) {
    type Live = { TimeToLiveDescription?: { TimeToLiveStatus?: string } };
    const live = await call<Live>('DescribeTimeToLive', {});
    if (!live.TimeToLiveDescription?.TimeToLiveStatus?.startsWith('ENABL')) {
      const { AttributeName, Enabled = true } = TimeToLiveSpecification;
      if (Enabled) await call('UpdateTimeToLive', { TimeToLiveSpecification: { Enabled: true, AttributeName } });
    }
  }
}
