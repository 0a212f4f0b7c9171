import { describe, expect, it } from 'vitest';
import type { Account, DefaultAccount } from '../../lib/accounts/rules/account.ts';
import { advanceTime, inSeconds, type Json, newInstance, type TestResponse } from '../functions/api-harness.ts';
import { posters } from '../functions/given/accounts.ts';
import {
  connectX,
  makeDefault,
  publish,
  remove,
  renewTenant,
  request,
  setupTenant,
  targetsOf,
  tenant,
} from '../functions/given/several-accounts.ts';
import { interleave } from '../functions/interleave.ts';
import { newContent } from '../functions/resources.ts';
import { accountOn, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant, newToken } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const platforms = simulatePlatforms();

setupTenant();

const stored = () =>
  storedRecords<Account>(harness, 'Account').filter((each) => each.workspace_id === tenant.workspace.id);

/** Every platform that has accounts has one default account, and its DefaultAccount names it. */
function expectOneDefault(): void {
  const named = storedRecords<DefaultAccount>(harness, 'DefaultAccount').filter(
    ({ workspace_id }) => workspace_id === tenant.workspace.id,
  );
  const defaults = stored().filter((each) => each.is_default);
  expect(defaults.map(({ platform, id }) => [platform, id]).sort()).toEqual(
    named.map(({ platform, account_id }) => [platform, account_id]).sort(),
  );
  const connected = new Set(stored().map(({ platform }) => platform));
  expect(new Set(defaults.map(({ platform }) => platform))).toEqual(connected);
}

describe('the accounts of a platform', () => {
  it('have one default: the first, until another one is made the default', async () => {
    const [first, second] = [await connectX('101'), await connectX('102', tenant, { name: 'Support' })];
    expect([first.is_default, second.is_default, first.name, second.name]).toEqual([true, false, '101', 'Support']);
    const { status, json } = await makeDefault(second.id);
    expect([status, json.is_default]).toEqual([200, true]);
    const { json: former } = await request('accounts.get', { params: { id: first.id } });
    expect(former.is_default).toBe(false);
    expectOneDefault();
  });

  /** Run two requests of a new tenant, one suspended before each of its commands of the table in turn. */
  async function race(
    prepare: () => Promise<[worker: () => Promise<TestResponse>, caller: () => Promise<TestResponse>]>,
    check: (answers: TestResponse[]) => void,
  ): Promise<void> {
    for (const suspended of ['worker', 'caller'] as const) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        await renewTenant();
        const [worker, caller] = await prepare();
        const result = await interleave(harness.table, suspended, n, worker, caller);
        interleaved = result.interleaved;
        check([result.work, result.answer]);
        expectOneDefault();
      }
    }
  }

  const connection = (token: string, external_id: string) => ({
    token,
    body: { platform: 'twitter', external_id, access_token: 'a' },
  });

  it.each([
    ['one account for one external id', ['103', '103'], 1],
    ['two accounts with one default for two', ['104', '105'], 2],
  ])('are %s, also when they are connected at the same time', async (_, [one, other], count) => {
    // Lambda gives each request an instance of its own while the other one runs.
    const instances = [await newInstance('accounts.create'), await newInstance('accounts.create')] as const;
    await race(
      async () => {
        const token = await newToken(tenant);
        return [() => instances[0](connection(token, one!)), () => instances[1](connection(token, other!))];
      },
      (answers) => {
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
        expect(new Set(answers.map(({ json }) => json.id)).size).toBe(count);
        expect(stored().length).toBe(count);
      },
    );
  });

  it.each([
    ['another one is connected', 'accounts.create'],
    ['another one is made the default', 'accounts.update'],
    ['another one is deleted', 'accounts.delete'],
  ] as const)('have exactly one default when the default is deleted while %s', async (_, operation) => {
    const [change, remover] = [await newInstance(operation), await newInstance('accounts.delete')];
    await race(
      async () => {
        const { id } = await connectX('201');
        const token = await newToken(tenant);
        const removing = () => remover({ token, params: { id } });
        if (operation === 'accounts.create') return [() => change(connection(token, '202')), removing];
        const params = { id: (await connectX('203')).id };
        const body = operation === 'accounts.update' ? { body: { is_default: true } } : {};
        return [() => change({ token, params, ...body }), removing];
      },
      (answers) => expect(answers.map(({ status, text }) => (status < 300 ? '' : text))).toEqual(['', '']),
    );
  });

  it('pass the default on to the oldest one that remains', async () => {
    const first = await connectX('401');
    advanceTime(5);
    const second = await connectX('402');
    advanceTime(5);
    await connectX('403');
    await remove(first.id);
    expect((await accountOn(tenant, 'twitter'))?.id).toBe(second.id);
  });

  it('are changed only in the version that If-Match names', async () => {
    const { id } = await connectX('404');
    const { headers } = await request('accounts.get', { params: { id } });
    const rename = (name: string) =>
      request('accounts.update', {
        params: { id },
        body: { name },
        headers: { 'content-type': 'application/json', 'if-match': String(headers.etag) },
      });
    const answer = await rename('One');
    expect([answer.status, answer.json.name]).toEqual([200, 'One']);
    expect(answer.headers.etag).toBe((await request('accounts.get', { params: { id } })).headers.etag);
    expect((await rename('Two')).status).toBe(412);
  });

  it('of another workspace are neither changed nor published with', async () => {
    const other = await newTenant();
    const { id } = await connectX('405', other);
    expect((await makeDefault(id)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    const body = { title: 'A title', platforms: ['twitter'], accounts: [id] };
    expect((await request('content.create', { body })).status).toBe(422);
  });
});

describe('the only target of a platform that an item shows', () => {
  it.each(['an account that it named', 'the default account'])(
    'is resolved by the name of the platform after a send with %s',
    async (former) => {
      const [one, other] = [await connectX('521'), await connectX('522')];
      const accounts = former === 'the default account' ? [] : [one.id];
      const fields = { platforms: ['twitter'], description: former, accounts, scheduled_at: inSeconds(60) };
      const made = await newContent(tenant, fields);
      const params = { id: made.id };
      const change = (body: Json) => request('content.update', { params, body });
      const resolve = (body: Json) => request('content.resolve', { params: { ...params, platform: 'twitter' }, body });
      const lose = async (item: Json) => {
        await platforms().script('twitter', '500_before_effect');
        advanceTime(60_000);
        expect((await publish(targetsOf(item)[0]!)).state).toBe('unconfirmed');
      };
      await lose(made);
      await resolve({ outcome: 'failed' });
      const again = { content_id: made.id, platforms: ['twitter'], scheduled_at: inSeconds(60) };
      await request('schedule.create', { body: again });
      expect((await change({ status: 'draft' })).json.status).toBe('draft');
      await change({ accounts: [other.id] });
      await lose((await change({ scheduled_at: inSeconds(60) })).json);
      const { status, json, text } = await resolve({ outcome: 'published' });
      expect(status, text).toBe(200);
      expect(targetsOf(json)).toMatchObject([{ account_id: other.id, status: 'published' }]);
    },
  );
});

describe('deleting an account', () => {
  it('cancels its pending entries, also more than a step has, and no others, and returns their number', async () => {
    const [one, other] = [await connectX('801'), await connectX('802')];
    const fields = { platforms: ['twitter'], scheduled_at: inSeconds(3600) };
    for (let index = 0; index < 104; index++)
      await newContent(tenant, { ...fields, title: `${index}`, accounts: [one.id] });
    const shared = await newContent(tenant, { ...fields, accounts: [one.id, other.id] });
    const own = await newContent(tenant, { ...fields, title: 'Own', accounts: [other.id] });
    await processAllChanges(harness);
    const { status, json } = await remove(one.id);
    expect([status, json.cancelled_entries, json.cancelled_entries_is_capped]).toEqual([200, 105, false]);
    await processAllChanges(harness);
    const entries = async (account_id: string, state: string) =>
      (await request('schedule.list', { query: { account_id, status: state, limit: '1' } })).json.pagination as Json;
    expect((await entries(one.id, 'pending')).total).toBe(0);
    expect((await entries(one.id, 'cancelled')).total).toBe(105);
    expect((await entries(other.id, 'pending')).total).toBe(2);
    const { json: item } = await request('content.get', { params: { id: shared.id } });
    expect([item.status, targetsOf(item).map((target) => target.status)]).toEqual([
      'scheduled',
      ['cancelled', 'pending'],
    ]);
    expect((await request('content.get', { params: { id: own.id } })).json.status).toBe('scheduled');
  });

  it('publishes no post of it that was due before its cancellation', async () => {
    const { id } = await connectX('803');
    const content = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(60) });
    await remove(id);
    advanceTime(60_000);
    expect((await publish(targetsOf(content)[0]!)).error?.code).toBe('account_missing');
    expect(await posters()).toEqual([]);
  });
});

describe('the filter account_id', () => {
  it('selects the items and entries of one account, whatever their status', async () => {
    const [first, second] = [await connectX('901'), await connectX('902')];
    const fields = { platforms: ['twitter', 'linkedin'], scheduled_at: inSeconds(60) };
    const bound = await newContent(tenant, fields);
    const named = await newContent(tenant, { ...fields, title: 'Named', accounts: [second.id] });
    const both = await newContent(tenant, { ...fields, title: 'Both', accounts: [first.id, second.id] });
    const draft = await newContent(tenant, { platforms: ['twitter'], accounts: [second.id] });
    const contents = async (query: Record<string, string>) =>
      ((await request('content.list', { query })).json.data as Json[]).map(({ id }) => id).sort();
    expect(await contents({ account_id: first.id })).toEqual([bound.id, both.id].sort());
    expect(await contents({ account_id: second.id })).toEqual([named.id, both.id, draft.id].sort());
    expect(await contents({ account_id: second.id, status: 'draft' })).toEqual([draft.id]);
    expect(await contents({ platform: 'twitter' })).toEqual([bound.id, named.id, both.id, draft.id].sort());
    expect(await contents({ platform: 'linkedin' })).toEqual([bound.id, named.id, both.id].sort());
    expect(await contents({ status: 'scheduled' })).toEqual([bound.id, named.id, both.id].sort());
    const listed = async (query: Record<string, string>) =>
      ((await request('schedule.list', { query })).json.scheduled_posts as Json[]).map(({ content_id }) => content_id);
    expect((await listed({ account_id: first.id })).sort()).toEqual([bound.id, both.id].sort());
    expect(await listed({ account_id: first.id, content_id: both.id })).toEqual([both.id]);
    expect(await listed({ account_id: newId('account') })).toEqual([]);
  });

  it.each([
    'content.list',
    'schedule.list',
    'analytics.performance',
    'analytics.rank-content',
    'analytics.best-times',
  ] as const)(
    'cannot be combined with platform in %s, and selects nothing with a text that is no id',
    async (operation) => {
      const { id } = await connectX('903');
      const { status, json } = await request(operation, { query: { account_id: id, platform: 'twitter' } });
      expect([status, json.code, json.errors]).toEqual([
        400,
        'invalid_query',
        [expect.objectContaining({ pointer: 'account_id' })],
      ]);
      expect((await request(operation, { query: { account_id: 'a#b' } })).status).toBe(200);
    },
  );
});
