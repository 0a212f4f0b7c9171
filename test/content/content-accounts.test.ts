import { describe, expect, it } from 'vitest';
import { MAX_ACCOUNTS } from '../../lib/content/rules/content-targets.ts';
import { advanceTime, inSeconds, type Json } from '../functions/api-harness.ts';
import { posters } from '../functions/given/accounts.ts';
import {
  connectX,
  makeDefault,
  publish,
  remove,
  request,
  setupTenant,
  targetsOf,
  tenant,
} from '../functions/given/several-accounts.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { newId } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const platforms = simulatePlatforms();

setupTenant();

describe('an item that names accounts', () => {
  it('is published once with each of them, and its targets, entries and filters name them', async () => {
    const [one, , three] = [await connectX('501'), await connectX('502'), await connectX('503')];
    const accounts = [three.id, one.id];
    const content = await newContent(tenant, { platforms: ['twitter'], accounts, scheduled_at: inSeconds(60) });
    expect(content.accounts).toEqual(accounts);
    expect(targetsOf(content).map(({ platform, account_id }) => [platform, account_id])).toEqual([
      ['twitter', three.id],
      ['twitter', one.id],
    ]);
    advanceTime(60_000);
    for (const target of targetsOf(content)) {
      const entry = await publish(target);
      expect([entry.state, entry.account_id]).toEqual(['published', target.account_id]);
    }
    expect((await posters()).sort()).toEqual(['501', '503']);
    const { json } = await request('content.get', { params: { id: content.id } });
    expect(json.status).toBe('published');
  });

  it.each([
    ['unknown', async () => newId('account'), 'unknown_account'],
    ['no id', async () => 'acc_x#y', 'unknown_account'],
    ['of another platform', async () => (await connectLinkedIn()).id, 'not_of_platforms'],
  ])('is rejected with the pointer to an account that is %s', async (_, account, code) => {
    const { id } = await connectX('504');
    const body = { title: 'A title', platforms: ['twitter'], accounts: [id, await account()] };
    for (const operation of ['content.create', 'content.validate'] as const) {
      const { status, json } = await request(operation, { body });
      expect([status, (json.errors as Json[])[0]]).toEqual([
        422,
        expect.objectContaining({ pointer: '/accounts/1', code }),
      ]);
    }
    const content = await newContent(tenant, { platforms: ['twitter'] });
    const updated = await request('content.update', { params: { id: content.id }, body: { accounts: body.accounts } });
    expect(updated.status).toBe(422);
    expect((await request('content.get', { params: { id: content.id } })).json.accounts).toEqual([]);
  });

  it.each([
    ['content.update', (content: Json, body: Json) => ({ params: { id: content.id as string }, body })],
    ['content.validate', ({ id }: Json, body: Json) => ({ body: { ...body, content_id: id } })],
  ] as const)('keeps an account that was deleted, and names no other one that was: %s', async (operation, asked) => {
    const [one, other] = [await connectX('514'), await connectX('515')];
    const fields = { title: 'A title', platforms: ['twitter'] };
    const content = await newContent(tenant, { ...fields, accounts: [one.id] });
    for (const { id } of [one, other]) expect((await remove(id)).status).toBe(200);
    const change = (accounts: string[]) =>
      request(operation, asked(content, { ...fields, title: 'Another', accounts }));
    const { status, text, json } = await change([one.id]);
    expect(status, text).toBe(200);
    if (operation === 'content.update') expect(json).toMatchObject({ title: 'Another', accounts: [one.id] });
    expect((await change([one.id, other.id])).json.errors).toMatchObject([
      { pointer: '/accounts/1', code: 'unknown_account' },
    ]);
  });

  it('keeps a platform that its accounts need', async () => {
    const { id } = await connectX('505');
    const content = await newContent(tenant, { platforms: ['twitter', 'linkedin'], accounts: [id] });
    const update = (body: Json) => request('content.update', { params: { id: content.id }, body });
    expect((await update({ platforms: ['linkedin'] })).json.errors).toMatchObject([{ pointer: '/platforms' }]);
    expect((await update({ platforms: ['linkedin'], accounts: [] })).json).toMatchObject({ accounts: [] });
  });

  it('is scheduled for some of its accounts, or for all of a platform', async () => {
    const [one, two] = [await connectX('506'), await connectX('507')];
    const { id: content_id } = await newContent(tenant, { platforms: ['twitter'], accounts: [one.id, two.id] });
    const schedule = (body: Json) =>
      request('schedule.create', { body: { content_id, scheduled_at: inSeconds(60), ...body } });
    const some = await schedule({ accounts: [two.id] });
    expect((some.json.entries as Json[]).map(({ account_id }) => account_id)).toEqual([two.id]);
    expect((await schedule({ platforms: ['twitter'] })).json.code).toBe('already_pending');
    expect((await schedule({ accounts: [newId('account')] })).json.errors).toMatchObject([{ pointer: '/accounts/0' }]);
    expect((await schedule({})).status).toBe(422);
    const rest = await schedule({ accounts: [one.id] });
    expect((rest.json.entries as Json[]).map(({ account_id }) => account_id)).toEqual([one.id]);
  });

  it('has engagements of one account each, which add up to those of the item and of the workspace', async () => {
    const accounts = [(await connectX('508')).id, (await connectX('509')).id];
    const { id: content_id } = await newContent(tenant, { platforms: ['twitter'], accounts });
    const like = { platform: 'twitter', content_id, kind: 'like', occurred_at: inSeconds(0) };
    const engagements = [...accounts, undefined].map((account_id, index) => {
      return { ...like, ...(account_id ? { account_id } : {}), count: 300 + index, external_id: `like-${index}` };
    });
    const { json } = await request('engagements.create', { body: { engagements } });
    expect(json.results).toMatchObject([
      { status: 'accepted' },
      { status: 'accepted' },
      { status: 'rejected', error: { pointer: '/engagements/2/account_id', code: 'required' } },
    ]);
    await processAllChanges(harness);
    const likesOf = async (query: Record<string, string>) => {
      const { breakdown } = (await request('analytics.performance', { query })).json;
      return (breakdown as Json[])[0]?.likes;
    };
    const ofAccounts = accounts.map((account_id): Record<string, string> => ({ account_id }));
    const sums: Record<string, string>[] = [{}, { content_id }, ...ofAccounts];
    expect(await Promise.all(sums.map(likesOf))).toEqual([601, 601, 300, 301]);
  });

  async function connectLinkedIn() {
    const body = { platform: 'linkedin', external_id: 'urn:li:organization:1', access_token: 'a' };
    return (await request('accounts.create', { body })).json as { id: string };
  }
});

describe('an item with as many accounts as it can name', () => {
  const connectMany = async (count: number) => {
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const { json } = await request('accounts.create', { body: { platform: 'twitter', sandbox: true } });
      ids.push(String(json.id));
    }
    return ids;
  };

  it('is created with a time and a key, gets other accounts with a time, and is deleted, each in one request', async () => {
    const ids = await connectMany(2 * MAX_ACCOUNTS);
    const [former, present] = [ids.slice(0, MAX_ACCOUNTS), ids.slice(MAX_ACCOUNTS)];
    const fields = { title: 'For all', platforms: ['twitter'], accounts: former, scheduled_at: inSeconds(60) };
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'all' };
    const created = await request('content.create', { body: fields, headers });
    expect(created.status, created.text).toBe(201);
    const params = { id: String(created.json.id) };
    const update = async (body: Json) => {
      const answer = await request('content.update', { params, body });
      expect(answer.status, answer.text).toBe(200);
      return answer.json;
    };
    await update({ status: 'draft' });
    const changed = await update({ accounts: present, scheduled_at: inSeconds(120) });
    expect(targetsOf(changed).map(({ account_id, status }) => [account_id, status])).toEqual(
      present.map((id) => [id, 'pending']),
    );
    const found = async (account_id: string) =>
      ((await request('content.list', { query: { account_id } })).json.pagination as Json).total;
    expect([await found(former[1]!), await found(present[0]!), await found(present.at(-1)!)]).toEqual([0, 1, 1]);
    await update({ status: 'draft' });
    await update({ accounts: present.slice(0, 2) });
    expect([await found(present[1]!), await found(present[2]!)]).toEqual([1, 0]);
    expect((await request('content.delete', { params })).status).toBe(200);
    expect(storedRecords(harness, 'ContentTarget')).toEqual([]);
  });
});

describe('an item without accounts', () => {
  const onX = (fields: Json = {}) =>
    newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(60), ...fields });

  it('is bound to the default account when it is scheduled, whichever is the default later', async () => {
    const [first, second] = [await connectX('601'), await connectX('602')];
    const content = await onX();
    expect(targetsOf(content)[0]!.account_id).toBe(first.id);
    await makeDefault(second.id);
    const later = await onX();
    advanceTime(60_000);
    await publish(targetsOf(content)[0]!);
    await publish(targetsOf(later)[0]!);
    expect(await posters()).toEqual(['601', '602']);
  });

  it('that was scheduled before an account was connected is bound by its first attempt, and a retry keeps it', async () => {
    const content = await onX();
    expect(targetsOf(content)[0]!.account_id).toBeNull();
    const first = await connectX('603');
    advanceTime(60_000);
    await platforms().script('twitter', '429', 1);
    expect(await publish(targetsOf(content)[0]!)).toMatchObject({ state: 'pending', account_id: first.id });
    await makeDefault((await connectX('604')).id);
    advanceTime(15 * 60_000);
    expect((await publish(targetsOf(content)[0]!)).state).toBe('published');
    expect(await posters()).toEqual(['603']);
    const { json } = await request('content.get', { params: { id: content.id } });
    expect(targetsOf(json)[0]!.account_id).toBe(first.id);
  });

  it('is retried on its account, and on the present default once that account was deleted', async () => {
    const [first, second] = [await connectX('605'), await connectX('606')];
    const content = await onX();
    advanceTime(60_000);
    await platforms().script('twitter', '402', 2);
    expect((await publish(targetsOf(content)[0]!)).state).toBe('failed');
    await makeDefault(second.id);
    const retry = async () => targetsOf((await request('content.retry', { params: { id: content.id } })).json)[0]!;
    const again = await retry();
    expect(again.account_id).toBe(first.id);
    await publish(again);
    await remove(first.id);
    const gone = await retry();
    expect((await publish(gone)).error?.code).toBe('account_missing');
    expect((await retry()).account_id).toBe(second.id);
  });
});

describe('two items with one text', () => {
  it.each([
    ['on two accounts of a platform are both published', true],
    ['on one account: the second is a duplicate', false],
  ])('%s', async (_, isApart) => {
    await setWorkspace(tenant, { duplicate_guard_hours: 0 });
    const accounts = [await connectX('701'), await connectX('702')];
    const fields = { description: 'The same text', platforms: ['twitter'], scheduled_at: inSeconds(60) };
    const items = [
      await newContent(tenant, { ...fields, accounts: [accounts[0]!.id] }),
      await newContent(tenant, { ...fields, accounts: [accounts[isApart ? 1 : 0]!.id] }),
    ];
    advanceTime(60_000);
    const states: string[] = [];
    for (const content of items) states.push((await publish(targetsOf(content)[0]!)).state);
    expect(states).toEqual(isApart ? ['published', 'published'] : ['published', 'failed']);
    expect((await posters()).length).toBe(isApart ? 2 : 1);
  });

  it('on two accounts: the post of one is never taken for that of the other, whose outcome is unknown', async () => {
    const accounts = [await connectX('703'), await connectX('704')];
    const fields = { description: 'The same text', platforms: ['twitter'], scheduled_at: inSeconds(60) };
    const content = await newContent(tenant, { ...fields, accounts: accounts.map(({ id }) => id) });
    advanceTime(60_000);
    await platforms().script('twitter', 'drop_before_effect', 1);
    const [lost, sent] = targetsOf(content);
    expect((await publish(lost!)).state).toBe('unconfirmed');
    expect((await publish(sent!)).state).toBe('published');
    for (const seconds of [5, 55, 240, 1500]) {
      advanceTime(seconds * 1000);
      expect((await publish(lost!)).state).toBe('unconfirmed');
    }
  });
});
