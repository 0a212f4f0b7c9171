import { describe, expect, it } from 'vitest';
import type { Content } from '../../lib/content/rules/content.ts';
import type { MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newReadyMedia } from '../functions/resources.ts';
import { connect, publishContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const IMAGE = { url: 'https://media.example/a.jpg', type: 'image' };
const OTHER = { url: 'https://media.example/b.jpg', type: 'image', alt: 'Another one' };
const LINK = 'https://example.com/summer';

const request = (tenant: Tenant, body: object, operation: 'content.create' | 'content.validate' = 'content.create') =>
  callApi(operation, { token: tenant.token, body });

describe('the options of a platform', () => {
  it('replace the text, the media, the link and the visibility of the item there, and nothing elsewhere', async () => {
    const tenant = await newTenant();
    const body = {
      title: 'Summer',
      description: 'For all',
      platforms: ['twitter', 'linkedin', 'bluesky', 'instagram'],
      media: [IMAGE],
      platform_options: {
        linkedin: { text: 'For LinkedIn', media: [], link: LINK, visibility: 'connections' },
        instagram: { media: [OTHER] },
        bluesky: { media: [], link: LINK },
      },
    };
    const { status, json } = await request(tenant, body, 'content.validate');
    expect(status).toBe(200);
    const shown = (json.platforms as Json[]).map(({ platform, text, media, link, visibility }) => {
      return { platform, text, media, link, visibility };
    });
    expect(shown).toEqual([
      {
        platform: 'twitter',
        text: 'For all',
        media: [{ ...IMAGE, adaptation: null }],
        link: null,
        visibility: 'public',
      },
      { platform: 'linkedin', text: 'For LinkedIn', media: [], link: LINK, visibility: 'connections' },
      { platform: 'bluesky', text: 'For all', media: [], link: LINK, visibility: 'public' },
      {
        platform: 'instagram',
        text: 'For all',
        media: [{ ...OTHER, adaptation: null }],
        link: null,
        visibility: 'public',
      },
    ]);
    const { json: item } = await request(tenant, body);
    expect(item.platform_options).toEqual(body.platform_options);
  });

  it.each([
    ['a link on X', { twitter: { link: LINK } }, '/platform_options/twitter/link', 'link_unsupported'],
    ['a link on Instagram', { instagram: { link: LINK } }, '/platform_options/instagram/link', 'link_unsupported'],
    ['a link beside media', { linkedin: { link: LINK } }, '/platform_options/linkedin/link', 'link_with_media'],
    [
      'a link to a private address',
      { bluesky: { link: 'https://10.0.0.1/' } },
      '/platform_options/bluesky/link',
      'url_refused',
    ],
    [
      'connections on Bluesky',
      { bluesky: { visibility: 'connections' } },
      '/platform_options/bluesky/visibility',
      'visibility_unsupported',
    ],
    [
      'an unknown visibility',
      { linkedin: { visibility: 'friends' } },
      '/platform_options/linkedin/visibility',
      'invalid_value',
    ],
    [
      'too many files',
      { twitter: { media: [IMAGE, IMAGE, IMAGE, IMAGE, IMAGE] } },
      '/platform_options/twitter/media',
      'too_many_media',
    ],
    [
      'a file type',
      { instagram: { media: [{ ...IMAGE, url: 'https://media.example/a.png' }] } },
      '/platform_options/instagram/media/0',
      'media_unsupported',
    ],
    [
      'a missing file',
      { linkedin: { media: [{ media_id: 'med_1' }] } },
      '/platform_options/linkedin/media/0/media_id',
      'media_not_found',
    ],
    ['an unknown field', { linkedin: { audience: 'all' } }, '/platform_options/linkedin/audience', 'unknown_field'],
  ])(
    'are rejected with 422 for %s, naming the field, and nothing is stored',
    async (_, platform_options, pointer, code) => {
      const tenant = await newTenant();
      const body = { title: 'Summer', platforms: PLATFORMS, media: [IMAGE] };
      const { status, json } = await request(tenant, { ...body, platform_options });
      expect([status, json.errors]).toMatchObject([422, [{ pointer, code }]]);
      expect(storedRecords<Content>(harness, 'Content')).toEqual([]);
    },
  );

  it('count the files that they reference, once per item', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    const platform_options = { linkedin: { media: [{ media_id }] }, bluesky: { media: [{ media_id, alt: 'Twice' }] } };
    const { json } = await request(tenant, { title: 'A', platforms: ['linkedin', 'bluesky'], platform_options });
    const count = () => storedRecords<MediaAsset>(harness, 'MediaAsset')[0]!.reference_count;
    expect(count()).toBe(1);
    const params = { id: String(json.id) };
    await callApi('content.update', { token: tenant.token, params, body: { platform_options: {} } });
    expect(count()).toBe(0);
  });

  it('reference at most 15 files with those of the item', async () => {
    const tenant = await newTenant();
    const ids = [];
    for (let index = 0; index < 16; index++) ids.push((await newReadyMedia(tenant)).id);
    const named = ids.map((media_id) => ({ media_id }));
    const body = { title: 'A', platforms: ['linkedin'], media: named.slice(0, 10) };
    const create = (count: number) =>
      request(tenant, { ...body, platform_options: { linkedin: { media: named.slice(10, count) } } });
    expect((await create(15)).status).toBe(201);
    const { status, json } = await create(16);
    expect([status, json.errors]).toMatchObject([422, [{ pointer: '/media', code: 'too_many_files' }]]);
  });

  it('are part of what is approved', async () => {
    const tenant = await newTenant();
    const body = { title: 'A', platforms: ['linkedin'], platform_options: { linkedin: { visibility: 'public' } } };
    const { json } = await request(tenant, body);
    const params = { id: String(json.id) };
    await callApi('content.submit', { token: tenant.token, params });
    const platform_options = { linkedin: { visibility: 'connections' } };
    const edited = await callApi('content.update', { token: tenant.token, params, body: { platform_options } });
    expect(edited.json).toMatchObject({ status: 'draft', approval: { status: 'not_submitted' } });
  });

  it('decide what is sent: on LinkedIn the card of the link, to the connections', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin');
    const options = { text: 'For LinkedIn', link: LINK, visibility: 'connections' };
    await publishContent(tenant, 'linkedin', { platform_options: { linkedin: options } });
    const sent = (await platforms().requests()).findLast(({ path }) => path.endsWith('/rest/posts'));
    expect(JSON.parse(sent!.body ?? '')).toMatchObject({
      commentary: 'For LinkedIn',
      visibility: 'CONNECTIONS',
      content: { article: { source: LINK, title: 'example.com' } },
    });
  });
});
