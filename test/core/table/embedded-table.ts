import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../../lib/core/table/schema.ts';
import { cacheAssembly } from '../../../tools/local-stack/assembly-cache.ts';
import { readCloudAssembly } from '../../../tools/local-stack/cloud-assembly.ts';
import { callDynamodb, ensureTable } from '../../../tools/local-stack/dynamodb.ts';
import { startDynoxide } from '../../../tools/local-stack/dynoxide.ts';
import { startMinistack } from '../../../tools/local-stack/ministack.ts';
import { findTable } from '../../../tools/local-stack/table.ts';
import type { TableServer } from '../../../tools/local-stack/table-server.ts';
import type { TableSource } from '../../../tools/local-stack/table-source.ts';

const NAME = 'content-intelligence';

/**
 * The stack's own table in the DynamoDB of the local service; the client of this process is configured for it. It is
 * empty, or contains `items`: dynoxide imports them as it would a table export, tens of thousands in seconds, without
 * stream records.
 */
export async function openEmbeddedTable(items: Item[] = []): Promise<{ stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-table-'));
  const { resources } = readCloudAssembly(await cacheAssembly());
  const [id, resource] = Object.entries(resources).find(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')!;
  const properties = resource.Properties as Properties;
  // Not the table that the client of this process uses, which an earlier call may have opened.
  const source = await findTable(console.error, { env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: '' } });
  const isDynoxide = source.use === 'dynoxide';
  if (isDynoxide && items.length > 0) await importItems(source.program, folder, properties, items);
  const { endpoint, stop } = await startServer(source, folder);
  await ensureTable(endpoint, {
    id,
    type: resource.Type,
    name: NAME,
    arn: `arn:aws:dynamodb:us-east-1:000000000000:table/${NAME}`,
    // Without its time to live: what a test stores there stays, even when it has expired.
    properties: { ...properties, TimeToLiveSpecification: undefined },
    metadata: {},
  });
  if (!isDynoxide) await putItems(endpoint, items);
  Object.assign(process.env, {
    TABLE_NAME: NAME,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  return {
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startServer(source: TableSource, folder: string): Promise<TableServer> {
  if (source.use === 'dynoxide') return startDynoxide(folder, () => {}, source.program);
  if (source.use === 'ministack') return startMinistack(source.python, folder, () => {});
  throw new Error(`${source.url} is not a table of this process.`);
}

/** The maximum of items of one `BatchWriteItem`. */
const BATCH = 25;

async function putItems(endpoint: string, items: Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH) {
    const puts = items.slice(start, start + BATCH).map((item) => ({
      PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) },
    }));
    await callDynamodb(endpoint, 'DynamoDB_20120810.BatchWriteItem', { RequestItems: { [NAME]: puts } });
  }
}

type Properties = Record<'KeySchema' | 'AttributeDefinitions' | 'GlobalSecondaryIndexes', unknown>;

async function importItems(dynoxide: string, folder: string, properties: Properties, items: Item[]): Promise<void> {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = properties;
  const schema = join(folder, 'schema.json');
  const data = join(folder, 'export', NAME, 'data');
  const BillingModeSummary = { BillingMode: 'PAY_PER_REQUEST' };
  const indexes = (GlobalSecondaryIndexes as Item[]).map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  const Table = { TableName: NAME, KeySchema, AttributeDefinitions, BillingModeSummary };
  writeFileSync(schema, JSON.stringify({ Table: { ...Table, GlobalSecondaryIndexes: indexes } }));
  mkdirSync(data, { recursive: true });
  const lines = items.map((item) => JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) }));
  writeFileSync(join(data, 'items.json.gz'), gzipSync(lines.join('\n'), { level: 1 }));
  const source = join(folder, 'export');
  const output = join(folder, 'table.sqlite');
  await promisify(execFile)(dynoxide, ['import', '--source', source, '--schema', schema, '--output', output]);
}
