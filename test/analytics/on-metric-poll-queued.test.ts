import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { WRITE_SCHEMA_VERSION } from '../../lib/core/table/schema-version.ts';
import { advanceTime, inSeconds } from '../functions/api-harness.ts';
import { additions, HOUR, onX, post, queuedMessages, tenantOn } from '../functions/given/metric-polls.ts';
import { setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newId } from '../functions/tenants.ts';
import { sdkError, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { startCannedServer } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();
const sorted = (texts: string[]) => [...texts].sort();

describe('the queued polls', () => {
  it('are one message per account, grouped by workspace, so that a busy workspace delays no other', async () => {
    const [one, other] = [await tenantOn('twitter'), await tenantOn('twitter')];
    const posts = [
      await post(one, 'twitter', '1'),
      await post(one, 'twitter', '2'),
      await post(one, 'linkedin', 'urn:li:share:1'),
      await post(other, 'twitter', '3'),
    ];
    const messages = await queuedMessages();
    const queued = messages.map(({ messageGroupId, message }) =>
      [messageGroupId, message.workspace_id, message.platform].join(),
    );
    expect(sorted(queued)).toEqual(
      sorted([
        `${one.workspace.id},${one.workspace.id},twitter`,
        `${one.workspace.id},${one.workspace.id},linkedin`,
        `${other.workspace.id},${other.workspace.id},twitter`,
      ]),
    );
    const ids = messages.flatMap(({ message }) => message.ids as string[]);
    expect(sorted(ids)).toEqual(sorted(posts.map(({ id }) => id)));
  });

  it.each([
    ['twitter', 100],
    ['linkedin', 25],
    ['instagram', 25],
  ] as const)('of %s have at most %i posts per message', async (platform, most) => {
    const tenant = await tenantOn(platform);
    for (let index = 0; index <= most; index++) await post(tenant, platform, String(index + 1));
    const sizes = (await queuedMessages()).map(({ message }) => (message.ids as string[]).length);
    expect(sizes).toEqual([most, 1]);
  });

  it('contain no post that is not due and no post that a newer version wrote', async () => {
    const tenant = await tenantOn('twitter');
    await post(tenant, 'twitter', '1', { due_at: inSeconds(1) });
    const newer = postMetricsWrite(null, await post(tenant, 'twitter', '2'));
    if ('put' in newer) await commit([{ put: { ...newer.put, schema: WRITE_SCHEMA_VERSION + 1 }, condition: 'any' }]);
    expect(await queuedMessages()).toEqual([]);
    expect(harness.logged()).toContain('skipped items with newer schema');
  });
});

it('a run that reaches its time limit logs it and leaves the remaining posts to the next run', async () => {
  await post(await tenantOn('twitter'), 'twitter', '1');
  harness.table.fault = (command) => {
    if (command === 'QueryCommand') advanceTime(HOUR / 8);
    return null;
  };
  expect(await queuedMessages()).toEqual([]);
  expect(harness.logged()).toContain('run time limit reached');
  harness.table.fault = null;
  expect(await queuedMessages()).toHaveLength(1);
});

describe('a message about posts', () => {
  it.each([
    ['no JSON', 'x'],
    ['nothing', 'null'],
    ['no posts', { workspace_id: newId('workspace'), platform: 'twitter' }],
    ['an unknown platform', { workspace_id: newId('workspace'), platform: 'x', account_id: newId('account'), ids: [] }],
    ['no account', { workspace_id: newId('workspace'), platform: 'twitter', ids: [newId('entry')] }],
    [
      'an id of another kind',
      {
        workspace_id: newId('workspace'),
        platform: 'twitter',
        account_id: newId('account'),
        ids: [newId('content')],
      },
    ],
  ])('that contains %s is redelivered, until it is in the dead-letter queue', async (_, message) => {
    expect(await handler(sqsEvent(message))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm0' }] });
  });

  it('that is delivered twice polls once', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    await using server = await startCannedServer(200, onX({ 1: 5 }));
    setPlatforms(platforms().origin, { twitter: server.origin });
    const [message] = await queuedMessages();
    await handler(sqsEvent(message!.message, message!.message));
    expect(server.urls).toHaveLength(1);
    expect(additions()).toHaveLength(1);
  });

  it('is redelivered when the table is unavailable, and logs its posts', async () => {
    await post(await tenantOn('twitter'), 'twitter', '1');
    const [message] = await queuedMessages();
    harness.table.fault = () => sdkError('InternalServerError');
    expect(await handler(sqsEvent(message!.message))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm0' }],
    });
    expect(harness.logged()).toContain('metric poll failed');
  });
});
