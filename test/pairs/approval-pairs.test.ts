import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, succeed } from '../functions/api-harness.ts';
import { act, join } from '../functions/given/approvals.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { respond } from '../functions/given/review.ts';
import {
  approveByPasskey,
  newApprover,
  newPasskeyTeam,
  sendApproval,
  sign,
  statementOf,
  submit,
} from '../functions/passkey-approvals.ts';
import { newContent, newReviewLink, setWorkspace } from '../functions/resources.ts';
import { connect, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** Approval, and the removal of a member. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;

async function remove(tenant: Tenant, id: string): Promise<void> {
  await succeed('team.remove-member', { token: tenant.token, params: { id } });
  await processAllChanges(harness);
}

/** A workspace with an account that requires the approval of another member. */
async function newTeam(): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await setWorkspace(tenant, { approval: 'required' });
  return tenant;
}

describe('a post that a removed member has approved', () => {
  it('stays approved, and is published', async () => {
    const tenant = await newTeam();
    const approver = await join(tenant, 'approver');
    const { contentId, dueMessage } = await scheduleContent(tenant, 'twitter');
    await submit(tenant, contentId);
    expect((await act('approve', approver, contentId)).status).toBe(200);
    await remove(tenant, approver.id);
    const approval = { status: 'approved', decided_by: approver.id };
    expect(await contentOf(tenant, contentId)).toMatchObject({ approval });
    advanceTime(MINUTE);
    await onPublishDue(dueMessage, lambdaContext());
    expect(await contentOf(tenant, contentId)).toMatchObject({ status: 'published', approval });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('by passkey stays approved, and is published', async () => {
    const team = await newPasskeyTeam();
    await connect(team.tenant, 'twitter');
    const { contentId, dueMessage } = await scheduleContent(team.tenant, 'twitter');
    await approveByPasskey(team, contentId);
    await remove(team.tenant, team.approver.member.id);
    advanceTime(MINUTE);
    await onPublishDue(dueMessage, lambdaContext());
    expect(await contentOf(team.tenant, contentId)).toMatchObject({ status: 'published' });
    expect(await platforms().posts()).toHaveLength(1);
  });
});

describe('a removed member decides nothing', () => {
  it('by a review link', async () => {
    const tenant = await newTeam();
    const approver = await join(tenant, 'approver');
    const { id } = await newContent(tenant);
    await submit(tenant, id);
    const link = await newReviewLink(approver, { permission: 'approve' }, id);
    await remove(tenant, approver.id);
    const { content_hash } = (await contentOf(tenant, id)).approval as { content_hash: string };
    for (const action of ['approve', 'request-changes']) {
      expect((await respond({ token: link.token, action, content_hash, text: 'A note' })).status).toBe(403);
    }
    expect(await contentOf(tenant, id)).toMatchObject({ status: 'pending_approval' });
  });

  it('by a passkey, also with a statement that was signed before and that another member sends', async () => {
    const { tenant, approver } = await newPasskeyTeam();
    const other = await newApprover(tenant);
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(3600) });
    await submit(tenant, id);
    const signed = sign(approver, await statementOf(approver, id));
    await remove(tenant, approver.member.id);
    advanceTime(MINUTE);
    const body = { passkey: signed };
    const own = await callApi('content.approve', { token: approver.token, params: { id }, body });
    expect(own.json.code).toBe('invalid_token');
    expect((await sendApproval(other, id, signed)).status).toBeGreaterThanOrEqual(400);
    const token = await newToken(tenant);
    expect(await contentOf({ ...tenant, token }, id)).toMatchObject({ approval: { status: 'pending_approval' } });
  });
});

describe('the post of a removed member', () => {
  it('is approved by any member who may', async () => {
    const tenant = await newTeam();
    const [author, approver] = [await join(tenant, 'editor'), await join(tenant, 'approver')];
    const items = [await newContent(author, { title: 'One' }), await newContent(author, { title: 'Two' })];
    for (const { id } of items) await submit(author, id);
    await remove(tenant, author.id);
    const deciders = [tenant.owner.id, approver.id];
    for (const [index, member] of [tenant, approver].entries()) {
      const params = { id: items[index]!.id };
      const { json } = await callApi('content.approve', { token: member.token, params, body: {} });
      expect(json).toMatchObject({ status: 'approved', approval: { decided_by: deciders[index] } });
    }
  });
});
