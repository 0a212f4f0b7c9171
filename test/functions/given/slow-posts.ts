import { beforeEach, expect, vi } from 'vitest';
import { handler as onPublishDue } from '../../../functions/on-publish-due.ts';
import { downloadMedia } from '../../../lib/core/net/download-media.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { JPEG } from '../../platforms/platforms.ts';
import { advanceTime, callApi, type Json } from '../api-harness.ts';
import { connect, currentPlatforms, type DueMessage, loadDueEntry, scheduleContent } from '../simulated.ts';
import { newTenant, newToken, type Tenant } from '../tenants.ts';
import { lambdaContext } from '../worker-harness.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Invoke the publish function in the slow lane, to which the fast one forwards slow posts. */
export const publish = (dueMessage: DueMessage, remainingMs?: number) =>
  onPublishDue({ ...dueMessage, lane: 'slow' }, lambdaContext(remainingMs));

/** Return images whose URLs contain a name. */
export const imagesNamed = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ url: `https://media.example/${name}${index}.jpg`, type: 'image' }));

/**
 * Call once at the top of a test file that mocks the module of downloads: an image takes as many `seconds` as the result
 * says, none when a test begins. Only the clock of the functions moves.
 */
export function useSlowDownloads(): { seconds: number } {
  const downloads = { seconds: 0 };
  beforeEach(() => {
    downloads.seconds = 0;
    vi.mocked(downloadMedia).mockImplementation(async () => {
      advanceTime(downloads.seconds * 1000);
      return { bytes: JPEG, contentType: 'image/jpeg' };
    });
  });
  return downloads;
}

let posts = 0;

/** A post with this many images and a text of its own, due now. */
export async function due(platform: Platform, count: number, more: { tenant?: Tenant } = {}) {
  const tenant = more.tenant ?? (await newTenant());
  if (!more.tenant) await connect(tenant, platform);
  const text = `Hello ${++posts}`;
  const fields = { description: text, media: imagesNamed('a', count) };
  const { contentId, dueMessage } = await scheduleContent(tenant, platform, fields);
  advanceTime(MINUTE);
  return { tenant, contentId, dueMessage, text };
}

/** Wait for the next action of an entry, and perform it. */
export async function attemptNext(dueMessage: DueMessage, remainingMs?: number) {
  const { due_at, version } = await loadDueEntry(dueMessage);
  advanceTime(Math.max(0, Date.parse(due_at!) - Date.now()));
  await publish(dueMessage, remainingMs);
  const after = await loadDueEntry(dueMessage);
  // An entry that stays as it is would be due without end.
  expect(after.version).toBeGreaterThan(version);
  return after;
}

/** Perform the actions of an entry until none is left, and return it. */
export async function attemptAll(dueMessage: DueMessage, remainingMs?: number) {
  let entry = await loadDueEntry(dueMessage);
  for (let count = 0; entry.due_at !== null; count++) {
    expect(count).toBeLessThan(100);
    entry = await attemptNext(dueMessage, remainingMs);
  }
  return entry;
}

/** List the requests of the platform whose path matches. */
export const requestsTo = async (path: RegExp) =>
  (await currentPlatforms().requests()).filter((request) => path.test(request.path));

/** List the requests that created a container. */
export const containers = () => requestsTo(/\/media$/);

/** Update an item with a new token. */
export async function edit(tenant: Tenant, contentId: string, body: Json) {
  const answer = await callApi('content.update', { token: await newToken(tenant), params: { id: contentId }, body });
  return answer.status;
}

/** Delete the account of a platform and connect another one. */
export async function replaceAccount(tenant: Tenant, platform: Platform, external_id: string): Promise<void> {
  const token = await newToken(tenant);
  const { accounts } = (await callApi('accounts.list', { token })).json as { accounts: { id: string }[] };
  await callApi('accounts.delete', { token, params: { id: accounts[0]!.id } });
  const body = { platform, external_id, access_token: 'token-of-another' };
  expect((await callApi('accounts.create', { token, body })).status).toBe(201);
}
