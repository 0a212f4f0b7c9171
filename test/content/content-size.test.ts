import { describe, expect, it } from 'vitest';
import { callApi, type Json, setupApi } from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

/** Items that the table could not store. */

setupApi();

// 40 KB each, with the fewest characters.
const LONG = '😀'.repeat(10_000);
const options = (...platforms: string[]) =>
  Object.fromEntries(platforms.map((platform) => [platform, { text: LONG, first_comment: LONG }]));

describe('an item that grows with each update', () => {
  it('is rejected with 422 at 280,000 bytes, naming the field that takes the most room', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { platforms: ['twitter'] });
    const update = (body: Json) => callApi('content.update', { token: tenant.token, params: { id }, body });
    const twitter = { text: 'Short', first_comment: 'A comment', thread: [] };
    const platform_options = { ...options('linkedin', 'instagram', 'bluesky'), twitter };
    expect((await update({ platform_options })).status).toBe(200);
    const { status, json } = await update({ description: LONG });
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/platform_options', code: 'content_too_large' }]]);
    expect((await update({ platform_options: { twitter }, description: LONG })).status).toBe(200);
  });

  it('is rejected for a thread', async () => {
    const { token } = await newTenant();
    const thread = Array.from({ length: 6 }, () => ({ text: LONG }));
    const body = { title: 'One', platforms: ['twitter'], description: 'One', thread };
    const platform_options = { twitter: { thread: [] } };
    const { id } = (await callApi('content.create', { token, body: { ...body, platform_options } })).json;
    const { status, json } = await callApi('content.update', {
      token,
      params: { id: String(id) },
      body: { first_comment: LONG, platform_options: { twitter: { thread: [], first_comment: null } } },
    });
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/thread', code: 'content_too_large' }]]);
  });
});
