import { beforeEach, describe, expect, it } from 'vitest';
import { handler as publishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { runAll } from '../functions/given/thread.ts';
import { accountOn, connect, publishContent, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** What an account has published stays on the platform when its item is deleted. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const HOUR_SECONDS = 3600;

let tenant: Tenant;
beforeEach(async () => {
  tenant = await newTenant();
  await connect(tenant, 'twitter');
});

const create = async (seconds: number, fields: Json = {}) =>
  callApi('content.create', {
    token: await newToken(tenant),
    body: { title: 'Summer is here', platforms: ['twitter'], scheduled_at: inSeconds(seconds), ...fields },
  });

const publish = async () => (await publishContent(tenant, 'twitter', { title: 'Summer is here' })).content_id;

async function remove(id: unknown): Promise<void> {
  await succeed('content.delete', { token: await newToken(tenant), params: { id: String(id) } });
  await processAllChanges(harness);
}

const duplicateOf = (id: string) => ({ status: 409, json: { code: 'duplicate_content', content_id: id } });

describe('a published content whose item is deleted', () => {
  it('is a duplicate until the period ends, of the deleted item', async () => {
    const id = await publish();
    await remove(id);
    const answer = await create(0);
    expect(answer).toMatchObject(duplicateOf(id));
    expect(answer.json.detail).toContain('is deleted');
    expect(await create(23 * HOUR_SECONDS)).toMatchObject(duplicateOf(id));
    expect((await create(24 * HOUR_SECONDS)).status).toBe(201);
  });

  it('is a duplicate for its account under a new id, and for no other account', async () => {
    const id = await publish();
    await remove(id);
    const account = (await accountOn(tenant, 'twitter'))!;
    await callApi('accounts.delete', { token: await newToken(tenant), params: { id: account.id } });
    await processAllChanges(harness);
    await connect(tenant, 'twitter', 'another', { external_id: '99' });
    expect((await create(60)).status).toBe(201);
    const again = await connect(tenant, 'twitter');
    expect(await create(60, { accounts: [again.id] })).toMatchObject(duplicateOf(id));
  });

  it('is a duplicate after another item with this content was scheduled and deleted', async () => {
    const id = await publish();
    const later = await create(25 * HOUR_SECONDS);
    await remove(id);
    await remove(later.json.id);
    expect(await create(0)).toMatchObject(duplicateOf(id));
  });

  it('is a duplicate where no one knows whether it is live', async () => {
    await platforms().script('twitter', '500_before_effect');
    const post = { tenant, ...(await scheduleContent(tenant, 'twitter', { title: 'Summer is here' })) };
    advanceTime(60_000);
    await runAll(post);
    await remove(post.contentId);
    expect(await create(0)).toMatchObject(duplicateOf(post.contentId));
  });

  it('is free on the accounts where it was only planned', async () => {
    const first = (await accountOn(tenant, 'twitter'))!;
    const second = await connect(tenant, 'twitter', 'another', { external_id: '99' });
    const { json } = await create(0, { accounts: [first.id, second.id] });
    const published = (json.targets as Json[]).find(({ account_id }) => account_id === first.id)!;
    const due = { workspace_id: tenant.workspace.id, schedule_id: String(published.schedule_id) };
    await publishDue(due, lambdaContext());
    await remove(json.id);
    expect(await create(0, { accounts: [first.id] })).toMatchObject(duplicateOf(String(json.id)));
    expect((await create(0, { accounts: [second.id] })).status).toBe(201);
  });

  it('is a duplicate for requests at the same time as the deletion', async () => {
    const id = await publish();
    const [, ...answers] = await Promise.all([remove(id), create(0), create(0)]);
    for (const answer of answers) expect(answer).toMatchObject(duplicateOf(id));
  });
});
