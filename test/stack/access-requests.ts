import { randomUUID } from 'node:crypto';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SAMPLE_STAGE_TOKEN } from '../../tools/local-stack/sample-token.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import type { Recording, Touch } from './table-proxy.ts';

/** The requests of the functions so far. `by`: the function that runs now. */
export const recording: Recording = { touches: [], by: '' };
export const { touches } = recording;
/** Where the last pages of the connect flow have led, and the cookie of their browser. */
export const visit = { url: '', cookie: '', location: '' };

export interface Replied {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

export type Run = (name: string, event: unknown) => Promise<Record<string, unknown>>;

/** The sample event of an endpoint with another path id, body or query. */
export function event(name: string, other: { id?: string; body?: object; query?: Record<string, string> }): unknown {
  const sample = readEvent(name) as { body: string; pathParameters?: { id: string } };
  return {
    ...sample,
    ...(other.id ? { pathParameters: { ...sample.pathParameters, id: other.id } } : {}),
    ...(other.body ? { body: JSON.stringify(other.body) } : {}),
    ...(other.query ? { queryStringParameters: other.query } : {}),
  };
}

export type Asked = { headers: Record<string, string> };

export const UNKNOWN_SESSION_TOKEN = `ses_${'01K00000000000000000000009'.repeat(3)}${'s'.repeat(43)}`;

export function withToken<T extends Asked>(asked: T, token: string): T {
  return { ...asked, headers: { ...asked.headers, authorization: `Bearer ${token}` } };
}

/** Send a request with the token of a stage key, for a workspace that does not exist. */
export function byStageKey<T extends Asked>(asked: T): T {
  const byKey = withToken(asked, SAMPLE_STAGE_TOKEN);
  return { ...byKey, headers: { ...byKey.headers, workspace: 'external:absent' } };
}

/** Store an item without a function. */
export async function putItem(endpoint: string, Item: object): Promise<void> {
  await callDynamodb(endpoint, 'DynamoDB_20120810.PutItem', { TableName: await tableOf(endpoint), Item });
}

/** Read an item without a function. */
export async function getItem(endpoint: string, Key: object): Promise<object> {
  const input = { TableName: await tableOf(endpoint), Key };
  return ((await callDynamodb(endpoint, 'DynamoDB_20120810.GetItem', input)) as { Item: object }).Item;
}

async function tableOf(endpoint: string): Promise<string> {
  const { TableNames } = (await callDynamodb(endpoint, 'DynamoDB_20120810.ListTables', {})) as {
    TableNames: string[];
  };
  return TableNames[0]!;
}

/** The stream record of a new item. */
export function recordOf(item: NonNullable<Touch['item']>): unknown {
  const change = { Keys: { pk: item.pk, sk: item.sk }, NewImage: item, SequenceNumber: '1' };
  return { Records: [{ eventID: randomUUID(), eventName: 'INSERT', dynamodb: change }] };
}

/** The id of the sample account of X, which the sample events delete: it is connected again. */
export async function connectSampleAccount(run: Run): Promise<string> {
  const { id } = await run('accounts/create', event('accounts/create', { body: SIMULATOR_ACCOUNTS[0]! }));
  return String(id);
}

export function written(entity: string): Touch[] {
  return touches.filter(({ item }) => item?.entity?.S === entity);
}
