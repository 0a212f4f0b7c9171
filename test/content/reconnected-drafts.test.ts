import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { posters } from '../functions/given/accounts.ts';
import { act, join } from '../functions/given/approvals.ts';
import { until } from '../functions/given/content.ts';
import { halt } from '../functions/given/halt.ts';
import { runWorker } from '../functions/given/thread.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { accountOn, connect, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** An item that names an account, which is deleted and connected again before the item is sent. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;

async function request(tenant: Tenant, operation: Parameters<typeof callApi>[0], options: Json = {}): Promise<Json> {
  const answer = await callApi(operation, { token: await newToken(tenant), ...options });
  expect(answer.status, answer.text).toBeLessThan(300);
  await processAllChanges(harness);
  return answer.json;
}

interface Given {
  tenant: Tenant;
  contentId: string;
  formerId: string;
}

/** Connect the account that the item names. Returns its id. */
async function connectNamed(tenant: Tenant): Promise<string> {
  const access_token = 'token-101';
  await platforms().register({ platform: 'twitter', account: '101', access_token });
  return String((await connect(tenant, 'twitter', access_token, { external_id: '101' })).id);
}

/** A workspace with another default account, and an item that names its first account. */
async function givenItem(fields: Json = {}): Promise<Given> {
  const tenant = await newTenant();
  const formerId = await connectNamed(tenant);
  const other = await connect(tenant, 'twitter', 'token-102', { external_id: '102' });
  await request(tenant, 'accounts.update', { params: { id: other.id }, body: { is_default: true } });
  const { id } = await newContent(tenant, { platforms: ['twitter'], accounts: [formerId], ...fields });
  await processAllChanges(harness);
  return { tenant, contentId: id, formerId };
}

const remove = ({ tenant, formerId }: Given) => request(tenant, 'accounts.delete', { params: { id: formerId } });
const itemOf = ({ tenant, contentId }: Given) => request(tenant, 'content.get', { params: { id: contentId } });
const update = ({ tenant, contentId }: Given, body: Json) =>
  request(tenant, 'content.update', { params: { id: contentId }, body });
const plan = ({ tenant, contentId }: Given, body: Json) =>
  request(tenant, 'schedule.create', { body: { content_id: contentId, scheduled_at: inSeconds(60), ...body } });

/** Connect the deleted account again. Returns its present id, which is not the default. */
async function reconnect({ tenant, formerId }: Given): Promise<string> {
  const id = await connectNamed(tenant);
  await processAllChanges(harness);
  expect([id, (await accountOn(tenant, 'twitter'))?.id]).not.toContain(formerId);
  expect((await accountOn(tenant, 'twitter'))?.id).not.toBe(id);
  return id;
}

/** Let the newest post of the item happen in a minute. */
async function publish(given: Given) {
  const [target] = (await itemOf(given)).targets as { schedule_id: string }[];
  const dueMessage = { workspace_id: given.tenant.workspace.id, schedule_id: target!.schedule_id };
  advanceTime(MINUTE);
  await runWorker({ dueMessage });
  return loadDueEntry(dueMessage);
}

/** The post is sent with the account that the item names, under its present id. */
async function expectPublished(given: Given, presentId: string): Promise<void> {
  const entry = await publish(given);
  expect([entry.state, entry.account_id, entry.error]).toEqual(['published', presentId, null]);
  expect(await posters()).toEqual(['101']);
  const item = await itemOf(given);
  expect(item).toMatchObject({ accounts: [presentId], targets: [{ account_id: presentId, status: 'published' }] });
  const listed = await request(given.tenant, 'content.list', { query: { account_id: presentId } });
  expect((listed.data as Json[]).map(({ id }) => id)).toEqual([given.contentId]);
}

describe('an item whose account was connected again', () => {
  it.each<[string, (given: Given, presentId: string) => Promise<Json>]>([
    ['POST /schedule with its platform', (given) => plan(given, { platforms: ['twitter'] })],
    ['POST /schedule with its former account', (given) => plan(given, { accounts: [given.formerId] })],
    ['POST /schedule with its present account', (given, id) => plan(given, { accounts: [id] })],
    ['PUT with a time', (given) => update(given, { scheduled_at: inSeconds(60) })],
    ['PUT with a time and its account', (given, id) => update(given, { scheduled_at: inSeconds(60), accounts: [id] })],
  ])('is published with it after %s', async (_, planIt) => {
    const given = await givenItem();
    await remove(given);
    const presentId = await reconnect(given);
    const planned = await planIt(given, presentId);
    expect((planned.warnings as Json[]).map(({ code }) => code)).toEqual([]);
    await expectPublished(given, presentId);
  });

  it('is published with it by the status published', async () => {
    const given = await givenItem();
    await remove(given);
    const presentId = await reconnect(given);
    // The response waits until the post is published.
    const waiting = update(given, { status: 'published' });
    await until(async () => ((await itemOf(given)).targets as Json[]).length > 0);
    await expectPublished(given, presentId);
    await waiting;
  });

  it('is published with it when it is scheduled again after the deletion has cancelled it', async () => {
    const given = await givenItem({ scheduled_at: inSeconds(600) });
    await remove(given);
    expect((await itemOf(given)).targets).toMatchObject([{ status: 'cancelled' }]);
    const presentId = await reconnect(given);
    await update(given, { scheduled_at: inSeconds(60) });
    await expectPublished(given, presentId);
  });

  it('keeps its approval when it is scheduled', async () => {
    const given = await givenItem();
    await request(given.tenant, 'content.submit', { params: { id: given.contentId }, body: {} });
    await act('approve', await join(given.tenant, 'approver'), given.contentId);
    await setWorkspace(given.tenant, { approval: 'required' });
    await remove(given);
    const presentId = await reconnect(given);
    await plan(given, { platforms: ['twitter'] });
    await expectPublished(given, presentId);
  });
});

describe('an item that is scheduled while its account is deleted', () => {
  async function givenScheduled(prepare: (given: Given) => Promise<unknown> = async () => {}): Promise<Given> {
    const given = await givenItem();
    await prepare(given);
    await remove(given);
    advanceTime(1000);
    await plan(given, { platforms: ['twitter'] });
    return given;
  }

  it('is published with it when it is connected again before its time', async () => {
    const given = await givenScheduled();
    await expectPublished(given, await reconnect(given));
  });

  it('is held by a halt of the account when it is connected again', async () => {
    const given = await givenScheduled(({ tenant, formerId }) => halt(tenant, { account: formerId }));
    await reconnect(given);
    expect(await publish(given)).toMatchObject({ state: 'pending', due_at: null });
    expect(await posters()).toEqual([]);
  });

  it('fails when only another account of the platform is connected', async () => {
    const given = await givenScheduled();
    expect((await publish(given)).error?.code).toBe('account_missing');
    expect(await posters()).toEqual([]);
  });
});

describe('an item that is due before the deletion of its account has cancelled it', () => {
  it('is not published with the account when it is connected again', async () => {
    const given = await givenItem({ scheduled_at: inSeconds(60) });
    const params = { id: given.formerId };
    expect((await callApi('accounts.delete', { token: await newToken(given.tenant), params })).status).toBe(200);
    await connectNamed(given.tenant);
    const [target] = (
      await callApi('content.get', { token: await newToken(given.tenant), params: { id: given.contentId } })
    ).json.targets as { schedule_id: string }[];
    const dueMessage = { workspace_id: given.tenant.workspace.id, schedule_id: target!.schedule_id };
    advanceTime(MINUTE);
    await runWorker({ dueMessage });
    expect((await loadDueEntry(dueMessage)).error?.code).toBe('account_missing');
    expect(await posters()).toEqual([]);
  });
});
