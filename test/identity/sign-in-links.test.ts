import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { deleteMemberWrites, memberWrites } from '../../lib/identity/store/members.ts';
import { advanceTime, callApi, newInstance, storedItems } from '../functions/api-harness.ts';
import { newMember } from '../functions/resources.ts';
import { exchange, freshAddress, newSignInToken } from '../functions/sign-ins.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const MINUTE = 60_000;

const read = (token: string, headers = {}) =>
  callApi('auth.read-sign-in-link', { sourceIp: freshAddress(), headers, body: { token } });

describe('reading a sign-in link', () => {
  it('shows the workspace and the member that it leads to, and leaves it unused', async () => {
    const { owner, workspace } = await newTenant();
    const token = await newSignInToken(owner);
    const before = storedItems(harness.table);
    for (let time = 0; time < 2; time++) {
      const { status, json, headers } = await read(token);
      expect(status).toBe(200);
      expect(json).toEqual({
        workspace: { id: workspace.id, name: workspace.name },
        user: { id: owner.id, name: owner.name, email: owner.email },
        expires_at: new Date(Date.now() + 15 * MINUTE).toISOString(),
      });
      expect(headers['set-cookie']).toBeUndefined();
    }
    expect(storedItems(harness.table)).toEqual(before);
    expect((await exchange(token)).status).toBe(201);
  });

  it('is 404 for a link that is unknown, used or expired, or whose member was removed', async () => {
    const tenant = await newTenant();
    const removed = await newMember(tenant, 'editor');
    const ofRemoved = await newSignInToken(removed);
    await commit(deleteMemberWrites(removed));
    const used = await newSignInToken(tenant.owner);
    await exchange(used);
    const other = await newSignInToken(tenant.owner);
    const wrong = `${other.slice(0, -1)}${other.endsWith('A') ? 'B' : 'A'}`;
    for (const token of ['unknown', '', used, ofRemoved, wrong]) {
      const answer = await read(token);
      expect([answer.status, answer.json.code]).toEqual([404, 'sign_in_link_expired']);
    }
    advanceTime(15 * MINUTE);
    expect((await read(other)).status).toBe(404);
  });

  it('is rejected for a page of another site', async () => {
    const token = await newSignInToken((await newTenant()).owner);
    expect((await read(token, { 'sec-fetch-site': 'cross-site' })).json.code).toBe('cross_site_request');
  });
});

describe('the use of a sign-in link', () => {
  it('ends the other links of its member, and no link of anybody else', async () => {
    const tenant = await newTenant();
    const elsewhere = { ...(await newTenant()).owner, id: newId('user'), email: 'ada@example.com' };
    await commit(memberWrites(elsewhere));
    const links = [];
    for (let count = 0; count < 5; count++) links.push(await newSignInToken(tenant.owner));
    const others = [await newSignInToken(await newMember(tenant, 'admin')), await newSignInToken(elsewhere)];
    expect((await exchange(links[2]!)).status).toBe(201);
    for (const token of links) expect((await exchange(token)).json.code).toBe('sign_in_link_expired');
    for (const token of others) expect((await exchange(token)).status).toBe(201);
  });

  it('succeeds for one of two links of a member that are exchanged at the same time', async () => {
    const { owner } = await newTenant();
    const tokens = [await newSignInToken(owner), await newSignInToken(owner)];
    const instances = [await newInstance('auth.create-session'), await newInstance('auth.create-session')];
    // Both have read before one of them writes.
    const writing: (() => void)[] = [];
    harness.table.latency = async (command) => {
      if (command !== 'TransactWriteCommand' || writing.length === tokens.length) return;
      await new Promise<void>((resume) => {
        if (writing.push(resume) === tokens.length) for (const each of writing) each();
      });
    };
    const answers = await Promise.all(
      instances.map((ask, index) => ask({ body: { token: tokens[index] }, sourceIp: freshAddress() })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(storedRecords(harness, 'Session')).toHaveLength(1);
  });

  it('needs the member that its token names', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    const token = await newSignInToken(one.owner);
    const ids = (tenant: typeof one) => tenant.workspace.id.slice(3) + tenant.owner.id.slice(4);
    expect((await exchange(token.replace(ids(one), ids(other)))).json.code).toBe('sign_in_link_expired');
    expect((await exchange(token)).status).toBe(201);
  });
});
