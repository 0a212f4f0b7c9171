import { describe, expect, it } from 'vitest';
import { callApi, inSeconds, type Json, storedItems } from '../functions/api-harness.ts';
import {
  approveByPasskey,
  newApprover,
  newPasskeyTeam,
  sign,
  statementOf,
  submit,
} from '../functions/passkey-approvals.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

/** The signature of a passkey binds the bytes of each file, which a URL does not have. */

const { table } = setupWorkers();

const LINKED = { url: 'https://images.example.com/a.jpg', type: 'image' };
const WITH_URLS = { platforms: ['twitter'], media: [LINKED], thread: [{ text: 'Two', media: [LINKED] }] };
const REJECTED = [409, 'media_not_in_library', ['/media/0/url', '/thread/0/media/0/url']];

const result = ({ status, json }: { status: number; json: Json }) => [status, json.code, json.pointers];
const ask = (operation: 'submit' | 'approve' | 'get-approval-statement', token: string, id: string, body?: Json) =>
  callApi(`content.${operation}`, { token, params: { id }, ...(body && { body }) });

describe('an item with media behind a URL', () => {
  it('is not submitted where approvals are by passkey, and nothing is stored', async () => {
    const { tenant } = await newPasskeyTeam();
    const { id } = await newContent(tenant, WITH_URLS);
    const before = storedItems(table);
    expect(result(await ask('submit', tenant.token, id, {}))).toEqual(REJECTED);
    expect(storedItems(table)).toEqual(before);
  });

  it('has the warning that it cannot be approved', async () => {
    const { tenant } = await newPasskeyTeam();
    const { warnings } = await newContent(tenant, { ...WITH_URLS, scheduled_at: inSeconds(3_600) });
    const found = (warnings as Json[]).find(({ code }) => code === 'not_approved')!;
    expect(found.detail).toContain('/media/0/url');
  });

  it('that was submitted before approvals are by passkey is neither signed nor approved', async () => {
    const tenant = await newTenant();
    const approver = await newApprover(tenant);
    const { id } = await newContent(tenant, WITH_URLS);
    const { json } = await ask('submit', tenant.token, id, {});
    await setWorkspace(tenant, { approval: 'required', approval_method: 'passkey' });
    expect(result(await ask('get-approval-statement', approver.token, id))).toEqual(REJECTED);
    const other = await newContent(tenant, { title: 'Other', platforms: ['twitter'] });
    await submit(tenant, other.id);
    const passkey = sign(approver, await statementOf(approver, other.id));
    const { content_hash } = json.approval as Json;
    expect(result(await ask('approve', approver.token, id, { content_hash, passkey }))).toEqual(REJECTED);
  });

  it('is approved where approvals are by session, and never with a signature', async () => {
    const tenant = await newTenant();
    const approver = await newApprover(tenant);
    const { id } = await newContent(tenant, WITH_URLS);
    const { content_hash } = (await ask('submit', tenant.token, id, {})).json.approval as Json;
    expect(result(await ask('get-approval-statement', approver.token, id))).toEqual(REJECTED);
    expect((await ask('approve', approver.token, id, { content_hash })).status).toBe(200);
  });
});

it('an item without media is approved by passkey', async () => {
  const team = await newPasskeyTeam();
  const { id } = await newContent(team.tenant, { platforms: ['twitter'] });
  await approveByPasskey(team, id);
});
