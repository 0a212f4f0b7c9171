import type { BatchExecuteStatementCommandInput } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { inSeconds } from '../functions/api-harness.ts';
import { readBuckets } from '../functions/bucket-reader.ts';
import { PUBLISHED, publishTo } from '../functions/publish-step.ts';
import { newContent } from '../functions/resources.ts';
import { simulateConflicts } from '../functions/simulated-conflicts.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const POSTS = 50;

/** Publish posts of a workspace, whose terms differ, and return the changes of their entries. */
async function published(tenant: Tenant, count: number): Promise<DynamoDBRecord[]> {
  const due = { platforms: ['twitter'], scheduled_at: inSeconds(0) };
  const contents = [];
  for (let n = 0; n < count; n++) contents.push(await newContent(tenant, { ...due, title: titleOf(n) }));
  await processAllChanges(harness);
  for (const { id } of contents) await publishTo(tenant, id, 'twitter', PUBLISHED);
  return harness.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'ScheduleEntry');
}

function titleOf(post: number): string {
  const word = (n: number) => `word${String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))}`;
  return Array.from({ length: 20 }, (_, index) => word(20 * post + index)).join(' ');
}

/** The entities that each command wrote, in the order of the commands. */
function watchWrites(): string[] {
  const written: string[] = [];
  harness.table.fault = (_command, input) => {
    for (const [, name] of JSON.stringify(input).matchAll(/"entity":"(\w+)"/g)) written.push(name!);
    for (const { Parameters } of (input as BatchExecuteStatementCommandInput).Statements ?? []) {
      if (Parameters?.includes('Event')) written.push('Event');
    }
    return null;
  };
  return written;
}

describe(`the publication of ${POSTS} posts of one workspace in a batch`, () => {
  it('takes a few transactions, none of which conflicts', async () => {
    const changes = await published(await newTenant(), POSTS);
    expect(changes).toHaveLength(POSTS);
    const { counts, end } = simulateConflicts();
    expect(await processStreamRecords(changes)).toEqual([]);
    end();
    expect(counts).toEqual({ transactions: expect.any(Number), conflicts: 0 });
    expect(counts.transactions).toBeLessThanOrEqual(20);
    expect(storedRecords(harness, 'PostMetrics')).toHaveLength(POSTS);
  });

  it('counts each post once when some of them were processed before', async () => {
    const changes = await published(await newTenant(), 10);
    expect(await processStreamRecords(changes.slice(3, 6))).toEqual([]);
    expect(await processStreamRecords(changes)).toEqual([]);
    await Promise.all([processStreamRecords(changes), processStreamRecords(changes.slice(2))]);
    expect(storedRecords<PostMetrics>(harness, 'PostMetrics')).toHaveLength(10);
    const ofAll = readBuckets(harness.table.items()).filter(({ scope }) => scope === 'all');
    expect(ofAll.map((bucket) => bucket['twitter|published'])).toEqual(ofAll.map(() => 10));
  });

  it('is processed after the events of other workspaces in the batch are written', async () => {
    const changes = await published(await newTenant(), 5);
    const other = await newTenant();
    harness.changes();
    await newContent(other);
    const event = harness.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Content');
    const written = watchWrites();
    expect(await processStreamRecords([...changes, ...event])).toEqual([]);
    harness.table.fault = null;
    expect(written).toContain('Event');
    expect(written.indexOf('PostMetrics')).toBeGreaterThan(written.lastIndexOf('Event'));
  });

  it('fails without the changes of other workspaces', async () => {
    const [busy, other] = [await newTenant(), await newTenant()];
    const failing = await published(busy, 3);
    const healthy = await published(other, 3);
    harness.table.fault = (command, input) =>
      command === 'TransactWriteCommand' && JSON.stringify(input).includes(busy.workspace.id)
        ? new Error('The sums of the workspace are unavailable.')
        : null;
    const failures = await processStreamRecords([...failing, ...healthy]);
    harness.table.fault = null;
    expect(failures.sort()).toEqual(failing.map(({ dynamodb }) => dynamodb!.SequenceNumber).sort());
    const tracked = storedRecords<PostMetrics>(harness, 'PostMetrics');
    expect(tracked.map(({ workspace_id }) => workspace_id)).toEqual(healthy.map(() => other.workspace.id));
  });
});
