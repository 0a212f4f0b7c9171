import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { contentHash } from '../../lib/content/rules/approval/content-hash.ts';
import type { Content } from '../../lib/content/rules/content.ts';
import type { Approval, ApprovalEvidence } from '../../lib/content/rules/content-approval.ts';
import { challengeFor } from '../../lib/core/crypto/webauthn-assertion.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { advanceTime, callApi, inSeconds, type Json, mockKms, succeed } from '../functions/api-harness.ts';
import {
  approveByPasskey,
  newApprover,
  newPasskeyTeam,
  type PasskeyTeam,
  sendApproval,
  sign,
  statementOf,
  submit,
} from '../functions/passkey-approvals.ts';
import { DASHBOARD_ORIGIN } from '../functions/passkey-requests.ts';
import { setWorkspace } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { killAt, lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

/** Where a workspace requires passkeys, nothing is sent without the signature of a person over exactly what is sent. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());
const posts = async () => (await platforms().posts()).length;

async function teamOn(platform: 'twitter' | 'bluesky' = 'twitter') {
  const team = await newPasskeyTeam();
  await connect(team.tenant, platform);
  return team;
}

async function approvedItem(platform: 'twitter' | 'bluesky' = 'twitter', fields: Json = {}) {
  const team = await teamOn(platform);
  const item = await scheduleContent(team.tenant, platform, fields);
  await approveByPasskey(team, item.contentId);
  return { ...team, ...item };
}

const itemOf = (id: string) => harness.table.items().find((each) => each.entity === 'Content' && each.id === id)!;
const contentOf = (id: string) => fromItem<Content>(itemOf(id));

/** Write attributes of a stored item directly, as nothing but an intruder does. */
function writeDirectly(item: Item, fields: Json): void {
  harness.table.insert({ ...item, ...fields } as Item);
}

function writeApproval(id: string, fields: Partial<Approval>): void {
  const { approval } = contentOf(id);
  writeDirectly(itemOf(id), { approval: { ...approval, ...fields } });
}

async function newItem(team: PasskeyTeam, description: string) {
  const item = await scheduleContent(team.tenant, 'bluesky', { description });
  await approveByPasskey(team, item.contentId);
  return item;
}

const entryItem = (id: string) =>
  harness.table.items().find((each) => each.entity === 'ScheduleEntry' && each.id === id)!;

/** A record of a post as a preparation contains it. */
const record = (text: string) =>
  JSON.stringify({ $type: 'app.bsky.feed.post', text, createdAt: new Date().toISOString() });

async function expectNotSent(dueMessage: DueMessage, sent = 0): Promise<void> {
  advanceTime(60_000);
  await publish(dueMessage);
  expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'not_approved' } });
  expect(await posts()).toBe(sent);
}

describe('an item that a person approved by passkey', () => {
  it('is published in its window', async () => {
    const { dueMessage } = await approvedItem();
    advanceTime(60_000);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', error: null });
    expect(await posts()).toBe(1);
  });

  it.each([1, 2, 3, 4])('is published once after a kill of the worker at its command %i', async (n) => {
    const { dueMessage } = await approvedItem();
    advanceTime(60_000);
    killAt(harness.table, n);
    await publish(dueMessage).catch(() => {});
    harness.table.fault = null;
    advanceTime(180_000);
    await publish(dueMessage);
    const { state } = await loadDueEntry(dueMessage);
    // After the command that stores the send, the outcome is unknown, and nothing is sent again.
    expect(state).toBe(n < 4 ? 'published' : 'unconfirmed');
    expect(await posts()).toBe(1);
  });

  it('is verified before each part of a thread', async () => {
    const { dueMessage, contentId } = await approvedItem('twitter', { thread: [{ text: 'Two' }, { text: 'Three' }] });
    advanceTime(60_000);
    await publish(dueMessage);
    const { state } = await loadDueEntry(dueMessage);
    expect(state).toBe('continuing');
    writeApproval(contentId, { evidence: { ...contentOf(contentId).approval!.evidence!, certificate: 'none' } });
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'interrupted', error: { code: 'not_approved' } });
  });
});

/** An item on Bluesky that was approved, sent once, and whose outcome is unknown. It is not live. */
async function unconfirmedItem() {
  const team = await teamOn('bluesky');
  await platforms().script('bluesky', 'drop_before_effect', 1);
  const item = await scheduleContent(team.tenant, 'bluesky');
  await approveByPasskey(team, item.contentId);
  advanceTime(60_000);
  await publish(item.dueMessage);
  expect((await loadDueEntry(item.dueMessage)).state).toBe('unconfirmed');
  return item;
}

/** Process an entry at each time when it is due. Returns it when it is due no more. */
async function untilEnd(dueMessage: DueMessage) {
  for (let checks = 0; checks < 30; checks++) {
    const { due_at } = await loadDueEntry(dueMessage);
    if (due_at === null) break;
    advanceTime(Math.max(0, Date.parse(due_at) - Date.now()));
    await publish(dueMessage);
  }
  return loadDueEntry(dueMessage);
}

describe('a post with an unknown outcome, which is sent again under the same key', () => {
  it('is sent again with its signature', async () => {
    const { dueMessage } = await unconfirmedItem();
    expect((await untilEnd(dueMessage)).state).toBe('published');
    expect(await posts()).toBe(1);
  });

  it('is not sent again with a changed signature', async () => {
    const { dueMessage, contentId } = await unconfirmedItem();
    writeDirectly(itemOf(contentId), withStatement(contentOf(contentId), { issued_at: inSeconds(0) }));
    expect(await untilEnd(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'not_approved' } });
    expect(await posts()).toBe(0);
  });
});

describe('with a row that is written to the table', () => {
  it('100 of 100 items that are set to approved are not sent, also with a forged passkey', async () => {
    const team = await teamOn();
    const { tenant, approver } = team;
    const forged = createAuthenticator(DASHBOARD_ORIGIN);
    const real = await scheduleContent(tenant, 'twitter', { description: 'Really approved' });
    await approveByPasskey(team, real.contentId);
    const evidence = contentOf(real.contentId).approval!.evidence!;
    const messages: DueMessage[] = [];
    for (let n = 0; n < 100; n++) {
      const { contentId, dueMessage } = await scheduleContent(tenant, 'twitter', { description: `Forged ${n}` });
      await submit(tenant, contentId);
      const approved = { status: 'approved', decided_by: approver.member.id } as const;
      if (n % 4 === 0) writeApproval(contentId, approved);
      if (n % 4 === 1) writeApproval(contentId, { ...approved, evidence });
      if (n % 4 > 1) writeApproval(contentId, { ...approved, evidence: forge(team, contentId, evidence, forged, n) });
      messages.push(dueMessage);
    }
    advanceTime(60_000);
    for (const message of messages) {
      await publish(message);
      expect(await loadDueEntry(message)).toMatchObject({ state: 'failed', error: { code: 'not_approved' } });
    }
    expect(await posts()).toBe(0);
    await publish(real.dueMessage);
    expect(await posts()).toBe(1);
  });

  it('only the signature and the certificate are missing: the same evidence by the passkey of the approver is sent', async () => {
    const team = await teamOn();
    const real = await scheduleContent(team.tenant, 'twitter', { description: 'Really approved' });
    await approveByPasskey(team, real.contentId);
    const { evidence } = contentOf(real.contentId).approval!;
    const { contentId, dueMessage } = await scheduleContent(team.tenant, 'twitter');
    await submit(team.tenant, contentId);
    const signed = forge(team, contentId, evidence!, team.approver.authenticator, 3);
    writeApproval(contentId, { status: 'approved', decided_by: team.approver.member.id, evidence: signed });
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('a forged passkey without a certificate cannot approve', async () => {
    const { tenant, approver } = await teamOn();
    const stored = harness.table.items().find(({ entity }) => entity === 'Passkey')!;
    const { signing_key: _, ...row } = stored as Item & { signing_key: unknown };
    harness.table.insert(row as Item);
    const { contentId } = await scheduleContent(tenant, 'twitter');
    await submit(tenant, contentId);
    const answer = await callApi('content.get-approval-statement', {
      token: approver.token,
      params: { id: contentId },
    });
    expect([answer.status, answer.json.code]).toEqual([403, 'passkey_required']);
    expect(answer.json.detail).toContain('add it again');
  });

  it.each<[string, (content: Content) => Json]>([
    ['another text', () => ({ description: 'Changed' })],
    ['another text under its own hash', (content) => withHash({ ...content, description: 'Changed' })],
    [
      'another approver',
      ({ approval }) => ({ approval: { ...approval, decided_by: 'usr_01K00000000000000000000099' } }),
    ],
    ['a statement about another time', (content) => withStatement(content, { not_after: inSeconds(86_400) })],
  ])('%s of an approved item is not sent', async (_, change) => {
    const { dueMessage, contentId } = await approvedItem();
    writeDirectly(itemOf(contentId), change(contentOf(contentId)));
    await expectNotSent(dueMessage);
  });

  it('another account of the entry is not sent to', async () => {
    const { dueMessage } = await approvedItem();
    const entry = harness.table.items().find(({ entity }) => entity === 'ScheduleEntry')!;
    const account = harness.table.items().find(({ entity }) => entity === 'Account')!;
    const other = 'acc_01K00000000000000000000099';
    writeDirectly(account, { id: other, sk: other });
    writeDirectly(entry, { account_id: other });
    await expectNotSent(dueMessage);
  });

  it.each([
    [
      'post',
      {},
      (did: string) => ({
        accountId: did,
        recordKey: '3l6oveex3ii2l',
        record: record('EVIL'),
        createdAt: inSeconds(0),
      }),
    ],
    [
      'thread',
      { thread: [{ text: 'Two' }] },
      (did: string) => ({ accountId: did, draftedAt: inSeconds(0), drafts: [record('EVIL'), record('EVIL, too')] }),
    ],
  ])('a prepared %s with another text is prepared again from the approved item', async (_, fields, forgedState) => {
    const { dueMessage } = await approvedItem('bluesky', fields);
    const entry = harness.table.items().find(({ entity }) => entity === 'ScheduleEntry')!;
    const { external_id } = harness.table.items().find(({ entity }) => entity === 'Account')!;
    writeDirectly(entry, { prepared_state: forgedState(String(external_id)) });
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    expect(JSON.stringify(await platforms().posts())).not.toContain('EVIL');
  });

  it('what was prepared for another post is not used', async () => {
    const team = await teamOn('bluesky');
    await platforms().script('bluesky', '500_before_effect', 2);
    const [one, two] = [await newItem(team, 'One'), await newItem(team, 'Two')];
    advanceTime(60_000);
    for (const { dueMessage } of [one, two]) await publish(dueMessage);
    const [of, to] = [await loadDueEntry(one.dueMessage), await loadDueEntry(two.dueMessage)];
    expect(of.prepared_state ?? of.unconfirmed_send!.sends![0]!.prepared_state).toHaveProperty('certificate');
    writeDirectly(entryItem(to.id), { prepared_state: of.prepared_state, unconfirmed_send: of.unconfirmed_send });
    await untilEnd(two.dueMessage);
    expect((await platforms().posts()).filter(({ text }) => text === 'One')).toHaveLength(0);
  });

  it('what an unconfirmed send has prepared is not sent again with another text', async () => {
    const { dueMessage } = await unconfirmedItem();
    const entry = await loadDueEntry(dueMessage);
    const { unconfirmed_send } = entry;
    const sends = unconfirmed_send!.sends!.map((send) => ({
      ...send,
      prepared_state: { ...send.prepared_state, record: record('EVIL') },
    }));
    writeDirectly(entryItem(entry.id), { unconfirmed_send: { ...unconfirmed_send, sends } });
    expect((await untilEnd(dueMessage)).state).toBe('published');
    // Once the key is proven unused, the post is prepared again from the approved item.
    expect((await platforms().posts()).map(({ text }) => text)).toEqual(['A title']);
  });

  it('an approval with the certificate of another person is not sent', async () => {
    const { tenant, dueMessage, contentId } = await approvedItem();
    const { member } = await newApprover(tenant);
    const { evidence } = contentOf(contentId).approval!;
    const statement = JSON.stringify({ ...JSON.parse(evidence!.statement), approver_id: member.id });
    writeApproval(contentId, { decided_by: member.id, evidence: { ...evidence!, statement } });
    await expectNotSent(dueMessage);
  });
});

const withHash = (content: Content): Json => ({
  description: content.description,
  approval: { ...content.approval, content_hash: contentHash(content) },
});

function withStatement({ approval }: Content, fields: Json): Json {
  const statement = JSON.stringify({ ...JSON.parse(approval!.evidence!.statement), ...fields });
  return { approval: { ...approval, evidence: { ...approval!.evidence, statement } } };
}

/** Evidence over exactly an item, by a key that no registration has certified: with a certificate of its own, or that of a member. */
function forge(
  team: PasskeyTeam,
  id: string,
  real: ApprovalEvidence,
  forged: ReturnType<typeof createAuthenticator>,
  n: number,
) {
  const content = contentOf(id);
  const statement = JSON.stringify({
    ...JSON.parse(real.statement),
    ...{ content_id: id, content_hash: contentHash(content), approver_id: team.approver.member.id },
  });
  const challenge = challengeFor(statement);
  const { response } = forged.get({ rpId: new URL(DASHBOARD_ORIGIN).hostname, challenge }) as { response: Json };
  const assertion = {
    authenticator_data: String(response.authenticatorData),
    client_data_json: String(response.clientDataJSON),
    signature: String(response.signature),
  };
  const certificate = n % 4 === 2 ? randomBytes(200).toString('base64') : real.certificate;
  return { statement, assertion, credential_id: real.credential_id, public_key: forged.publicKeyInfo(), certificate };
}

describe('the window of an approval', () => {
  it('ends with the lateness limit after the last time, and a later time needs another approval', async () => {
    const { tenant, approver, contentId } = await approvedItem();
    const later = { scheduled_at: inSeconds(7 * 86_400) };
    const moved = await succeed('content.update', { token: tenant.token, params: { id: contentId }, body: later });
    const detail = 'The approval has no signature of a passkey for the times of this item.';
    expect(moved.warnings).toMatchObject([{ code: 'not_approved', detail }]);
    expect(moved.available_actions).toContain('approve');
    const again = await sendApproval(approver, contentId, sign(approver, await statementOf(approver, contentId)));
    expect(again.status, again.text).toBe(200);
    expect(again.json.warnings).toEqual([]);
  });

  it('does not begin before the first time', async () => {
    const { tenant, contentId } = await approvedItem();
    const body = { status: 'published' };
    const answer = await callApi('content.update', { token: tenant.token, params: { id: contentId }, body });
    expect([answer.status, answer.json.code]).toEqual([409, 'approval_required']);
  });

  it('of a move that the table hides is verified when it is sent', async () => {
    const { dueMessage, contentId } = await approvedItem();
    const entry = harness.table.items().find(({ entity }) => entity === 'ScheduleEntry')!;
    const early = new Date(Date.now()).toISOString();
    writeDirectly(entry, { scheduled_at: early, due_at: early });
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).error?.code).toBe('not_approved');
    expect(contentOf(contentId).approval!.status).toBe('approved');
  });
});

describe('a workspace that requires no passkeys', () => {
  /** An item that was approved without a passkey. */
  async function itemApprovedInSession() {
    const { tenant, approver } = await teamOn();
    await setWorkspace(tenant, { approval_method: 'session' });
    const { contentId, dueMessage } = await scheduleContent(tenant, 'twitter');
    await submit(tenant, contentId);
    const answer = await sendApproval(approver, contentId);
    expect(answer.status, answer.text).toBe(200);
    return { tenant, dueMessage };
  }

  it('publishes an item that was approved without one, reads no certificate and certifies nothing', async () => {
    const kmsCalls = async (message: DueMessage) => {
      advanceTime(60_000);
      const { calls } = mockKms();
      await publish(message);
      expect((await loadDueEntry(message)).state).toBe('published');
      return mockKms().calls - calls;
    };
    // The tokens of the account, and with a signature the certificate of its key, and the certificate of what is sent.
    expect(await kmsCalls((await itemApprovedInSession()).dueMessage)).toBe(1);
    expect(await kmsCalls((await approvedItem('bluesky')).dueMessage)).toBe(3);
  });

  it('sends an item approved without a passkey no more once it requires one', async () => {
    const { tenant, dueMessage } = await itemApprovedInSession();
    await setWorkspace(tenant, { approval_method: 'passkey' });
    await expectNotSent(dueMessage);
  });
});
