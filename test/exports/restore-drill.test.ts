import { createServer, type Server } from 'node:http';
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { table, tableName } from '../../lib/core/table/client.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { publishFunctionId } from '../../lib/stack/construct-ids.ts';
import { pausePublishing, resumePublishing } from '../../tools/cli/pause-command.ts';
import { listen } from '../../tools/local-stack/http.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import {
  connect,
  type DueMessage,
  loadDueEntry,
  scheduleContent,
  setPlatforms,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, publishQueue, setupWorkers } from '../functions/worker-harness.ts';

// The steps of docs/upgrade.md, "Restore", with the functions of the service: what publishes is invoked unless its reserved
// concurrency is 0.

const FUNCTIONS = [...PLATFORMS.map(publishFunctionId), 'OnSweepDue'];
const LATENESS_LIMIT_SECONDS = 60;

const harness = setupWorkers();
const platforms = simulatePlatforms();
const cloudFormation = mockClient(CloudFormationClient);
/** The reserved concurrency of each function by its name. */
const reserved = new Map<string, number>();
let lambda: Server;

/** CloudFormation names a function with at most 64 characters: 25 of the stack and 24 of the logical id remain. */
const nameOf = (id: string) => `ContentIntelligence-produ-${`${id}0A1B2C3D`.slice(0, 24)}-mMqKtOe6xTfL`;
const isPaused = (id: string) => reserved.get(nameOf(id)) === 0;

beforeAll(async () => {
  lambda = createServer(async (request, response) => {
    const name = /^\/2017-10-31\/functions\/([^/]+)\/concurrency$/.exec(request.url!)![1]!;
    const body = Buffer.concat(await request.toArray()).toString();
    if (request.method === 'DELETE') reserved.delete(name);
    else reserved.set(name, JSON.parse(body).ReservedConcurrentExecutions);
    response.end('{}');
  });
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${await listen(lambda, 0)}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  lambda.close();
});
beforeEach(() => {
  reserved.clear();
  waiting.length = 0;
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: FUNCTIONS.map((id) => ({
      ResourceType: 'AWS::Lambda::Function',
      LogicalResourceId: `${id}0A1B2C3D`,
      PhysicalResourceId: nameOf(id),
      LastUpdatedTimestamp: new Date(),
      ResourceStatus: 'CREATE_COMPLETE' as const,
    })),
  });
});

/** Messages of the publish queues that no function has received. */
const waiting: { platform: Platform; message: Json }[] = [];

/** Let AWS do its part: the stream, the sweep, and the messages of the publish queues, unless their functions are paused. */
async function runService(): Promise<void> {
  await processAllChanges(harness);
  if (!isPaused('OnSweepDue')) await onSweepDue();
  for (const { queue, message } of harness.sent()) {
    const platform = PLATFORMS.find((each) => publishQueue(each) === queue);
    if (platform) waiting.push({ platform, message });
  }
  for (const { platform, message } of waiting.splice(0)) {
    if (isPaused(publishFunctionId(platform))) waiting.push({ platform, message });
    else await onPublishDue(message as unknown as DueMessage, lambdaContext());
  }
  await processAllChanges(harness);
}

/** Publish a post on each platform after the restore point. Returns the items of that point and the messages of the posts. */
async function publishedAfterRestorePoint() {
  const tenant = await newTenant();
  const dueMessages: DueMessage[] = [];
  for (const platform of PLATFORMS) {
    await connect(tenant, platform);
    dueMessages.push((await scheduleContent(tenant, platform)).dueMessage);
  }
  await processAllChanges(harness);
  const copy = structuredClone(harness.table.items());
  advanceTime(60_000);
  await runService();
  for (const dueMessage of dueMessages) expect((await loadDueEntry(dueMessage)).state).toBe('published');
  advanceTime(HOUR_MS);
  await runService();
  return { copy, dueMessages };
}

async function restore(copy: Item[]): Promise<void> {
  const restored = copy.filter(({ entity }) => ['Content', 'ContentTarget', 'ScheduleEntry'].includes(String(entity)));
  for (const item of restored) await table.send(new PutCommand({ TableName: tableName(), Item: item }));
}

/** What the platforms have. */
const posts = () => platforms().posts();

it('a restore with pause and resume publishes no post twice, and reports the posts as too late', async () => {
  const { copy, dueMessages } = await publishedAfterRestorePoint();
  const before = await posts();
  expect(before).toHaveLength(PLATFORMS.length);
  await pausePublishing('production', () => {});
  await restore(copy);
  // Runs while the service is paused: the restored entries are overdue, and their changes are in the stream.
  for (let minute = 0; minute < 5; minute++) {
    await runService();
    advanceTime(60_000);
  }
  for (const dueMessage of dueMessages) expect((await loadDueEntry(dueMessage)).state).toBe('pending');
  setPlatforms(platforms().origin);
  process.env.SETTINGS = JSON.stringify({
    ...JSON.parse(process.env.SETTINGS!),
    latenessLimitSeconds: LATENESS_LIMIT_SECONDS,
  });
  await resumePublishing('production', [], () => {});
  for (let minute = 0; minute < 10; minute++) {
    await runService();
    advanceTime(60_000);
  }
  expect(await posts()).toEqual(before);
  for (const dueMessage of dueMessages) {
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'too_late' } });
  }
});

it('without a pause, a restored post is published twice', async () => {
  const { copy } = await publishedAfterRestorePoint();
  const before = await posts();
  await restore(copy);
  for (let minute = 0; minute < 10; minute++) {
    await runService();
    advanceTime(60_000);
  }
  expect((await posts()).length).toBeGreaterThan(before.length);
});
