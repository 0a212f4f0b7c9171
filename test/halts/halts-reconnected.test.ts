import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, type Json, newInstance } from '../functions/api-harness.ts';
import { finishReleases, type HaltView, halt, resume, withoutPauses } from '../functions/given/halt.ts';
import { interleave } from '../functions/interleave.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** A halt of an account that is deleted and connected again, which gives it another id. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;

async function call(tenant: Tenant, operation: Parameters<typeof callApi>[0], options: Json = {}) {
  const answer = await callApi(operation, { token: await newToken(tenant), ...options });
  await processAllChanges(harness);
  return answer;
}

/** Delete an account and connect it again. Returns its new id. */
async function reconnect(tenant: Tenant, id: string): Promise<string> {
  expect((await call(tenant, 'accounts.delete', { params: { id } })).status).toBe(200);
  const again = await connect(tenant, 'twitter');
  expect(again.id).not.toBe(id);
  return String(again.id);
}

/** A workspace whose account on X is halted, and connected again. */
async function givenReconnected(times = 1) {
  const tenant = await newTenant();
  let id = String((await connect(tenant, 'twitter')).id);
  const stopped = await halt(tenant, { account: id });
  for (let left = times; left > 0; left--) id = await reconnect(tenant, id);
  return { tenant, accountId: id, stopped };
}

async function listHalts(tenant: Tenant): Promise<HaltView[]> {
  return (await call(tenant, 'halts.list')).json.halts as HaltView[];
}

/** Let the attempt of a post happen that is due in a minute. */
async function attempt({ dueMessage }: Awaited<ReturnType<typeof scheduleContent>>) {
  advanceTime(MINUTE);
  await handler(dueMessage, lambdaContext());
  return loadDueEntry(dueMessage);
}

describe('a halt of an account that is deleted and connected again', () => {
  it.each([1, 2])('stops its posts after %i reconnections', async (times) => {
    const { tenant, stopped } = await givenReconnected(times);
    const post = await scheduleContent(tenant, 'twitter');
    expect(await attempt(post)).toMatchObject({ state: 'pending', due_at: null });
    expect(await platforms().posts()).toEqual([]);
    const { json } = await call(tenant, 'content.get', { params: { id: post.contentId } });
    expect((json.targets as { halt: Json }[]).map((target) => target.halt?.id)).toEqual([stopped.id]);
  });

  it('is listed with the present id of the account', async () => {
    const { tenant, accountId, stopped } = await givenReconnected();
    expect(await listHalts(tenant)).toEqual([{ ...stopped, scope: { account: accountId } }]);
  });

  it('is the halt of its scope: another one is 409', async () => {
    const { tenant, accountId, stopped } = await givenReconnected();
    const body = { scope: { account: accountId }, reason: 'Again' };
    expect((await call(tenant, 'halts.create', { body })).json).toMatchObject({
      code: 'already_halted',
      halt_id: stopped.id,
    });
  });

  it('releases its posts when it ends', async () => {
    const { tenant, accountId, stopped } = await givenReconnected();
    const post = await scheduleContent(tenant, 'twitter');
    await attempt(post);
    advanceTime(MINUTE);
    expect((await resume(tenant, stopped.id, { spread_seconds: '0' })).missed_posts).toBe(1);
    await finishReleases();
    expect(await listHalts(tenant)).toEqual([]);
    const released = await loadDueEntry(post.dueMessage);
    expect([released?.account_id, released?.due_at]).toEqual([accountId, expect.any(String)]);
    await handler(post.dueMessage, lambdaContext());
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('that has ended before stops nothing', async () => {
    const tenant = await newTenant();
    const { id } = await connect(tenant, 'twitter');
    const stopped = await halt(tenant, { account: id });
    await resume(tenant, stopped.id);
    await reconnect(tenant, String(id));
    await attempt(await scheduleContent(tenant, 'twitter'));
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('stops no post of another workspace on the same account', async () => {
    await givenReconnected();
    const other = await newTenant();
    await connect(other, 'twitter');
    await attempt(await scheduleContent(other, 'twitter'));
    expect(await platforms().posts()).toHaveLength(1);
  });
});

describe('a halt of an account that is deleted', () => {
  it('does not stop another account of the platform', async () => {
    const tenant = await newTenant();
    const { id } = await connect(tenant, 'twitter');
    const stopped = await halt(tenant, { account: id });
    await call(tenant, 'accounts.delete', { params: { id: String(id) } });
    const body = { platform: 'twitter', external_id: '1000000009', access_token: 'of-another' };
    expect((await call(tenant, 'accounts.create', { body })).status).toBe(201);
    expect(await listHalts(tenant)).toEqual([stopped]);
  });
});

describe('a halt of an account that is deleted and connected again at the same time', () => {
  it('names the connected account, or is 422', async () => {
    // Lambda gives each request an instance of its own while the other one runs.
    const [create, remove] = [await newInstance('halts.create'), await newInstance('accounts.delete')];
    const add = await newInstance('accounts.create');
    const account = { platform: 'twitter', external_id: '1000000009', access_token: 'of-the-account' };
    for (let n = 1, interleaved = true; interleaved; n++) {
      const tenant = await newTenant();
      const token = await newToken(tenant);
      const { id } = (await callApi('accounts.create', { token, body: account })).json as { id: string };
      const halting = () => create({ token, body: { scope: { account: id }, reason: 'A wrong campaign.' } });
      const reconnecting = async () => {
        await remove({ token, params: { id } });
        return (await add({ token, body: account })).json.id;
      };
      const result = await withoutPauses(() => interleave(harness.table, 'worker', n, halting, reconnecting));
      interleaved = result.interleaved;
      const listed = (await callApi('halts.list', { token })).json.halts as HaltView[];
      const { status, json } = result.work;
      expect([n, listed.map(({ scope }) => scope)]).toEqual([n, status === 201 ? [{ account: result.answer }] : []]);
      if (status !== 201) expect(json.errors).toMatchObject([{ code: 'unknown_account' }]);
    }
  });
});
