import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { createJsonApiClient, type JsonApiClient } from '../local-stack/api-client.ts';
import type { Credentials } from '../local-stack/demo.ts';
import { connectApplication } from './application.ts';
import { AGENT_DRAFT, AGENT_POST, LOST, REPEATED, SCHEDULED, SUBMITTED } from './posts.ts';
import { createItem, publish } from './publishing.ts';
import type { DemoRun } from './run.ts';

/** Publish a post that X rejects, and one whose response LinkedIn loses: its outcome is unknown. */
export async function publishWithFaults(run: DemoRun): Promise<void> {
  const script = { platform: 'linkedin', script: 'ok_then_drop' };
  const response = await fetch(`${run.service.url}/_simulator/scripts`, {
    method: 'POST',
    body: JSON.stringify(script),
  });
  if (!response.ok) throw new Error(`The simulator rejected a script: ${await response.text()}`);
  await publish(run, REPEATED);
  await publish(run, LOST);
  await run.service.settle();
}

/** Schedule the posts of the coming weeks. */
export async function schedulePosts(run: DemoRun, times: readonly number[]): Promise<void> {
  await Promise.all(SCHEDULED.map((post, index) => createItem(run, post, times[index]!)));
}

/** Submit posts for approval: one waits for the approver, and one has to be changed. */
export async function submitPosts(run: DemoRun): Promise<void> {
  for (const { post, note, comment, decision } of SUBMITTED) {
    const id = await createItem(run, post);
    const author = await run.as(post.author);
    await author('POST', `/content/${id}/submit`, { note });
    const approver = await run.as('amara');
    if (comment) await approver('POST', `/content/${id}/comments`, { body: comment });
    if (decision) await approver('POST', `/content/${id}/request-changes`, { note: decision });
  }
}

/** Give access to a program and to an application, and invite a colleague. */
export async function giveAccess(run: DemoRun): Promise<void> {
  const owner = await run.as('ida');
  const expires_at = new Date(Date.now() + 180 * DAY_MS).toISOString();
  const permissions = ['content:read', 'analytics:read'];
  await owner('POST', '/keys', { name: 'Monthly report', permissions, expires_at });
  await draftAsAgent(run, owner);
  await connectApplication(run);
  await owner('POST', '/team/invite', { email: 'pia@example.com', role: 'viewer' });
}

/** Let an agent draft posts and submit them, one of them twice: they wait for a person. */
async function draftAsAgent(run: DemoRun, owner: JsonApiClient): Promise<void> {
  const key = (await owner('POST', '/keys', { name: 'Content planner', agent: {} })) as Pick<
    Credentials,
    'client_id' | 'client_secret'
  >;
  const agent = await createJsonApiClient({ ...run.service.credentials, ...key });
  const { id } = (await agent('POST', '/content', AGENT_DRAFT)) as { id: string };
  await agent('POST', `/content/${id}/submit`, { note: 'For the end of the month.' });
  // The agent submits again what a person has returned: the queue shows what changed.
  const { id: returned } = (await agent('POST', '/content', AGENT_POST.first)) as { id: string };
  await agent('POST', `/content/${returned}/submit`, { note: AGENT_POST.notes[0] });
  const approver = await run.as('amara');
  await approver('POST', `/content/${returned}/request-changes`, { note: AGENT_POST.decision });
  await agent('PUT', `/content/${returned}`, AGENT_POST.second);
  await agent('POST', `/content/${returned}/submit`, { note: AGENT_POST.notes[1] });
}
