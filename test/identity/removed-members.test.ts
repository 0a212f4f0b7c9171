import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json, newInstance } from '../functions/api-harness.ts';
import { newMember } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  processChanges,
  processStreamRecords,
  sdkError,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

type By = { token: string };
const createKey = ({ token }: By) => callApi('keys.create', { token, body: { name: 'A key' } });
const invite = ({ token }: By, email: string) => callApi('team.invite', { token, body: { email, role: 'viewer' } });
const remove = ({ token }: By, id: string) => callApi('team.remove-member', { token, params: { id } });
const accept = (token: unknown) => callApi('team.accept-invitation', { body: { token, name: 'Grace' } });
const keysOf = (userId: string) => storedRecords(harness, 'ApiKey').filter(({ user_id }) => user_id === userId);
const invitationsOf = (userId: string) =>
  storedRecords(harness, 'Invitation').filter(({ invited_by }) => invited_by === userId);
const statuses = (userId: string) => invitationsOf(userId).map(({ status }) => status);
const listed = async ({ token }: By) => {
  const { json } = await callApi('keys.list', { token });
  return (json.keys as Json[]).map(({ user_id }) => user_id);
};

/** A workspace with an admin who has two API keys and has sent two invitations. */
async function withAdmin() {
  const tenant = await newTenant();
  const admin = await newMember(tenant, 'admin');
  const key = (await createKey(admin)).json as { id: string; client_secret: string };
  const sent = await invite(admin, 'one@example.com');
  await invite(admin, 'two@example.com');
  await processAllChanges(harness);
  return { tenant, admin, key, invitationToken: sent.json.token };
}

describe('a removed member', () => {
  it('has no API keys and no open invitations, and the addresses are free again', async () => {
    const { tenant, admin, key, invitationToken } = await withAdmin();
    await invite(tenant, 'of-the-owner@example.com');
    await remove(tenant, admin.id);
    await processAllChanges(harness);
    expect(keysOf(admin.id).map(({ revoked_at }) => revoked_at === null)).toEqual([false, false]);
    expect(await listed(tenant)).toEqual([tenant.owner.id]);
    expect(statuses(admin.id)).toEqual(['revoked', 'revoked']);
    expect(statuses(tenant.owner.id)).toContain('sent');
    expect((await callApi('auth.token', { body: { api_key: key.id, secret: key.client_secret } })).status).toBe(401);
    expect((await accept(invitationToken)).json.code).toBe('invitation_not_open');
    expect((await invite(tenant, 'one@example.com')).status).toBe(201);
  });

  it('has invitations that cannot be accepted even before the stream worker has revoked them', async () => {
    const { tenant, admin, invitationToken } = await withAdmin();
    await remove(tenant, admin.id);
    expect(statuses(admin.id)).toEqual(['sent', 'sent']);
    expect((await accept(invitationToken)).json.code).toBe('invitation_not_open');
  });

  it('gains nothing by a token that an instance still accepts: new keys and invitations end, no email is sent', async () => {
    const { tenant, admin } = await withAdmin();
    const [keys, invitations] = [await newInstance('keys.create'), await newInstance('team.invite')];
    const body = { email: 'their-own@example.com', role: 'admin' };
    await keys({ token: admin.token, body: { name: 'Before' } });
    await invitations({ token: admin.token, body: { ...body, email: 'before@example.com' } });
    await remove(tenant, admin.id);
    await processAllChanges(harness);
    advanceTime(30_000);
    expect((await keys({ token: admin.token, body: { name: 'After' } })).status).toBe(201);
    const invited = await invitations({ token: admin.token, body });
    expect(invited.status).toBe(201);
    expect((await accept(invited.json.token)).json.code).toBe('invitation_not_open');
    await processAllChanges(harness);
    expect(await listed(tenant)).toEqual([tenant.owner.id]);
    expect(new Set(statuses(admin.id))).toEqual(new Set(['revoked']));
    expect(invitationsOf(admin.id).find(({ email }) => email === body.email)?.mail).toBe('pending');
  });

  it('keeps no invitation open that they sent, and every one that another member has sent again', async () => {
    const { tenant, admin } = await withAdmin();
    const [one] = invitationsOf(admin.id);
    advanceTime(60_000);
    const resent = await callApi('team.resend-invitation', { token: tenant.token, params: { id: String(one!.id) } });
    await remove(tenant, admin.id);
    await processAllChanges(harness);
    expect(statuses(admin.id)).toEqual(['revoked']);
    expect((await accept(resent.json.token)).status).toBe(201);
  });

  it('leaves accepted and expired invitations, and those of other workspaces, as they are', async () => {
    const { tenant, admin, invitationToken } = await withAdmin();
    expect((await accept(invitationToken)).status).toBe(201);
    advanceTime(7 * 86_400_000);
    const other: Tenant = await newTenant();
    await invite(other, 'one@example.com');
    await remove({ token: await newToken(tenant) }, admin.id);
    await processAllChanges(harness);
    expect(statuses(admin.id).sort()).toEqual(['accepted', 'sent']);
    expect(statuses(other.owner.id)).toEqual(['sent']);
  });
});

describe('the stream worker', () => {
  it('finishes after every crash, and counts each key once', async () => {
    for (let command = 1; ; command++) {
      harness.table.clear();
      const { tenant, admin } = await withAdmin();
      await remove(tenant, admin.id);
      const records = harness.changes();
      const crash = killAt(harness.table, command);
      await processStreamRecords(records);
      harness.table.fault = null;
      expect(await processStreamRecords(records)).toEqual([]);
      expect(
        keysOf(admin.id).every(({ revoked_at }) => revoked_at !== null),
        `command ${command}`,
      ).toBe(true);
      expect(statuses(admin.id)).toEqual(['revoked', 'revoked']);
      const counter = storedRecords(harness, 'Counter').find(({ keys }) => keys !== undefined);
      // The key of the tenant was stored without being counted.
      expect(counter?.keys).toBe(0);
      if (!crash.reached()) break;
    }
  });

  it('revokes the API keys also when another feature fails with the removal', async () => {
    const { tenant, admin } = await withAdmin();
    await remove(tenant, admin.id);
    const failed: string[] = [];
    harness.table.fault = (command, input) => {
      if (command !== 'QueryCommand' || !JSON.stringify(input).includes('#CALENDARFEED')) return null;
      failed.push(command);
      return sdkError('ValidationException');
    };
    await processStreamRecords(harness.changes());
    harness.table.fault = null;
    expect(failed).not.toEqual([]);
    expect(keysOf(admin.id).every(({ revoked_at }) => revoked_at !== null)).toBe(true);
    expect(statuses(admin.id)).toEqual(['revoked', 'revoked']);
  });

  it('reports a failure of the table, so that the stream repeats the removal', async () => {
    const { tenant, admin } = await withAdmin();
    await remove(tenant, admin.id);
    const records = harness.changes();
    harness.table.fault = (command) => (command === 'QueryCommand' ? sdkError('ThrottlingException') : null);
    expect(await processStreamRecords(records)).not.toEqual([]);
    harness.table.fault = null;
  });

  it('revokes nothing for a removal record that is replayed while the member exists', async () => {
    const { tenant, admin } = await withAdmin();
    await remove(tenant, admin.id);
    const records = harness.changes();
    const removed = records.find(({ eventName, dynamodb }) => {
      return eventName === 'REMOVE' && dynamodb?.OldImage?.entity?.S === 'Member';
    })!;
    const second = await newMember(tenant, 'admin');
    await createKey(second);
    await processChanges(harness);
    const stale = structuredClone(removed);
    stale.dynamodb!.OldImage!.id = { S: second.id };
    expect(await processStreamRecords([stale])).toEqual([]);
    expect(keysOf(second.id).every(({ revoked_at }) => revoked_at === null)).toBe(true);
  });
});
