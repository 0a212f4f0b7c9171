import { describe, expect, it } from 'vitest';
import { ROLES } from '../../lib/core/api/permission.ts';
import { advanceTime, callApi, type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newMember } from '../functions/resources.ts';
import { newId, newTenant, newToken } from '../functions/tenants.ts';

const table = setupApi();

interface Person {
  id: string;
  token: string;
}

const update = (by: { token: string }, id: string, body: Json) =>
  callApi('team.update-member', { token: by.token, params: { id }, body });
const remove = (by: { token: string }, id: string) =>
  callApi('team.remove-member', { token: by.token, params: { id } });
const verify = ({ token }: { token: string }) => callApi('auth.verify', { token });
const members = () => storedItems(table).filter(({ entity }) => entity === 'Member');

describe('GET /team/members/{id}', () => {
  describe('200', () => {
    it('returns the member as the list does', async () => {
      const tenant = await newTenant();
      const { json } = await callApi('team.list-members', { token: tenant.token });
      const answer = await callApi('team.get-member', {
        token: tenant.token,
        params: { id: tenant.owner.id },
      });
      expect([answer.status, answer.json]).toEqual([200, (json.members as Json[])[0]]);
    });
  });
});

describe('PUT /team/members/{id}', () => {
  describe('200', () => {
    it('changes role, permissions and name, and returns the member', async () => {
      const tenant = await newTenant();
      const { id, email } = await newMember(tenant, 'editor');
      const requestInput = { name: 'Grace Hopper', role: 'content_manager', permissions: ['content:read'] };
      const answer = await update(tenant, id, requestInput);
      expect([answer.status, answer.json]).toEqual([200, { id, email, ...requestInput }]);
      expect((await callApi('team.get-member', { token: tenant.token, params: { id } })).json).toEqual(answer.json);
    });

    it('narrows existing tokens, within 60 seconds', async () => {
      const tenant = await newTenant();
      const member = await newMember(tenant, 'content_manager');
      expect((await verify(member)).json.permissions).toContain('content:publish');
      await update(tenant, member.id, { role: 'viewer' });
      advanceTime(60_000);
      expect((await verify(member)).json.permissions).toEqual([...ROLES.viewer]);
    });

    it('does not extend a key that has less than the member', async () => {
      const tenant = await newTenant();
      const member = await newMember(tenant, 'viewer');
      const invited = await newToken({ ...tenant, key: { ...tenant.key, user_id: member.id } }, ['content:read']);
      await update(tenant, member.id, { role: 'admin' });
      expect((await verify({ token: invited })).json.permissions).toEqual(['content:read']);
    });

    it('an owner steps down when another one exists', async () => {
      const tenant = await newTenant();
      await newMember(tenant, 'owner');
      expect((await update(tenant, tenant.owner.id, { role: 'viewer' })).json.role).toBe('viewer');
    });

    it('writes nothing when nothing changes', async () => {
      const tenant = await newTenant();
      const { id } = await newMember(tenant, 'editor');
      const before = storedItems(table);
      expect((await update(tenant, id, { role: 'editor', name: 'Grace' })).status).toBe(200);
      expect(storedItems(table)).toEqual(before);
    });

    it('preserves both of two concurrent changes', async () => {
      const tenant = await newTenant();
      const { id } = await newMember(tenant, 'editor');
      await Promise.all([update(tenant, id, { name: 'Hopper' }), update(tenant, id, { role: 'viewer' })]);
      const { json } = await callApi('team.get-member', { token: tenant.token, params: { id } });
      expect(json).toMatchObject({ name: 'Hopper', role: 'viewer' });
    });
  });

  describe('403', () => {
    it('a caller cannot grant what they lack: the response names it, and nothing is written', async () => {
      const tenant = await newTenant();
      const { id } = await newMember(tenant, 'viewer');
      const token = await newToken(tenant, ['team:write', ...ROLES.viewer]);
      const before = storedItems(table);
      const answer = await update({ token }, id, { role: 'editor' });
      expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
      expect(answer.json.required_permissions).toEqual(['content:write']);
      expect(storedItems(table)).toEqual(before);
    });

    it('a caller cannot change a member who has more permissions', async () => {
      const tenant = await newTenant();
      const { id } = await newMember(tenant, 'editor');
      const token = await newToken(tenant, ['team:write', ...ROLES.viewer]);
      const before = storedItems(table);
      for (const answer of [await update({ token }, id, { name: 'No' }), await remove({ token }, id)]) {
        expect([answer.status, answer.json.required_permissions]).toEqual([403, ['content:write']]);
      }
      expect(storedItems(table)).toEqual(before);
    });

    it('an admin makes no owner, not even of themselves, and changes and removes none', async () => {
      const tenant = await newTenant();
      const other = await newMember(tenant, 'owner');
      const admin = await newMember(tenant, 'admin');
      const before = storedItems(table);
      const answers = [
        await update(admin, admin.id, { role: 'owner' }),
        await update(admin, other.id, { role: 'viewer' }),
        await update(admin, other.id, { name: 'No' }),
        await remove(admin, other.id),
      ];
      for (const { status, json } of answers) expect([status, json.code]).toEqual([403, 'owner_required']);
      expect(storedItems(table)).toEqual(before);
    });
  });

  describe('404', () => {
    it.each(['update', 'remove'] as const)(
      '%s: a member of another workspace is the same as an unknown one',
      async (verb) => {
        const [tenant, other] = [await newTenant(), await newTenant()];
        const ask = (id: string) => (verb === 'update' ? update(tenant, id, { name: 'No' }) : remove(tenant, id));
        const before = storedItems(table);
        const [foreign, unknown] = [await ask(other.owner.id), await ask(newId('user'))];
        expect([foreign.status, unknown.status]).toEqual([404, 404]);
        expect(foreign.json.detail).toBe(unknown.json.detail);
        expect(storedItems(table)).toEqual(before);
      },
    );
  });

  describe('409', () => {
    it.each<[string, Json]>([
      ['give up the role', { role: 'admin' }],
      ['give up a permission', { permissions: ['team:write', 'team:read'] }],
    ])('the last owner does not %s', async (_, body) => {
      const tenant = await newTenant();
      await newMember(tenant, 'admin');
      const before = storedItems(table);
      const answer = await update(tenant, tenant.owner.id, body);
      expect([answer.status, answer.json.code]).toEqual([409, 'last_owner']);
      expect(storedItems(table)).toEqual(before);
    });

    it('an owner with fewer permissions does not replace one with all', async () => {
      const tenant = await newTenant();
      await newMember(tenant, 'owner', ['team:write']);
      expect((await update(tenant, tenant.owner.id, { role: 'admin' })).json.code).toBe('last_owner');
    });
  });

  describe('422', () => {
    it.each<[string, Json, string]>([
      ['no field', {}, ''],
      ['another email address', { email: 'new@example.com' }, '/email'],
      ['an unknown role', { role: 'king' }, '/role'],
      ['a permission beyond the role', { permissions: ['team:write'] }, '/permissions'],
      ['no permissions', { permissions: [] }, '/permissions'],
      ['an invisible name', { name: ' ' }, '/name'],
      ['a name with a bidirectional override', { name: 'a\u202eb' }, '/name'],
    ])('%s is rejected, naming the field, and nothing is written', async (_, body, pointer) => {
      const tenant = await newTenant();
      const { id } = await newMember(tenant, 'editor');
      const before = storedItems(table);
      const answer = await update(tenant, id, body);
      expect([answer.status, (answer.json.errors as Json[])[0]!.pointer]).toEqual([422, pointer]);
      expect(storedItems(table)).toEqual(before);
    });
  });
});

describe('DELETE /team/members/{id}', () => {
  describe('200', () => {
    it('ends the tokens and the keys of the member, within 60 seconds', async () => {
      const tenant = await newTenant();
      const member = await newMember(tenant, 'editor');
      expect((await verify(member)).status).toBe(200);
      const answer = await remove(tenant, member.id);
      expect([answer.status, answer.json]).toEqual([
        200,
        { success: true, message: `Member ${member.id} is removed.`, recurrences: [], imports: [], review_links: [] },
      ]);
      advanceTime(60_000);
      expect((await verify(member)).json.code).toBe('invalid_token');
      expect((await callApi('team.get-member', { token: tenant.token, params: { id: member.id } })).status).toBe(404);
    });

    it('releases the address, and a new member with it is another one', async () => {
      const tenant = await newTenant();
      const { id, email } = await newMember(tenant, 'editor');
      await remove(tenant, id);
      const body = { email, role: 'viewer' };
      const { json } = await callApi('team.invite', { token: tenant.token, body });
      const accepted = await callApi('team.accept-invitation', {
        body: { token: json.token, name: 'Grace' },
      });
      expect(accepted.status).toBe(201);
      expect(accepted.json.user_id).not.toBe(id);
    });

    it('an owner leaves when another one exists', async () => {
      const tenant = await newTenant();
      const other = await newMember(tenant, 'owner');
      expect((await remove(tenant, tenant.owner.id)).status).toBe(200);
      expect(members().map(({ id }) => id)).toEqual([other.id]);
    });
  });

  describe('409', () => {
    it('the last owner stays', async () => {
      const tenant = await newTenant();
      const before = storedItems(table);
      const answer = await remove(tenant, tenant.owner.id);
      expect([answer.status, answer.json.code]).toEqual([409, 'last_owner']);
      expect(storedItems(table)).toEqual(before);
    });

    const LOSSES: [string, (by: Person, of: Person) => ReturnType<typeof callApi>][] = [
      ['remove', (by, of) => remove(by, of.id)],
      ['demote', (by, of) => update(by, of.id, { role: 'viewer' })],
      ['narrow', (by, of) => update(by, of.id, { permissions: ['team:read'] })],
    ];

    it.each(LOSSES)('of two owners who concurrently %s each other, one remains', async (_, lose) => {
      for (let distance = 0; distance < 60; distance += 3) {
        table.clear();
        const tenant = await newTenant();
        const [one, two]: Person[] = [{ id: tenant.owner.id, token: tenant.token }, await newMember(tenant, 'owner')];
        const first = lose(one!, two!);
        for (let turn = 0; turn < distance; turn++) await null;
        const answers = await Promise.all([first, lose(two!, one!)]);
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses[0], `${distance} turns later`).toBe(200);
        expect([401, 403, 409], `${distance} turns later`).toContain(statuses[1]);
        const whole = members().filter(({ permissions }) => (permissions as unknown[]).length > 10);
        expect(whole.filter(({ role }) => role === 'owner')).toHaveLength(1);
      }
    });

    it('of five owners who all leave concurrently, one remains', async () => {
      const tenant = await newTenant();
      const people: Person[] = [{ id: tenant.owner.id, token: tenant.token }];
      for (let number = 0; number < 4; number++) people.push(await newMember(tenant, 'owner'));
      const answers = await Promise.all(people.map((each) => remove(each, each.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409]);
      expect(members()).toHaveLength(1);
    });
  });
});
