import { connectSampleAccount, event, putItem, type Run, recordOf, written } from './access-requests.ts';

const NAME = 'Access';

/** Queue items in each way, let some leave the queue in each way, and pause, resume and rename it. */
export async function useQueues(run: Run, endpoint: string): Promise<void> {
  const account = await connectSampleAccount(run);
  const slots = ['monday', 'wednesday', 'friday'].map((weekday) => ({ weekday, time: '09:00' }));
  const { id } = await run(
    'queues/create',
    event('queues/create', { body: { name: NAME, accounts: [account], slots } }),
  );
  const queue = String(id);
  const create = async (title: string, fields: object) => {
    const item = await run('content/create', event('content/create', { body: { title, ...fields } }));
    return { id: String(item.id), targets: item.targets as { schedule_id: string }[] };
  };
  const platforms = ['twitter'];
  const moved = await create('Queued and moved', { queue: NAME });
  const cancelled = await create('Queued and cancelled', { queue: NAME, platforms });
  const deleted = await create('Queued and deleted', { queue: NAME, platforms });
  const edited = await create('Queued by an edit', { platforms });
  const scheduled = await create('Queued by a schedule', { platforms });
  await run('content/update', event('content/update', { id: edited.id, body: { queue: NAME } }));
  const entry = { content_id: scheduled.id, platforms, queue: NAME };
  await run('schedule/create', event('schedule/create', { body: entry }));
  await run('queues/list-slots', event('queues/list-slots', { id: queue }));
  await run('schedule/update', event('schedule/update', { id: moved.targets[0]!.schedule_id }));
  await run('schedule/cancel', event('schedule/cancel', { id: cancelled.targets[0]!.schedule_id }));
  await run('content/delete', event('content/delete', { id: deleted.id }));
  const changes = [{ paused: true }, { paused: false }, { name: 'Renamed', accounts: [account] }];
  for (const body of changes) {
    await run('queues/update', event('queues/update', { id: queue, body }));
    await run('on-table-change', recordOf(written('Queue').at(-1)!.item!));
  }
  await run('content/update', event('content/update', { id: edited.id, body: { status: 'cancelled' } }));
  await leaveByService(run, endpoint, (await create('Queued and left', { queue: 'Renamed', platforms })).id);
}

/** Let an item leave its queue as by a change of the service, such as the removal of its account. */
async function leaveByService(run: Run, endpoint: string, id: string): Promise<void> {
  const before = written('Content').findLast(({ item }) => item?.id?.S === id)!.item!;
  const after = { ...before, queue: { NULL: true } };
  await putItem(endpoint, after);
  const change = { Keys: { pk: before.pk, sk: before.sk }, OldImage: before, NewImage: after, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventName: 'MODIFY', dynamodb: change }] });
}
