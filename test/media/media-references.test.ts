import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { Content } from '../../lib/content/rules/content.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { type MediaAsset, newMediaAsset, rejectFile } from '../../lib/media/rules/media-asset.ts';
import { fileKey } from '../../lib/media/rules/media-keys.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';
import { advanceTime, callApi, type Json, succeed } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newReadyMedia } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const POST = { title: 'A picture', platforms: ['twitter'] };

const asset = (id: string) => storedRecords<MediaAsset>(harness, 'MediaAsset').find((each) => each.id === id);
const items = () => storedRecords<Content>(harness, 'Content');

async function create(tenant: Tenant, ...media: object[]) {
  const answer = await succeed('content.create', { token: tenant.token, body: { ...POST, media } });
  return String(answer.id);
}

const update = (tenant: Tenant, id: string, body: object) =>
  callApi('content.update', { token: tenant.token, params: { id }, body });
const remove = (tenant: Tenant, id: string) => callApi('media.delete', { token: tenant.token, params: { id } });
const removeItem = (tenant: Tenant, id: string) => callApi('content.delete', { token: tenant.token, params: { id } });

describe('an item with a file of the media library', () => {
  it('shows the id, the type and the alternative text, and nothing of the inspection', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    const id = await create(tenant, { media_id, alt: 'A dog' }, { url: 'https://example.com/b.jpg', type: 'image' });
    const { json } = await callApi('content.get', { token: tenant.token, params: { id } });
    expect(json.media).toEqual([
      { media_id, type: 'image', alt: 'A dog' },
      { url: 'https://example.com/b.jpg', type: 'image' },
    ]);
  });

  it('is approved by the file, so that an edit which names the same files changes nothing', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    const id = await create(tenant, { media_id });
    const before = items()[0]!.version;
    expect((await update(tenant, id, { media: [{ media_id }] })).status).toBe(200);
    expect(items()[0]!.version).toBe(before);
    expect(asset(media_id)!.reference_count).toBe(1);
  });

  it.each([
    ['a file that does not exist', async () => newId('media'), 'media_not_found'],
    ['an id of another kind', async () => 'cnt_01K00000000000000000000000', 'media_not_found'],
    ['a key separator', async () => 'med_#', 'media_not_found'],
    ['a file of another workspace', async () => (await newReadyMedia(await newTenant())).id, 'media_not_found'],
    ['a file that is not uploaded yet', (tenant: Tenant) => uploading(tenant), 'media_not_ready'],
    ['a file that was rejected', (tenant: Tenant) => rejected(tenant), 'media_rejected'],
  ])('is rejected with 422 for %s, also by validate and update, and nothing changes', async (_, idOf, code) => {
    const tenant = await newTenant();
    const ready = await newReadyMedia(tenant);
    const id = await create(tenant, { media_id: ready.id });
    const media = [{ media_id: ready.id }, { media_id: await idOf(tenant) }];
    for (const operation of ['content.create', 'content.validate'] as const) {
      const { status, json } = await callApi(operation, { token: tenant.token, body: { ...POST, media } });
      expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { pointer: '/media/1/media_id', code }]);
    }
    const { status, json } = await update(tenant, id, { media });
    expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { pointer: '/media/1/media_id', code }]);
    expect(items()).toHaveLength(1);
    expect(asset(ready.id)!.reference_count).toBe(1);
  });

  it.each([
    ['neither an id nor a URL', {}, '/media/0/url'],
    ['both', { media_id: 'med_1', url: 'https://example.com/a.jpg' }, '/media/0/url'],
    ['a URL without a type', { url: 'https://example.com/a.jpg' }, '/media/0/type'],
    ['a URL of a private address', { url: 'https://10.0.0.1/a.jpg', type: 'image' }, '/media/0/url'],
  ])('is rejected with 422 for %s, naming the field', async (_, medium, pointer) => {
    const tenant = await newTenant();
    const { status, json } = await callApi('content.create', {
      token: tenant.token,
      body: { ...POST, media: [medium] },
    });
    expect(status).toBe(422);
    expect((json.errors as Json[]).map((error) => error.pointer)).toContain(pointer);
  });
});

it('an item that names another type than that of the file is rejected with 422', async () => {
  const tenant = await newTenant();
  const { id: media_id } = await newReadyMedia(tenant);
  const body = { ...POST, media: [{ media_id, type: 'video' }] };
  const { status, json } = await callApi('content.create', { token: tenant.token, body });
  const error = { pointer: '/media/0/type', code: 'media_type_mismatch' };
  expect([status, (json.errors as Json[])[0]]).toMatchObject([422, error]);
  await create(tenant, { media_id, type: 'image' });
});

describe('a file that items reference', () => {
  it('is not deleted until the last of them releases it', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    const first = await create(tenant, { media_id }, { media_id, alt: 'Twice in one item' });
    const second = await create(tenant, { media_id });
    const { json } = await callApi('media.get', { token: tenant.token, params: { id: media_id } });
    expect(json).toMatchObject({ reference_count: 2, expires_at: null });
    const rejected = await remove(tenant, media_id);
    expect([rejected.status, rejected.json]).toMatchObject([409, { code: 'media_in_use', reference_count: 2 }]);
    expect((await update(tenant, first, { media: [] })).status).toBe(200);
    expect((await remove(tenant, media_id)).json).toMatchObject({ code: 'media_in_use', reference_count: 1 });
    expect((await removeItem(tenant, second)).status).toBe(200);
    expect(asset(media_id)!.reference_count).toBe(0);
    expect((await remove(tenant, media_id)).status).toBe(200);
    expect(asset(media_id)).toBeUndefined();
  });

  it('is counted once per item when many are created and deleted at the same time', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    const ids = await Promise.all(Array.from({ length: 12 }, () => create(tenant, { media_id })));
    expect(asset(media_id)!.reference_count).toBe(12);
    await Promise.all(ids.slice(1).map((id) => removeItem(tenant, id)));
    expect(asset(media_id)!.reference_count).toBe(1);
  });

  it('is either deleted or referenced when both are requested at the same time', async () => {
    const tenant = await newTenant();
    for (let round = 0; round < 10; round++) {
      const { id: media_id } = await newReadyMedia(tenant);
      const body = { ...POST, media: [{ media_id }] };
      const [created, deleted] = await Promise.all([
        callApi('content.create', { token: tenant.token, body }),
        remove(tenant, media_id),
      ]);
      const isDeleted = deleted.status === 200;
      expect([created.status, deleted.status]).toEqual(isDeleted ? [422, 200] : [201, 409]);
      expect(asset(media_id)?.reference_count).toBe(isDeleted ? undefined : 1);
    }
  });

  it('does not expire, and expires 30 days after it was released', async () => {
    const tenant = await newTenant();
    const file = await newReadyMedia(tenant);
    bucket.objects.set(fileKey(file), new Uint8Array(1));
    const id = await create(tenant, { media_id: file.id });
    advanceTime(31 * DAY_MS);
    await onSweepDue();
    expect(asset(file.id)).toMatchObject({ reference_count: 1 });
    const later = { ...tenant, token: await newToken(tenant) };
    expect((await removeItem(later, id)).status).toBe(200);
    advanceTime(29 * DAY_MS);
    await onSweepDue();
    expect(asset(file.id)).toBeDefined();
    advanceTime(2 * DAY_MS);
    await processAllChanges(harness);
    await onSweepDue();
    expect(asset(file.id)).toBeUndefined();
    await processAllChanges(harness);
    expect(bucket.objects.size).toBe(0);
  });

  it('causes no second event and no audit entry of its own when it is referenced', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await newReadyMedia(tenant);
    await processAllChanges(harness);
    const count = () => storedRecords<{ resource_type: string }>(harness, 'AuditEntry').length;
    const events = () =>
      storedRecords<{ type: string }>(harness, 'Event').filter(({ type }) => type.startsWith('media'));
    const [entries, before] = [count(), events().length];
    await create(tenant, { media_id });
    await processAllChanges(harness);
    expect(count() - entries).toBe(1);
    expect(events()).toHaveLength(before);
  });
});

async function uploading(tenant: Tenant): Promise<string> {
  const { json } = await callApi('media.create', { token: tenant.token, body: { size_bytes: 10 } });
  return String(json.id);
}

async function rejected({ workspace, owner }: Tenant): Promise<string> {
  const ids = { id: newId('media'), workspace_id: workspace.id, created_by: owner.id };
  const created = newMediaAsset({ upload_bytes: 100 }, ids, Date.now());
  await commit(mediaAssetWrites(null, rejectFile(created, { code: 'corrupt', message: 'Corrupt.' }, Date.now())));
  return ids.id;
}
