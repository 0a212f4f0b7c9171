import { type Json, succeed } from '../functions/api-harness.ts';
import type { Tenant } from '../functions/tenants.ts';

/** A calendar feed of the workspace, and the token in its URL. */
export async function newCalendarFeed(
  tenant: Pick<Tenant, 'token'>,
  fields: Json = {},
): Promise<Record<'id' | 'url' | 'token', string>> {
  const feed = await succeed<Record<'id' | 'url', string>>('calendar-feeds.create', {
    token: tenant.token,
    body: fields,
  });
  return { ...feed, token: new URL(feed.url).searchParams.get('token')! };
}
