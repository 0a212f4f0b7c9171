import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteTableCommand,
  DynamoDBClient,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { getStackOutputs } from '../../tools/cli/stack.ts';
import { read, untilWithin } from '../e2e/http-client.ts';
import { enterpriseApiClient, npmRun } from './deployment.ts';
import { livePlatforms, loadItem, PLATFORMS, TEXT } from './restored-post.ts';

const RESTORED = ['Content', 'ContentTarget', 'ScheduleEntry'];

test('a paused service does not publish a post that a restore made pending again', async () => {
  const api = await enterpriseApiClient();
  const dynamodb = new DynamoDBClient({});
  const { tableName } = await getStackOutputs('local');
  const copy = `${tableName}-copy`;
  const body = {
    title: TEXT,
    description: TEXT,
    platforms: PLATFORMS,
    scheduled_at: new Date(Date.now() + 25_000).toISOString(),
  };
  const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
  // The emulator restores the present state, so the copy is made at the restore point.
  await dynamodb.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: tableName,
      TargetTableName: copy,
      UseLatestRestorableTime: true,
    }),
  );
  await untilWithin('the post', 120_000, async () => (await loadItem(api, id)).status === 'published');
  expect(await livePlatforms()).toEqual(PLATFORMS);

  expect(await npmRun('pause', '--stage', 'local')).toContain('OnSweepDue: paused');
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: copy }));
  const lost = Items.filter((item) => RESTORED.includes(item.entity!.S!) && JSON.stringify(item).includes(id));
  expect(new Set(lost.map(({ entity }) => entity!.S))).toEqual(new Set(RESTORED));
  for (const Item of lost) await dynamodb.send(new PutItemCommand({ TableName: tableName, Item }));
  await dynamodb.send(new DeleteTableCommand({ TableName: copy }));
  expect((await loadItem(api, id)).status).toBe('scheduled');
  // As long as the stream, a queue and a function need to publish it.
  await sleep(20_000);
  expect(await livePlatforms()).toEqual(PLATFORMS);
}, 300_000);
