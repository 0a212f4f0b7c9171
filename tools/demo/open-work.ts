import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { createJsonApiClient, type JsonApiClient } from '../local-stack/api-client.ts';
import type { Credentials } from '../local-stack/demo.ts';
import { AGENT_DRAFT, AGENT_POST, LOST, REPEATED, SCHEDULED, SUBMITTED, WEEKLY_TIP } from './posts.ts';
import { createItem, publish } from './publishing.ts';
import type { CompletionRun, DemoRun } from './run.ts';

/** Publish a post that X rejects, and one whose response LinkedIn loses: its outcome is unknown. */
export async function publishWithFaults(run: DemoRun): Promise<void> {
  await publish(run, REPEATED);
  // A start that repeats the request sets the script again, and no later post has it.
  await loseResponses(run, 1);
  await publish(run, LOST);
  await run.service.settle();
  await loseResponses(run, 0);
}

async function loseResponses({ service }: DemoRun, times: number): Promise<void> {
  const script = { platform: 'linkedin', script: 'ok_then_drop', times };
  const response = await fetch(`${service.url}/_simulator/scripts`, { method: 'POST', body: JSON.stringify(script) });
  if (!response.ok) throw new Error(`The simulator rejected a script: ${await response.text()}`);
}

const QUEUED = 2;

/** Add the rule by which visits of the shop have the platform that they come from. */
async function addLinkRule(run: DemoRun): Promise<void> {
  const owner = await run.as('ida');
  const parameters = { utm_source: '{platform}', utm_medium: 'social' };
  await owner('POST', '/link-rules', { scope: 'workspace', hosts: ['example.com'], parameters });
}

/** Schedule the posts of the coming weeks, whose links get parameters: the last two by a queue. */
export async function schedulePosts(run: DemoRun, times: readonly number[]): Promise<void> {
  await addLinkRule(run);
  const owner = await run.as('ida');
  const slots = [
    { weekday: 'tuesday', time: '09:30' },
    { weekday: 'thursday', time: '17:00' },
    { weekday: 'saturday', time: '11:00' },
  ];
  await owner('POST', '/queues', { name: 'default', time_zone: 'Europe/Oslo', slots });
  await Promise.all(SCHEDULED.slice(0, -QUEUED).map((post, index) => createItem(run, post, times[index]!)));
  for (const post of SCHEDULED.slice(-QUEUED)) {
    const id = await createItem(run, post);
    await owner('PUT', `/content/${id}`, { queue: 'default' });
  }
}

/** Repeat a post each Monday, with texts in rotation. */
export async function repeatPost(run: DemoRun): Promise<void> {
  const owner = await run.as('ida');
  const rule = { rule: 'FREQ=WEEKLY;BYDAY=MO', time: '08:00', time_zone: 'Europe/Oslo' };
  await owner('POST', '/recurrences', { name: 'Monday tip', ...WEEKLY_TIP, ...rule });
  await run.service.settle();
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

/** Halt publishing on LinkedIn, and resume. The audit log shows both. */
export async function haltAndResume(run: DemoRun): Promise<void> {
  const reason = 'The price in the launch posts was wrong.';
  const member = await run.as('mira');
  const { id } = (await member('POST', '/halts', { scope: { platform: 'linkedin' }, reason })) as { id: string };
  await (await run.as('ida'))('DELETE', `/halts/${id}?missed=publish&spread_seconds=900`);
  await run.service.settle();
}

/** Give access to a program, an application and a calendar client, and invite a colleague. */
export async function giveAccess(run: CompletionRun): Promise<void> {
  const owner = await run.as('ida');
  // A repeated request has the same time.
  const expires_at = new Date(Math.ceil(Date.now() / (30 * DAY_MS)) * 30 * DAY_MS + 180 * DAY_MS).toISOString();
  const permissions = ['content:read', 'analytics:read'];
  await owner('POST', '/keys', { name: 'Monthly report', permissions, expires_at });
  await owner('POST', '/calendar-feeds', { name: 'Editorial calendar' });
  await draftAsAgent(run, owner);
  await owner('POST', '/team/invite', { email: 'pia@example.com', role: 'viewer' });
}

/** Let an agent draft posts and submit them, one of them twice: they wait for a person. */
async function draftAsAgent(run: CompletionRun, owner: JsonApiClient): Promise<void> {
  const key = (await owner('POST', '/keys', { name: 'Content planner', agent: {} })) as Pick<
    Credentials,
    'client_id' | 'client_secret'
  >;
  const agent = run.once('agent', await createJsonApiClient({ ...run.service.credentials, ...key }));
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
