import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import { callApi, inSeconds, type Json, setupApi } from '../functions/api-harness.ts';
import { newContent, newReadyMedia } from '../functions/resources.ts';
import { newTenant, newToken } from '../functions/tenants.ts';

setupApi();

const LINKED = { url: 'https://example.com/a.jpg', type: 'image' };
const LISTS: [OperationId, string][] = [
  ['content.list', 'data'],
  ['schedule.list', 'scheduled_posts'],
];

async function thumbnails(token: string, operation: OperationId, list: string, query: Record<string, string> = {}) {
  const { json } = await callApi(operation, { token, query });
  return (json[list] as Json[]).map(({ thumbnail }) => thumbnail as Json | null);
}

describe.each(LISTS)('%s', (operation, list) => {
  it('returns the first file of an item, with a URL that needs no token', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    await newContent(tenant, { platforms: ['twitter'], media: [{ media_id }, LINKED], scheduled_at: inSeconds(3600) });
    const [thumbnail] = await thumbnails(tenant.token, operation, list);
    expect(thumbnail).toEqual({ media_id, kind: 'image', url: expect.stringContaining('X-Amz-Signature') });
    expect(thumbnail!.url).toContain(`/media/${tenant.workspace.id}/${media_id}`);
  });

  it('returns the URL of a file that is not in the media library', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { platforms: ['twitter'], media: [LINKED], scheduled_at: inSeconds(3600) });
    const expected = { media_id: null, kind: 'image', url: LINKED.url };
    expect(await thumbnails(tenant.token, operation, list)).toEqual([expected]);
  });

  it('returns null for an item without files', async () => {
    const tenant = await newTenant();
    await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    expect(await thumbnails(tenant.token, operation, list)).toEqual([null]);
  });
});

it.each<Record<string, string>>([{ status: 'scheduled' }, { platform: 'twitter' }])(
  'content.list by %j returns thumbnails',
  async (query) => {
    const tenant = await newTenant();
    await newContent(tenant, { media: [LINKED], platforms: ['twitter'], scheduled_at: inSeconds(3600) });
    expect(await thumbnails(tenant.token, 'content.list', 'data', query)).toMatchObject([{ url: LINKED.url }]);
  },
);

it('schedule.list returns no thumbnail to a token without content:read', async () => {
  const tenant = await newTenant();
  await newContent(tenant, { platforms: ['twitter'], media: [LINKED], scheduled_at: inSeconds(3600) });
  const token = await newToken(tenant, ['schedule:read']);
  expect(await thumbnails(token, 'schedule.list', 'scheduled_posts')).toEqual([null]);
});
