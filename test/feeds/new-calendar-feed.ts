import { expect } from 'vitest';
import { callApi, type Json } from '../functions/api-harness.ts';
import type { Tenant } from '../functions/tenants.ts';

/** A calendar feed of the workspace, and the token in its URL. */
export async function newCalendarFeed(
  tenant: Pick<Tenant, 'token'>,
  fields: Json = {},
): Promise<Record<'id' | 'url' | 'token', string>> {
  const answer = await callApi('calendar-feeds.create', { token: tenant.token, body: fields });
  expect(answer.status, answer.text).toBe(201);
  const feed = answer.json as Record<'id' | 'url', string>;
  return { ...feed, token: new URL(feed.url).searchParams.get('token')! };
}
