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
import { invokeFunction } from '../../tools/cli/invoke-function.ts';
import { getStackOutputs } from '../../tools/cli/stack.ts';
import { listPosts } from '../e2e/assertions.ts';
import { createApiClient, getAccessToken, read, untilWithin } from '../e2e/http-client.ts';
import { getPhysicalId, npmRun, requireEnv } from './deployment.ts';

// The steps of docs/upgrade.md, "Restore". The emulator restores the present state, so the copy is made at the restore
// point. The deployment with a short lateness limit is the update of the rehearsal: `RESTORE_STEP` is `before` or `after` it.

const TEXT = 'Published after the restore point';
const RESTORED = ['Content', 'ContentTarget', 'ScheduleEntry'];
const dynamodb = new DynamoDBClient({});

async function connectApi() {
  const baseUrl = requireEnv('JOURNEY_BASE_URL');
  const key = { client_id: requireEnv('JOURNEY_CLIENT_ID'), client_secret: requireEnv('JOURNEY_CLIENT_SECRET') };
  return createApiClient(baseUrl, await getAccessToken(baseUrl, key));
}

const livePosts = async () =>
  (await listPosts(requireEnv('JOURNEY_SIMULATOR_URL'))).filter(({ text }) => text === TEXT);

async function loadItem(id: string) {
  const api = await connectApi();
  return read(await api('GET', `/content/${id}`), 200, ContentResponse());
}

test.runIf(process.env.RESTORE_STEP === 'before')(
  'a paused service does not publish a post that a restore made pending again',
  async () => {
    const api = await connectApi();
    const { tableName } = await getStackOutputs('local');
    const copy = `${tableName}-copy`;
    const body = {
      title: TEXT,
      description: TEXT,
      platforms: ['twitter'],
      scheduled_at: new Date(Date.now() + 25_000).toISOString(),
    };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    await dynamodb.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: tableName,
        TargetTableName: copy,
        UseLatestRestorableTime: true,
      }),
    );
    await untilWithin('the post', 120_000, async () => (await loadItem(id)).status === 'published');
    expect(await livePosts()).toHaveLength(1);

    expect(await npmRun('pause', '--stage', 'local')).toContain('OnSweepDue: paused');
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: copy }));
    const lost = Items.filter((item) => RESTORED.includes(item.entity!.S!) && JSON.stringify(item).includes(id));
    expect(lost.map(({ entity }) => entity!.S)).toEqual(expect.arrayContaining(['Content', 'ScheduleEntry']));
    for (const Item of lost) await dynamodb.send(new PutItemCommand({ TableName: tableName, Item }));
    await dynamodb.send(new DeleteTableCommand({ TableName: copy }));
    expect((await loadItem(id)).status).toBe('scheduled');
    // As long as the stream, a queue and a function need to publish it.
    await sleep(20_000);
    expect(await livePosts()).toHaveLength(1);
  },
  300_000,
);

test.runIf(process.env.RESTORE_STEP === 'after')(
  'after the service has resumed, the post of the restore is too late, and live once',
  async () => {
    const { tableName } = await getStackOutputs('local');
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: tableName }));
    const content = Items.find((item) => item.entity?.S === 'Content' && JSON.stringify(item).includes(TEXT))!;
    const id = content.id!.S!;
    const { scheduled_at } = await loadItem(id);
    const limitMs = 1_000 * Number(requireEnv('LATENESS_LIMIT_SECONDS'));
    await sleep(Math.max(0, Date.parse(scheduled_at!) + limitMs + 5_000 - Date.now()));

    expect(await npmRun('resume', '--stage', 'local')).toContain('OnSweepDue: resumed');
    await invokeFunction(await getPhysicalId('AWS::Lambda::Function', 'OnSweepDue'), {}, 'RequestResponse');
    const failed = await untilWithin('the post to fail', 120_000, async () => {
      const item = await loadItem(id);
      return item.status === 'failed' && item;
    });
    expect(failed.targets[0]!.error!.code).toBe('too_late');
    expect(await livePosts()).toHaveLength(1);
  },
  600_000,
);
