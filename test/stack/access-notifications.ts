import { marshall } from '@aws-sdk/util-dynamodb';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { notificationTaskEntity } from '../../lib/notifications/entities/notifications.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { putItem, type Run, recordOf, written } from './access-requests.ts';

const SINCE = '2020-01-01T00:00:00.000Z';

/**
 * Process the change of an item that waits for an approval twice, sweep while an unconfirmed target is due, and send the
 * digest of both to each of these members, twice. The next digest finds nothing.
 */
export async function sendDigests(run: Run, endpoint: string, members: ReadonlySet<string>): Promise<void> {
  const change = recordOf(written('Content').at(-1)!.item!);
  for (let time = 1; time <= 2; time++) await run('on-table-change', change);
  const task = written('NotificationTask')[0]!.item!;
  const workspace_id = task.workspace_id!.S!;
  const [id, schedule_id] = ['cnt_01K0000000000000000000000Z', 'scd_01K0000000000000000000000Z'];
  const target = { platform: 'twitter', account_id: null, status: 'unconfirmed', schedule_id, scheduled_at: SINCE };
  const content = { id, workspace_id, title: 'Perhaps on X', targets: { twitter: target }, version: 0 };
  const unconfirmed = { workspace_id, id: 'sample', due_at: SINCE, since: SINCE, content_id: id, schedule_id };
  await putItem(endpoint, marshall(toItem(contentEntity, content)));
  await putItem(endpoint, marshall(toItem(notificationTaskEntity, unconfirmed, { shard: '00' })));
  await run('on-sweep-due', {});
  const sample = readEvent('on-email-queued') as { Records: object[] };
  const send = (message: object) => {
    const body = JSON.stringify({ kind: 'notification_digest', workspace_id, ...message });
    return run('on-email-queued', { Records: [{ ...sample.Records[0], body }] });
  };
  const startDue = async (at: string) => {
    await putItem(endpoint, { ...task, due_at: { S: at }, due_sk: { S: at } });
    await send({});
  };
  await startDue(SINCE);
  const digest_id = written('NotificationDigest')[0]!.item!.id!.S;
  for (const user_id of [...members, ...members]) await send({ digest_id, user_id });
  await startDue('2020-01-02T00:00:00.000Z');
}
