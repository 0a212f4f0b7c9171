import { describe, expect, it } from 'vitest';
import type { MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newReadyMedia } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** What an item may have as its thread and its first comment. */

const harness = setupWorkers();

const IMAGE = { url: 'https://media.example/a.jpg', type: 'image' };
const ITEM = { title: 'One', platforms: ['twitter'] };

const request = (tenant: Tenant, body: object, operation: 'content.create' | 'content.validate' = 'content.create') =>
  callApi(operation, { token: tenant.token, body });
const update = (tenant: Tenant, item: Json, body: Json) =>
  callApi('content.update', { token: tenant.token, params: { id: String(item.id) }, body });

describe('a thread and a first comment', () => {
  it('are returned as they were sent, with an empty list for missing media', async () => {
    const tenant = await newTenant();
    const platform_options = { bluesky: { thread: [{ text: 'Only there', media: [IMAGE] }], first_comment: null } };
    const body = { ...ITEM, platforms: ['twitter', 'bluesky'], thread: [{ text: 'Two' }], first_comment: 'Comment' };
    const { status, json, text } = await request(tenant, { ...body, platform_options });
    expect(status, text).toBe(201);
    expect(json).toMatchObject({ thread: [{ text: 'Two', media: [] }], first_comment: 'Comment', platform_options });
  });

  it('are replaced by PUT, and removed by an empty list and null', async () => {
    const tenant = await newTenant();
    const { json } = await request(tenant, { ...ITEM, thread: [{ text: 'Two' }], first_comment: 'Comment' });
    expect((await update(tenant, json, { title: 'New' })).json).toMatchObject({
      thread: [{ text: 'Two' }],
      first_comment: 'Comment',
    });
    const { json: replaced } = await update(tenant, json, { thread: [{ text: 'Other' }] });
    expect(replaced).toMatchObject({ thread: [{ text: 'Other' }], first_comment: 'Comment' });
    const { json: removed } = await update(tenant, json, { thread: [], first_comment: null });
    expect(removed).toMatchObject({ thread: [], first_comment: null });
  });

  it('are previewed per platform as parts, with length, limit and the price of all', async () => {
    const tenant = await newTenant();
    const body = {
      ...ITEM,
      platforms: ['twitter', 'linkedin'],
      thread: [{ text: 'Two', media: [IMAGE] }],
      first_comment: 'Comment',
      platform_options: { linkedin: { thread: [] } },
    };
    const { json, text } = await request(tenant, body, 'content.validate');
    const [x, linkedin] = json.platforms as Json[];
    expect(x, text).toMatchObject({
      text: 'One',
      estimated_cost_usd: 0.045,
      parts: [
        { kind: 'post', text: 'One', media: [], length: 3, limit: 280 },
        { kind: 'reply', text: 'Two', media: [IMAGE], length: 3, limit: 280 },
        { kind: 'comment', text: 'Comment', media: [], length: 7, limit: 280 },
      ],
    });
    expect(linkedin!.parts).toMatchObject([{ kind: 'post' }, { kind: 'comment', limit: 1250 }]);
    const { json: single } = await request(tenant, ITEM, 'content.validate');
    expect((single.platforms as Json[])[0]!.parts).toEqual([]);
  });

  const long = 'a'.repeat(281);
  it.each<[string, object, string, string]>([
    ['a text that is too long', { thread: [{ text: 'Two' }, { text: long }] }, '/thread/1/text', 'text_too_long'],
    ['a comment that is too long', { first_comment: long }, '/first_comment', 'text_too_long'],
    ['an empty text', { thread: [{ text: '' }] }, '/thread/0/text', 'invalid'],
    ['a missing text', { thread: [{ media: [IMAGE] }] }, '/thread/0/text', 'required'],
    ['an empty comment', { first_comment: '' }, '/first_comment', 'invalid'],
    [
      'too many posts',
      { thread: Array.from({ length: 25 }, (_, index) => ({ text: `Part ${index}` })) },
      '/thread',
      'too_big',
    ],
    ['too many files', { thread: [{ text: 'Two', media: Array(5).fill(IMAGE) }] }, '/thread/0/media', 'too_many_media'],
    [
      'a private address',
      { thread: [{ text: 'Two', media: [{ ...IMAGE, url: 'https://10.0.0.1/a.jpg' }] }] },
      '/thread/0/media/0/url',
      'url_refused',
    ],
    [
      'a file that does not exist',
      { thread: [{ text: 'Two', media: [{ media_id: 'med_1' }] }] },
      '/thread/0/media/0/media_id',
      'media_not_found',
    ],
    ['the text of the post', { thread: [{ text: 'Two' }, { text: ' One ' }] }, '/thread/1/text', 'duplicate_part'],
    [
      'a comment with the text of a part',
      { thread: [{ text: 'Two' }], first_comment: 'Two' },
      '/first_comment',
      'duplicate_part',
    ],
    [
      'options with a text that is too long',
      { platform_options: { twitter: { thread: [{ text: long }] } } },
      '/platform_options/twitter/thread/0/text',
      'text_too_long',
    ],
    [
      'options with a comment that is too long',
      { platform_options: { twitter: { first_comment: long } } },
      '/platform_options/twitter/first_comment',
      'text_too_long',
    ],
    ['an unknown field', { thread: [{ text: 'Two', link: 'https://example.com' }] }, '/thread/0/link', 'unknown_field'],
  ])('are rejected with 422 for %s, naming the field', async (_, fields, pointer, code) => {
    const tenant = await newTenant();
    const { status, json, text } = await request(tenant, { ...ITEM, ...fields });
    expect([status, json.errors], text).toMatchObject([422, [{ pointer, code }]]);
    expect(storedRecords(harness, 'Content')).toEqual([]);
  });

  it.each(['linkedin', 'instagram'])(
    'on %s are a comment only: a thread is rejected, an empty override is accepted',
    async (platform) => {
      const tenant = await newTenant();
      const body = {
        ...ITEM,
        platforms: ['twitter', platform],
        media: [IMAGE],
        thread: [{ text: 'Two' }],
        first_comment: 'C',
      };
      const { status, json } = await request(tenant, body);
      expect([status, json.errors]).toMatchObject([
        422,
        [{ pointer: '/thread', code: 'thread_unsupported', platform }],
      ]);
      const overridden = { ...body, platform_options: { [platform]: { thread: [] } } };
      expect((await request(tenant, overridden)).status).toBe(201);
      const added = { ...ITEM, platform_options: { [platform]: { thread: [{ text: 'Two' }] } }, platforms: [platform] };
      const { json: rejected } = await request(tenant, added);
      expect(rejected.errors).toMatchObject([
        { pointer: `/platform_options/${platform}/thread`, code: 'thread_unsupported' },
      ]);
    },
  );

  it('count the files that they reference', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    const { json } = await request(tenant, { ...ITEM, thread: [{ text: 'Two', media: [{ media_id }] }] });
    const count = () => storedRecords<MediaAsset>(harness, 'MediaAsset')[0]!.reference_count;
    expect(count()).toBe(1);
    expect(json.thread).toEqual([{ text: 'Two', media: [{ media_id, type: 'image' }] }]);
    await update(tenant, json, { thread: [] });
    expect(count()).toBe(0);
  });

  it.each([{ thread: [{ text: 'New' }] }, { first_comment: 'New' }])(
    'are part of what is approved: %j',
    async (change) => {
      const tenant = await newTenant();
      const { json } = await request(tenant, { ...ITEM, thread: [{ text: 'Two' }] });
      await callApi('content.submit', { token: tenant.token, params: { id: String(json.id) } });
      expect((await update(tenant, json, change)).json).toMatchObject({ approval: { status: 'not_submitted' } });
    },
  );
});
