import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import {
  approveByPasskey,
  newApprover,
  newPasskeyTeam,
  sendApproval,
  sign,
  statementOf,
  submit,
  tokenOf,
} from '../functions/passkey-approvals.ts';
import { newContent, newMember, reviewForm, setWorkspace } from '../functions/resources.ts';
import { newSessionCookie } from '../functions/sign-ins.ts';
import { newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

/** `POST /content/{id}/approve` where the workspace requires passkeys. */

setupWorkers();

async function pendingItem(fields: Json = {}) {
  const team = await newPasskeyTeam();
  const { id } = await newContent(team.tenant, fields);
  await submit(team.tenant, id);
  return { ...team, id };
}

const codeOf = async (answer: ReturnType<typeof sendApproval>) => {
  const { status, json } = await answer;
  return [status, json.code ?? (json.approval as Json).status];
};

describe('the statement of an approval', () => {
  it('names the item, its content, accounts and window, and the approver', async () => {
    const scheduled_at = inSeconds(3_600);
    const { tenant, approver, id } = await pendingItem({ scheduled_at });
    const { statement, options, not_after } = await statementOf(approver, id);
    const item = (await callApi('content.get', { token: tenant.token, params: { id } })).json;
    expect(JSON.parse(String(statement))).toEqual({
      type: 'content_approval',
      version: 1,
      workspace_id: tenant.workspace.id,
      content_id: id,
      content_hash: (item.approval as Json).content_hash,
      submitted_at: (item.approval as Json).requested_at,
      files: [],
      accounts: [
        { platform: 'twitter', account_id: null },
        { platform: 'linkedin', account_id: null },
      ],
      not_before: scheduled_at,
      not_after,
      approver_id: approver.member.id,
      issued_at: new Date().toISOString(),
      expires_at: inSeconds(300),
      origin: 'https://dashboard.example.com',
      rp_id: 'dashboard.example.com',
    });
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'dashboard.example.com' });
    expect((options as { allowCredentials: Json[] }).allowCredentials).toHaveLength(1);
  });

  it('is not given to an API key, to a member without a passkey, or to one who may not decide', async () => {
    const { tenant, approver, id } = await pendingItem();
    const ask = async (token: string) => {
      const { status, json } = await callApi('content.get-approval-statement', { token, params: { id } });
      return [status, json.code];
    };
    expect(await ask(approver.member.token)).toEqual([403, 'passkey_required']);
    const other = await newMember(tenant, 'approver');
    expect(await ask(await tokenOf(await newSessionCookie(other)))).toEqual([403, 'passkey_required']);
    expect(await ask(await tokenOf(await newSessionCookie(tenant.owner)))).toEqual([403, 'approval_not_permitted']);
  });
});

describe('an approval', () => {
  it('with a signature of the approver over the present statement is accepted, and its evidence is exported', async () => {
    const { tenant, approver, id } = await pendingItem();
    const answer = await sendApproval(approver, id, sign(approver, await statementOf(approver, id)));
    expect(answer.status, answer.text).toBe(200);
    const { json } = await callApi('content.get-approval', { token: tenant.token, params: { id } });
    expect(json).toMatchObject({ content_id: id, status: 'approved', evidence: { signature: expect.any(String) } });
    const item = await callApi('content.get', { token: tenant.token, params: { id } });
    expect(Object.keys(item.json.approval as Json)).not.toContain('evidence');
  });

  it('without a signature is rejected, also of an API key', async () => {
    const { approver, id } = await pendingItem();
    const seen = (await callApi('content.get', { token: approver.token, params: { id } })).json.approval as Json;
    const body = { content_hash: seen.content_hash };
    for (const token of [approver.token, approver.member.token]) {
      const { status, json } = await callApi('content.approve', { token, params: { id }, body });
      expect([status, json.code]).toEqual([403, 'passkey_required']);
    }
  });

  it('by a review link is rejected with a page that says who approves, and a request for changes is not', async () => {
    const { tenant, approver, id } = await pendingItem();
    const link = { name: 'Ada Example', permission: 'approve' };
    const created = await callApi('content.create-review-link', { token: approver.token, params: { id }, body: link });
    const token = new URL(String(created.json.url)).searchParams.get('token')!;
    const { json } = await callApi('content.get', { token: tenant.token, params: { id } });
    const { content_hash } = json.approval as Record<string, string>;
    const respond = (action: string) =>
      callApi('review.respond', reviewForm({ token, action, content_hash: content_hash! }));
    const answer = await respond('approve');
    expect([answer.status, answer.text.includes('approved by its members with a passkey')]).toEqual([403, true]);
    await respond('request-changes');
    const after = (await callApi('content.get', { token: tenant.token, params: { id } })).json.approval as Json;
    expect(after.status).toBe('changes_requested');
  });

  it('by the passkey of another member, or by no registered one, is rejected', async () => {
    const { tenant, approver, id } = await pendingItem();
    const statement = await statementOf(approver, id);
    const another = await newApprover(tenant);
    expect(await codeOf(sendApproval(approver, id, sign(another, statement)))).toEqual([422, 'passkey_rejected']);
    expect(await codeOf(sendApproval(another, id, sign(another, statement)))).toEqual([
      409,
      'approval_statement_outdated',
    ]);
    const { id: known } = sign(approver, statement).credential as { id: string };
    const stranger = createAuthenticator('https://dashboard.example.com').get(statement.options as Json);
    const forged = { statement: statement.statement, credential: { ...stranger, id: known } };
    expect(await codeOf(sendApproval(approver, id, forged))).toEqual([422, 'passkey_rejected']);
  });

  it('of a page of another origin, or without verification of the person, is rejected', async () => {
    const { approver, id } = await pendingItem();
    const { statement, options } = await statementOf(approver, id);
    for (const circumstances of [{ origin: 'https://evil.example.com' }, { isVerified: false }]) {
      const credential = approver.authenticator.get(options as Json, circumstances);
      expect(await codeOf(sendApproval(approver, id, { statement, credential }))).toEqual([422, 'passkey_rejected']);
    }
    const elsewhere = { ...(options as Json), rpId: 'evil.example.com' };
    const credential = approver.authenticator.get(elsewhere);
    expect(await codeOf(sendApproval(approver, id, { statement, credential }))).toEqual([422, 'passkey_rejected']);
  });

  it('of another item, or of another workspace, is rejected', async () => {
    const { tenant, approver, id } = await pendingItem();
    const { id: other } = await newContent(tenant, { description: 'Another' });
    await submit(tenant, other);
    const signed = sign(approver, await statementOf(approver, id));
    const outdated = [409, 'approval_statement_outdated'];
    expect(await codeOf(sendApproval(approver, other, signed))).toEqual(outdated);
    const { approver: foreign, id: foreignId } = await pendingItem();
    expect(await codeOf(sendApproval(foreign, foreignId, signed))).toEqual(outdated);
    const replayed = { ...sign(approver, await statementOf(approver, other)), credential: signed.credential };
    expect(await codeOf(sendApproval(approver, other, replayed))).toEqual([422, 'passkey_rejected']);
  });

  it('of an older statement is rejected: after five minutes, an edit, a move, or another submission', async () => {
    const { tenant, approver, id } = await pendingItem({ scheduled_at: inSeconds(3_600) });
    const outdated = [409, 'approval_statement_outdated'];
    const changes: (() => Promise<unknown>)[] = [
      async () => advanceTime(300_001),
      () => edit({ description: 'Edited' }),
      () => edit({ scheduled_at: inSeconds(7_200) }),
      () => callApi('content.withdraw', { token: tenant.token, params: { id }, body: {} }),
    ];
    const edit = (body: Json) => callApi('content.update', { token: tenant.token, params: { id }, body });
    for (const change of changes) {
      // A token is valid for as long as a statement.
      approver.token = await tokenOf(approver.cookie);
      const signed = sign(approver, await statementOf(approver, id));
      advanceTime(1);
      await change();
      await callApi('content.submit', { token: tenant.token, params: { id }, body: {} });
      approver.token = await tokenOf(approver.cookie);
      expect(await codeOf(sendApproval(approver, id, signed))).toEqual(outdated);
    }
  });

  it('of a statement that another clock has dated ahead is rejected', async () => {
    const { approver, id } = await pendingItem();
    const { statement, options } = await statementOf(approver, id);
    const ahead = String(statement).replaceAll(new Date().toISOString(), inSeconds(60));
    const signed = { statement: ahead, credential: approver.authenticator.get(options as Json) };
    expect(await codeOf(sendApproval(approver, id, signed))).toEqual([409, 'approval_statement_outdated']);
  });

  it('is revoked with its evidence by an edit and by a request for changes', async () => {
    const { tenant, approver, id } = await pendingItem();
    const evidence = async () =>
      (await callApi('content.get-approval', { token: tenant.token, params: { id } })).json.evidence;
    await callApi('content.withdraw', { token: tenant.token, params: { id }, body: {} });
    await approveByPasskey({ tenant, approver }, id);
    expect(await evidence()).not.toBeNull();
    await callApi('content.update', { token: tenant.token, params: { id }, body: { description: 'Edited' } });
    expect(await evidence()).toBeNull();
    await approveByPasskey({ tenant, approver }, id);
    await callApi('content.request-changes', { token: approver.token, params: { id }, body: {} });
    expect(await evidence()).toBeNull();
  });

  it('needs no signature where approvals are by session, and may have one', async () => {
    const { tenant, approver, id } = await pendingItem();
    await setWorkspace(tenant, { approval_method: 'session' });
    const signed = sign(approver, await statementOf(approver, id));
    expect(await codeOf(sendApproval(approver, id, signed))).toEqual([200, 'approved']);
  });
});

describe('the setting approval_method', () => {
  it('is loosened by an owner who has signed in within ten minutes, and by no API key', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { approval: 'required', approval_method: 'passkey' });
    const cookie = await newSessionCookie(tenant.owner);
    const loosen = async (token: string, body: Json = { approval_method: 'session' }) => {
      const { status, json } = await callApi('workspace.update', { token, body });
      return [status, json.code ?? json.approval_method];
    };
    expect(await loosen(tenant.token)).toEqual([403, 'passkey_required']);
    expect(await loosen(tenant.token, { approval: 'none' })).toEqual([403, 'passkey_required']);
    const admin = await tokenOf(await newSessionCookie(await newMember(tenant, 'admin')));
    expect(await loosen(admin)).toEqual([403, 'owner_required']);
    advanceTime(600_001);
    expect(await loosen(await tokenOf(cookie))).toEqual([403, 'recent_sign_in_required']);
    expect(await loosen(await tokenOf(await newSessionCookie(tenant.owner)))).toEqual([200, 'session']);
  });
});
