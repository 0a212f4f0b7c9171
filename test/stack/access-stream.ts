import { createHash, randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { engagementWindowEntity } from '../../lib/analytics/entities/engagements.ts';
import { STREAM_ENTITIES } from '../../lib/app/stream/subscriptions.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { memberEntity } from '../../lib/identity/entities/members.ts';
import { workspaceEntity } from '../../lib/identity/entities/workspaces.ts';
import { recoveryEntity } from '../../lib/webhooks/entities/deliveries.ts';
import { putItem, type Run, written } from './access-requests.ts';
import type { Touch } from './table-proxy.ts';

/** Change the workspace of the samples to a plan without webhooks, which pauses its endpoints. */
export async function leavePlan(run: Run, endpoint: string): Promise<void> {
  const id = written('ScheduleEntry')[0]!.item!.workspace_id!.S;
  const [before, after] = ['enterprise', 'standard'].map((plan) =>
    marshall(toItem(workspaceEntity, { id, name: 'Sample', plan, cursor_secret: 'sample', created_at: '' })),
  );
  await putItem(endpoint, after!);
  const change = { OldImage: before, NewImage: after, Keys: { pk: after!.pk, sk: after!.sk } };
  await run('on-table-change', { Records: [{ eventName: 'MODIFY', dynamodb: change }] });
}

/** Store what a sweep finds: an overdue schedule entry, an engagement window, and records that no worker has processed. */
export async function requestMissing(endpoint: string): Promise<void> {
  const engagement = written('Engagement')[0]!.item!;
  const workspace_id = engagement.workspace_id!.S!;
  const since = '2020-01-01T00:00:00.000Z';
  const recovery = { id: 'rec_1', workspace_id, endpoint_id: 'wh_1', since, until: since, cursor: null };
  const overdue = { due_at: since, created_at: since, version: 0 };
  const shard = { shard: '00' };
  await putItem(endpoint, marshall(toItem(recoveryEntity, { ...recovery, status: 'running', ...overdue }, shard)));
  await putItem(endpoint, { ...engagement, due_sk: { S: since } });
  const entry = written('ScheduleEntry')[0]!.item!;
  const minute = toItem(
    engagementWindowEntity,
    {
      workspace_id: entry.workspace_id!.S,
      content_id: entry.content_id!.S,
      platform: 'twitter',
      since: '2020-01-01T00:00:00.000Z',
      due_at: '2020-01-01T00:01:00.000Z',
      like: 1,
      version: 1,
    },
    { ...shard, target: 'twitter' },
  );
  const started = written('Export').find(({ by }) => by === 'exports/create')!.item!;
  await putItem(endpoint, { ...started, due_sk: { S: since } });
  await putItem(endpoint, { ...entry, due_sk: { S: '2020-01-01T00:00:00.000Z' } });
  await putItem(endpoint, marshall(minute));
}
const STREAM_BATCH = 25;

/** Invoke the stream worker with the deletion of an item, twice, because records can repeat. */
export async function followRemoval(run: Run): Promise<void> {
  const { item } = written('Content')[0]!;
  const change = { Keys: { pk: item!.pk, sk: item!.sk }, OldImage: item, SequenceNumber: '1' };
  for (let time = 1; time <= 2; time++) {
    await run('on-table-change', {
      Records: [{ eventID: 'removal', eventName: 'REMOVE', dynamodb: change }],
    });
  }
}

/** Invoke the stream worker with the removal of a member who has an API key, an open invitation and a calendar feed. */
export async function followRemovedMember(run: Run, endpoint: string): Promise<void> {
  const invitation = written('Invitation').find(({ by, item }) => by === 'team/invite' && item)!.item!;
  const key = written('ApiKey').find(({ by }) => by === 'keys/create')!.item!;
  const removed = { S: 'usr_01K00000000000000000000002' };
  const email_hash = { S: createHash('sha256').update(invitation.email!.S!).digest('hex') };
  const reservation = { pk: { S: `${String(invitation.pk!.S).replace('#INVITATION', '#EMAIL')}` }, sk: email_hash };
  await putItem(endpoint, { ...key, user_id: removed });
  const feed = written('CalendarFeed').find(({ by, item }) => by === 'calendar-feeds/create' && item)!.item!;
  await putItem(endpoint, { ...feed, created_by: removed });
  await putItem(endpoint, { ...invitation, invited_by: removed });
  await putItem(endpoint, { ...reservation, reserved_by: invitation.id });
  const member = marshall(
    toItem(memberEntity, {
      id: removed.S,
      workspace_id: invitation.workspace_id!.S,
      email: 'a@example.com',
      version: 0,
    }),
  );
  const change = { Keys: { pk: member.pk, sk: member.sk }, OldImage: member, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventID: 'removed-member', eventName: 'REMOVE', dynamodb: change }] });
}

/** Invoke the stream worker with the recorded changes, in batches as the stream delivers them. */
export async function followAll(run: Run): Promise<void> {
  const before = new Map<string, Touch['item']>();
  const records = [...STREAM_ENTITIES].flatMap(written).map(({ item }) => {
    const key = `${item!.pk!.S}\n${item!.sk!.S}`;
    const change = {
      Keys: { pk: item!.pk, sk: item!.sk },
      NewImage: item,
      ...(before.has(key) ? { OldImage: before.get(key) } : {}),
      SequenceNumber: '1',
    };
    before.set(key, item);
    return { eventID: randomUUID(), eventName: 'MODIFY', dynamodb: change };
  });
  while (records.length > 0) await run('on-table-change', { Records: records.splice(0, STREAM_BATCH) });
}

/** Invoke the stream worker again with one engagement alone, which it has aggregated: it reads only that one. */
export async function followOneEngagement(run: Run): Promise<void> {
  const { item } = written('Engagement')[0]!;
  const change = { Keys: { pk: item!.pk, sk: item!.sk }, NewImage: item, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventID: 'engagement', eventName: 'INSERT', dynamodb: change }] });
}
