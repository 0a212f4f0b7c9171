import { beforeEach, expect, it } from 'vitest';
import { handler as onEmailQueued } from '../../functions/on-email-queued.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { keyText, type PrimaryKey } from '../../lib/core/table/schema.ts';
import { workspaceKey } from '../../lib/identity/store/workspaces.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import { newTeam, queued, recipients, setSender } from '../functions/given/approvals.ts';
import { failingPost } from '../functions/given/notifications.ts';
import { arranged, open } from '../functions/given/review.ts';
import { newPasskey } from '../functions/passkey-requests.ts';
import { newPortalCookie } from '../functions/portals.ts';
import { newContent } from '../functions/resources.ts';
import { setupSes } from '../functions/ses-emails.ts';
import { freshAddress, newPerson, newSessionCookie, requestToken } from '../functions/sign-ins.ts';
import { newStageTenant, newTenant } from '../functions/tenants.ts';
import { EMAIL_QUEUE, type SentMessage, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { newCustomer } from '../workspaces/given.ts';

const harness = setupWorkers();
setupSes();

beforeEach(() => setSender('team@example.com'));

/** Count how often the table is asked for a workspace while something runs. */
async function readsOf(workspaceId: string, run: () => Promise<unknown>): Promise<number> {
  const wanted = keyText(workspaceKey(workspaceId));
  let count = 0;
  harness.table.fault = (_, { Key, RequestItems = {} }) => {
    const batches = Object.values(RequestItems as Record<string, { Keys?: PrimaryKey[] }>);
    const keys = [...(Key ? [Key as PrimaryKey] : []), ...batches.flatMap(({ Keys = [] }) => Keys)];
    count += keys.filter((key) => keyText(key) === wanted).length;
    return null;
  };
  await run();
  harness.table.fault = null;
  return count;
}

/** Process each message, and those that it queues. Returns how often each run has read the workspace. */
async function readsOfEmails(workspaceId: string, messages: SentMessage[]): Promise<number[]> {
  const counts: number[] = [];
  const left = [...messages];
  for (let next = left.shift(); next; next = left.shift()) {
    const { message } = next;
    counts.push(await readsOf(workspaceId, () => onEmailQueued(sqsEvent(message))));
    left.push(...harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE));
  }
  return counts;
}

async function swept(): Promise<SentMessage[]> {
  harness.sent();
  await onSweepDue();
  const sent = harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
  return [...sent, ...(await queued())];
}

const EMAILS: Record<string, () => Promise<{ id: string; messages: SentMessage[] }>> = {
  'a sign-in link': async () => {
    const { tenant, email } = await newPerson();
    await queued();
    await callApi('auth.sign-in', { sourceIp: freshAddress(), body: { email } });
    return { id: tenant.workspace.id, messages: await queued() };
  },
  'an invitation': async () => {
    const { token, workspace } = await newTenant();
    await queued();
    await callApi('team.invite', { token, body: { email: 'new@example.com', role: 'editor' } });
    return { id: workspace.id, messages: await queued() };
  },
  'a passkey': async () => {
    const { owner, workspace } = await newTenant();
    await queued();
    await newPasskey(await newSessionCookie(owner));
    return { id: workspace.id, messages: await queued() };
  },
  'a reminder': async () => {
    const { author } = await newTeam();
    await newContent(author, { platforms: ['twitter'], scheduled_at: inSeconds(7_200) });
    await swept();
    advanceTime(3_900_000);
    return { id: author.workspace.id, messages: await swept() };
  },
  'a digest': async () => {
    const tenant = await newTenant();
    await failingPost(tenant, 'Post');
    await queued();
    advanceTime(180_000);
    return { id: tenant.workspace.id, messages: await swept() };
  },
};

it.each(Object.entries(EMAILS))('the email worker reads the workspace at most once: of %s', async (_, arrange) => {
  const { id, messages } = await arrange();
  expect(Math.max(...(await readsOfEmails(id, messages)))).toBe(1);
  expect(recipients()).not.toEqual([]);
});

it('the page of a review reads the workspace once', async () => {
  const { author, link } = await arranged();
  expect(await readsOf(author.workspace.id, () => open(link.token))).toBe(1);
});

it('the options of a passkey read the workspace once', async () => {
  const { owner, workspace } = await newTenant();
  const cookie = await newSessionCookie(owner);
  const ask = () => callApi('auth.create-passkey-options', { headers: { cookie } });
  expect(await readsOf(workspace.id, ask)).toBe(1);
});

it('the requests of a portal read the workspace once', async () => {
  const stage = await newStageTenant();
  const { id } = await newCustomer(stage);
  const cookie = await newPortalCookie(stage, id);
  expect(await readsOf(id, () => requestToken(cookie))).toBe(1);
  const token = String((await requestToken(cookie)).json.access_token);
  expect(await readsOf(id, () => callApi('content.list', { token }))).toBe(1);
});
