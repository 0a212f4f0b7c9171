import { describe, expect, it } from 'vitest';
import { type Permission, ROLE_NAMES, ROLES, type Role, sessionPermissions } from '../../lib/core/api/permission.ts';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newAccount } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';

const table = setupApi();
const HOUR = 3_600_000;

const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const create = ({ token }: Pick<Tenant, 'token'>, hours: number | null, fields: Json = {}) =>
  callApi('content.create', {
    token,
    body: {
      title: 'Summer is here',
      platforms: ['twitter'],
      ...(hours === null ? {} : { scheduled_at: at(hours) }),
      ...fields,
    },
  });
const edit = ({ token }: Pick<Tenant, 'token'>, { json }: { json: Json }, body: Json) =>
  callApi('content.update', { token, params: { id: String(json.id) }, body });
const scheduleItem = ({ token }: Pick<Tenant, 'token'>, { json }: { json: Json }, hours: number) =>
  callApi('schedule.create', { token, body: { content_id: json.id, platforms: ['twitter'], scheduled_at: at(hours) } });
const entryOf = ({ json }: { json: Json }) => String((json.targets as Json[])[0]!.schedule_id);
const duplicate = ({ json }: { json: Json }) => ({
  status: 409,
  json: { code: 'duplicate_content', content_id: json.id },
});

describe('the same content on the same account within 24 hours', () => {
  it('is one post of 100 requests at the same time with different idempotency keys', async () => {
    const { token } = await newTenant();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        callApi('content.create', {
          token,
          headers: { 'idempotency-key': `key-${index}` },
          body: { title: `Summer${' '.repeat(index + 1)}is here`, platforms: ['twitter'], scheduled_at: at(1) },
        }),
      ),
    );
    const [made, ...rest] = answers.sort((one, other) => one.status - other.status);
    expect(made!.status).toBe(201);
    for (const answer of rest) expect(answer).toMatchObject(duplicate(made!));
    expect(storedItems(table).filter(({ entity }) => entity === 'ScheduleEntry')).toHaveLength(1);
  });

  it.each([
    ['case, white space and invisible characters', 'SUMMER \u200B is\nhere'],
    ['nothing', 'Summer is here'],
  ])('is a duplicate that differs by %s', async (_, title) => {
    const tenant = await newTenant();
    const first = await create(tenant, 1);
    expect(await create(tenant, 24, { title })).toMatchObject(duplicate(first));
    expect((await create(tenant, 25, { title })).status).toBe(201);
  });

  it('counts between the posts: the one in the middle is too close to both', async () => {
    const tenant = await newTenant();
    await create(tenant, 1);
    const later = await create(tenant, 49);
    expect(later.status).toBe(201);
    expect(await create(tenant, 26)).toMatchObject(duplicate(later));
  });

  it('does not count drafts, other accounts, other texts and other workspaces', async () => {
    const tenant = await newTenant();
    const [one, two] = [await newAccount(tenant), await newAccount(tenant, { external_id: '99', access_token: 'b' })];
    await create(tenant, 1, { accounts: [one.id] });
    expect((await create(tenant, null)).status).toBe(201);
    expect((await create(tenant, 1, { accounts: [two.id] })).status).toBe(201);
    expect((await create(tenant, 1, { title: 'Winter' })).status).toBe(201);
    expect((await create(await newTenant(), 1)).status).toBe(201);
  });

  it('is the same for a thread and a post with the text of its first part', async () => {
    const tenant = await newTenant();
    const thread = await create(tenant, 1, { thread: [{ text: 'One' }] });
    expect(await create(tenant, 2)).toMatchObject(duplicate(thread));
    expect(await create(tenant, 2, { thread: [{ text: 'Two' }] })).toMatchObject(duplicate(thread));
  });

  it('is the same for the default account and for its name', async () => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant);
    const first = await create(tenant, 1);
    expect(await create(tenant, 1, { accounts: [id] })).toMatchObject(duplicate(first));
  });

  it('is the same for a post of a platform without account, once it has one', async () => {
    const tenant = await newTenant();
    const first = await create(tenant, 1);
    const { id } = await newAccount(tenant);
    expect(await create(tenant, 1, { accounts: [id] })).toMatchObject(duplicate(first));
  });
});

describe('each request that gives a post its time', () => {
  it('is compared: scheduling, rescheduling, editing and publishing now', async () => {
    const tenant = await newTenant();
    const first = await create(tenant, 1);
    const [draft, later, other] = [
      await create(tenant, null),
      await create(tenant, 30),
      await create(tenant, 2, { title: 'W' }),
    ];
    expect(await scheduleItem(tenant, draft, 2)).toMatchObject(duplicate(first));
    const moved = { token: tenant.token, params: { id: entryOf(later) }, body: { scheduled_at: at(20) } };
    expect(await callApi('schedule.update', moved)).toMatchObject(duplicate(first));
    expect(await edit(tenant, later, { scheduled_at: at(20) })).toMatchObject(duplicate(first));
    expect(await edit(tenant, other, { title: 'Summer is here' })).toMatchObject(duplicate(first));
    expect(await edit(tenant, draft, { status: 'published' })).toMatchObject(duplicate(first));
  });

  it('never conflicts with the item itself', async () => {
    const tenant = await newTenant();
    const item = await create(tenant, 1);
    const move = (hours: number) =>
      callApi('schedule.update', {
        token: tenant.token,
        params: { id: entryOf(item) },
        body: { scheduled_at: at(hours) },
      });
    expect([(await move(2)).status, (await move(3)).status, (await move(2)).status]).toEqual([200, 200, 200]);
    expect((await edit(tenant, item, { title: 'SUMMER is here' })).status).toBe(200);
  });
});

describe('a content is free again', () => {
  it.each([
    [
      'deleted',
      (tenant: Tenant, item: { json: Json }) =>
        callApi('content.delete', { token: tenant.token, params: { id: String(item.json.id) } }),
    ],
    ['cancelled', (tenant: Tenant, item: { json: Json }) => edit(tenant, item, { status: 'cancelled' })],
    [
      'a draft',
      (tenant: Tenant, item: { json: Json }) =>
        callApi('schedule.cancel', { token: tenant.token, params: { id: entryOf(item) } }),
    ],
    ['rescheduled', (tenant: Tenant, item: { json: Json }) => edit(tenant, item, { scheduled_at: at(50) })],
    ['changed', (tenant: Tenant, item: { json: Json }) => edit(tenant, item, { title: 'Winter' })],
  ])('once the item that had it is %s', async (_, release) => {
    const tenant = await newTenant();
    const first = await create(tenant, 1);
    expect((await release(tenant, first)).status).toBe(200);
    const second = await create(tenant, 1);
    expect(second.status).toBe(201);
    expect(await create(tenant, 1)).toMatchObject(duplicate(second));
  });

  it('and not twice: of an item that returns and a new one at the same time, one gets it', async () => {
    const tenant = await newTenant();
    for (let round = 0; round < 10; round++) {
      const title = `Round ${round}`;
      const first = await create(tenant, 1, { title });
      await edit(tenant, first, { status: 'cancelled' });
      const both = await Promise.all([scheduleItem(tenant, first, 1), create(tenant, 1, { title })]);
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });
});

describe('allow_duplicate', () => {
  it('publishes the content again for the session of an owner, and records which item it repeats', async () => {
    const tenant = await newTenant();
    const first = await create(tenant, 1);
    const session = { token: await sessionToken(tenant.owner) };
    const second = await create(session, 1, { allow_duplicate: true });
    expect(second.status).toBe(201);
    const stored = storedItems(table).find(({ entity, id }) => entity === 'Content' && id === second.json.id);
    expect(stored?.duplicate_of).toBe(first.json.id);
    // Both hold the content.
    await callApi('content.delete', { token: tenant.token, params: { id: String(first.json.id) } });
    expect(await create(tenant, 1)).toMatchObject(duplicate(second));
  });

  it('is a permission of the sessions of owners and admins who may write, and of no others', () => {
    const of = (role: Role, permissions: readonly Permission[] = ROLES[role]) =>
      sessionPermissions({ role, permissions }).includes('content:override');
    const roles = ROLE_NAMES.filter((role) => of(role));
    expect(roles).toEqual(['owner', 'admin']);
    expect(of('admin', ['content:read'])).toBe(false);
  });

  it('is 403 for an API key with all permissions and for an agent, and changes nothing', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant);
    for (const caller of [tenant, agent]) {
      const answer = await create(caller, null, { allow_duplicate: true });
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
    }
    expect(storedItems(table).filter(({ entity }) => entity === 'Content')).toEqual([]);
  });

  it('cannot be granted to an API key', async () => {
    const tenant = await newTenant();
    const session = await sessionToken(tenant.owner);
    const body = { name: 'k', permissions: ['content:override'] };
    expect((await callApi('keys.create', { token: session, body })).status).toBe(422);
    const made = await callApi('keys.create', { token: session, body: { name: 'k' } });
    expect(made.json.permissions).not.toContain('content:override');
  });
});

describe('duplicate_guard_hours', () => {
  const set = ({ token }: Tenant, duplicate_guard_hours: number) =>
    callApi('workspace.update', { token, body: { duplicate_guard_hours } });

  it('changes the period', async () => {
    const tenant = await newTenant();
    expect((await set(tenant, 48)).json.duplicate_guard_hours).toBe(48);
    const first = await create(tenant, 1);
    expect(await create(tenant, 48)).toMatchObject(duplicate(first));
    await set(tenant, 1);
    expect((await create(tenant, 2)).status).toBe(201);
  });

  it('of 0 compares nothing of people, and items of agents within 24 hours', async () => {
    const tenant = await newTenant();
    await set(tenant, 0);
    expect([(await create(tenant, 1)).status, (await create(tenant, 1)).status]).toEqual([201, 201]);
    const agent = await newAgent(tenant);
    const draft = await create(agent, null, { title: 'Autumn' });
    expect(await create(agent, null, { title: 'Autumn' })).toMatchObject(duplicate(draft));
  });

  it('of 0 lists what people publish, so that no agent drafts it and no approval publishes it again', async () => {
    const tenant = await newTenant();
    await set(tenant, 0);
    const agent = await newAgent(tenant);
    const draft = await create(agent, null);
    const first = await create(tenant, 1);
    const winter = await create(tenant, 1, { title: 'Winter' });
    expect([first.status, winter.status]).toEqual([201, 201]);
    expect(await create(agent, null, { title: 'Winter' })).toMatchObject(duplicate(winter));
    expect(await scheduleItem(tenant, draft, 2)).toMatchObject(duplicate(first));
  });

  it('of 0 lets one of a person who publishes and an agent who drafts at the same time come second', async () => {
    const tenant = await newTenant();
    await set(tenant, 0);
    const agent = await newAgent(tenant);
    for (let round = 0; round < 10; round++) {
      const title = `Round ${round}`;
      const [post, draft] = await Promise.all([create(tenant, 1, { title }), create(agent, null, { title })]);
      expect(post.status).toBe(201);
      if (draft.status === 201) expect(await scheduleItem(tenant, draft, 2)).toMatchObject(duplicate(post));
      else expect(draft).toMatchObject(duplicate(post));
    }
  });

  it('of more than 0 compares new posts with those of the time when it was 0', async () => {
    const tenant = await newTenant();
    await set(tenant, 0);
    const first = await create(tenant, 1);
    await set(tenant, 24);
    expect(await create(tenant, 2)).toMatchObject(duplicate(first));
    expect((await create(tenant, 26)).status).toBe(201);
  });

  it.each([-1, 169, 1.5])('rejects %d', async (hours) => {
    expect((await set(await newTenant(), hours)).status).toBe(422);
  });
});

describe('an agent', () => {
  it('drafts nothing that a person publishes within 24 hours', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant);
    const first = await create(tenant, 1);
    expect(await create(agent, null)).toMatchObject(duplicate(first));
    advanceTime(48 * HOUR);
    expect((await create({ token: await agent.newToken() }, null)).status).toBe(201);
  });
});

describe('validation', () => {
  it('warns of a duplicate and names the other item', async () => {
    const tenant = await newTenant();
    const first = await create(tenant, 1);
    const body = { title: 'Summer is here', platforms: ['twitter'], scheduled_at: at(2) };
    const { json } = await callApi('content.validate', { token: tenant.token, body });
    const warning = (json.warnings as Json[]).find(({ code }) => code === 'duplicate_content');
    expect(warning?.detail).toContain(first.json.id);
  });

  it('compares the request of an agent as its draft: also with drafts of agents, and with a guard of 0', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant);
    await callApi('workspace.update', { token: tenant.token, body: { duplicate_guard_hours: 0 } });
    const [draft, post] = [await create(agent, null), await create(tenant, 48, { title: 'Winter' })];
    const validate = async ({ token }: Pick<Tenant, 'token'>, body: Json) => {
      const { json } = await callApi('content.validate', { token, body: { platforms: ['twitter'], ...body } });
      const duplicates = (json.warnings as Json[]).filter(({ code }) => code === 'duplicate_content');
      return duplicates.map(({ detail }) => String(detail).match(/cnt_\w+/)?.[0]);
    };
    const summer = { title: 'Summer is here' };
    expect(await validate(agent, summer)).toEqual([draft.json.id]);
    expect(await validate(agent, { ...summer, content_id: draft.json.id })).toEqual([]);
    expect(await validate(tenant, summer)).toEqual([]);
    expect(await validate(agent, { title: 'Winter' })).toEqual([]);
    expect(await validate(agent, { title: 'Winter', scheduled_at: at(47) })).toEqual([post.json.id]);
  });
});
