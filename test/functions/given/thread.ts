import { expect } from 'vitest';
import { handler as onPublishDue } from '../../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { advanceTime, callApi, type Json } from '../api-harness.ts';
import { connect, currentPlatforms, type DueMessage, loadDueEntry, scheduleContent } from '../simulated.ts';
import { newTenant, newToken, type Tenant } from '../tenants.ts';
import { currentHarness, lambdaContext, processAllChanges, storedRecords } from '../worker-harness.ts';

export const THREAD = [{ text: 'Two' }, { text: 'Three' }];

export interface Thread {
  tenant: Tenant;
  contentId: string;
  dueMessage: DueMessage;
}

interface PartView {
  index: number;
  kind: string;
  status: string;
  platform_post_id: string | null;
  url: string | null;
  published_at: string | null;
  error: { code: string } | null;
}

export interface TargetView {
  status: string;
  schedule_id: string;
  platform_post_id: string | null;
  parts: PartView[];
  error: { code: string } | null;
  available_actions: string[];
  timeline: { type: string; detail: string | null }[];
}

/** Schedule a thread of a tenant whose account is connected. */
export async function newThread(
  fields: Json = { thread: THREAD },
  platform: Platform = 'twitter',
  account: { external_id?: string } = {},
): Promise<Thread> {
  const tenant = await newTenant();
  await connect(tenant, platform, undefined, account);
  return { tenant, ...(await scheduleContent(tenant, platform, { description: 'One', ...fields })) };
}

/** Invoke the publish function for a thread. */
export const runWorker = ({ dueMessage }: Pick<Thread, 'dueMessage'>) => onPublishDue(dueMessage, lambdaContext());

/** Perform every step of a thread at its time until nothing is due within the limit. */
export async function runAll(thread: Thread, maxSteps = 40): Promise<ScheduleEntry> {
  for (let step = 0; step < maxSteps; step++) {
    const entry = await loadDueEntry(thread.dueMessage);
    if (entry.due_at === null) return entry;
    advanceTime(Math.max(0, Date.parse(entry.due_at) - Date.now()));
    await runWorker(thread);
  }
  return loadDueEntry(thread.dueMessage);
}

/** Call an operation on the item of a thread. */
export async function request({ tenant, contentId }: Thread, operation: string, body?: Json, params: Json = {}) {
  const token = await newToken(tenant);
  return callApi(operation, {
    token,
    params: { id: contentId, ...params } as Record<string, string>,
    ...(body && { body }),
  });
}

/** Return the target of a thread as the API shows it. */
export async function targetOf(thread: Thread, platform = 'twitter'): Promise<TargetView> {
  const { json } = await request(thread, 'content.get');
  return (json.targets as (TargetView & { platform: string })[]).find((each) => each.platform === platform)!;
}

/** What the platforms have of a thread: each text with the text that it answers. */
export async function published(): Promise<[text: string, answered: string | null][]> {
  const posts = await currentPlatforms().posts();
  return posts.map(({ text, reply_to }) => [text, posts.find(({ id }) => id === reply_to)?.text ?? null]);
}

/** List the statuses of the parts. */
export const statusesOf = ({ parts }: TargetView) => parts.map(({ status }) => status);

/** Process all changes, and list the events of a type. */
export async function events(type: string): Promise<Json[]> {
  await processAllChanges(currentHarness());
  return storedRecords(currentHarness(), 'Event').filter((event) => event.type === type);
}

/** Resume an interrupted thread, and return it with the message of its new entry. */
export async function resume(thread: Thread): Promise<Thread> {
  const { status, json, text } = await request(thread, 'content.retry');
  expect(status, text).toBe(202);
  const [target] = json.targets as TargetView[];
  return { ...thread, dueMessage: { ...thread.dueMessage, schedule_id: target!.schedule_id } };
}
