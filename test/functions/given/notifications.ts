import { expect } from 'vitest';
import type { NotificationKind } from '../../../lib/notifications/rules/kinds.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../api-harness.ts';
import { publishTo, REJECTED } from '../publish-step.ts';
import { newContent } from '../resources.ts';
import type { Tenant } from '../tenants.ts';
import { currentHarness, processAllChanges } from '../worker-harness.ts';

/** Create a post that fails on one platform, and process its changes. Returns the id of its item. */
export async function failedPost(tenant: Tenant, title = 'A post'): Promise<string> {
  const id = await failingPost(tenant, title);
  await processAllChanges(currentHarness());
  return id;
}

/** Create a post that fails on one platform, whose changes are not processed yet. Returns the id of its item. */
export async function failingPost(tenant: Tenant, title = 'A post'): Promise<string> {
  const { id } = await newContent(tenant, { title, platforms: ['twitter'], scheduled_at: inSeconds(60) });
  await publishTo(tenant, id, 'twitter', REJECTED);
  // Notifications of the same millisecond have no order.
  advanceTime(1);
  return id;
}

/** List the notifications of the member whose token this is. */
export async function listed({ token }: Tenant): Promise<Json[]> {
  const json = await succeed('notifications.list', { token, query: { limit: '100' } });
  return json.notifications as Json[];
}

/** Count the unread notifications of the member whose token this is. */
export async function unreadOf({ token }: Tenant): Promise<number> {
  const { json } = await callApi('notifications.list', { token });
  expect(json.unread_count_is_capped).toBe(false);
  return Number(json.unread_count);
}

/** Set the channels of a kind for the member whose token this is. */
export async function muteOn({ token }: Tenant, kind: NotificationKind, channels: Json): Promise<void> {
  const body = { preferences: { [kind]: channels } };
  await succeed('notifications.update-preferences', { token, body });
}
