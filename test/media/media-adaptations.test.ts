import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { commit } from '../../lib/core/table/commit.ts';
import { type MediaAsset, startInspection } from '../../lib/media/rules/media-asset.ts';
import { adaptationKey, fileKey } from '../../lib/media/rules/media-keys.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';
import { adaptFile } from '../../lib/media/workers/adapt-file.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { addMedia, addUpload, inspectMedia } from '../functions/uploaded-media.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { animation, picture } from './images.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

/** LinkedIn does not take WebP, Instagram neither, nor as many pixels. X and Bluesky take it as it is. */
const webp = await picture(1600, 1200).webp().toBuffer();
const gif = await animation([100, 100]);

const stored = () => storedRecords<MediaAsset>(harness, 'MediaAsset');
const objects = () => Object.fromEntries([...bucket.objects].map(([key, bytes]) => [key, Buffer.from(bytes)]));

async function validate(tenant: Tenant, item: object) {
  const body = { title: 'A picture', ...item };
  return callApi('content.validate', { token: tenant.token, body });
}

describe('a file that some platforms do not take', () => {
  it('is stored as it is, with an adaptation for each of them', async () => {
    const tenant = await newTenant();
    const added = await addMedia(tenant, bucket, webp);
    expect([...bucket.types].sort()).toEqual([
      [added.key, 'image/webp'],
      [adaptationKey(added, 'instagram'), 'image/jpeg'],
      [adaptationKey(added, 'linkedin'), 'image/jpeg'],
    ]);
    expect(bucket.objects.get(added.key)!.byteLength).toBe(webp.length);
    const { json } = await callApi('media.get', { token: tenant.token, params: { id: added.id } });
    expect(json).toMatchObject({
      ...{ content_type: 'image/webp', width: 1600, height: 1200, unsupported: [] },
      adaptations: [
        {
          platform: 'instagram',
          content_type: 'image/jpeg',
          width: 1440,
          height: 1080,
          changes: ['converted', 'scaled_down'],
        },
        { platform: 'linkedin', content_type: 'image/jpeg', width: 1600, height: 1200, changes: ['converted'] },
      ],
    });
    for (const { platform, size_bytes } of stored()[0]!.file!.adaptations) {
      expect(bucket.objects.get(adaptationKey(added, platform))!.byteLength).toBe(size_bytes);
    }
  });

  it.each(['', '/instagram', '/linkedin'])(
    'has the same objects after S3 failed to store media/…%s',
    async (suffix) => {
      const tenant = await newTenant();
      const added = await addUpload(tenant, bucket, webp);
      bucket.fail('PUT', added.key + suffix);
      expect(await inspectMedia(tenant, added.id)).toBe(1);
      expect(stored()).toMatchObject([{ status: 'processing', file: null }]);
      bucket.fail('', '');
      expect(await inspectMedia(tenant, added.id)).toBe(0);
      const after = objects();
      const other = await addMedia(tenant, bucket, webp);
      for (const key of Object.keys(after)) {
        expect(after[key]!.equals(bucket.objects.get(key.replace(added.id, other.id))!)).toBe(true);
      }
      expect(Object.keys(after)).toHaveLength(3);
    },
  );

  it('is the same after a kill between storing the objects and recording them', async () => {
    const tenant = await newTenant();
    const added = await addMedia(tenant, bucket, webp);
    const [before, first] = [stored()[0]!, objects()];
    const killed = startInspection({ ...before, file: null, inspections: 0 }, webp.byteLength, Date.now());
    await commit(mediaAssetWrites(before, killed));
    bucket.objects.set(`uploads/${added.workspace_id}/${added.id}`, webp);
    expect(await inspectMedia(tenant, added.id)).toBe(0);
    expect(objects()).toEqual(first);
    expect(stored()[0]!.file).toEqual(before.file);
  });

  it('is deleted with its adaptations', async () => {
    const tenant = await newTenant();
    const { id } = await addMedia(tenant, bucket, webp);
    expect(bucket.objects.size).toBe(3);
    await processAllChanges(harness);
    await callApi('media.delete', { token: tenant.token, params: { id } });
    await processAllChanges(harness);
    expect(bucket.objects.size).toBe(0);
  });

  it('is deleted with its adaptations when it is deleted while they are stored', async () => {
    const tenant = await newTenant();
    const added = await addUpload(tenant, bucket, webp);
    bucket.fail('PUT', `${added.key}/linkedin`);
    expect(await inspectMedia(tenant, added.id)).toBe(1);
    expect(bucket.objects.has(`${added.key}/instagram`)).toBe(true);
    await processAllChanges(harness);
    await callApi('media.delete', { token: tenant.token, params: { id: added.id } });
    bucket.fail('', '');
    await processAllChanges(harness);
    expect(bucket.objects.size).toBe(0);
  });

  it('is found with its adaptations in no other workspace', async () => {
    const [owner, other] = [await newTenant(), await newTenant()];
    const { id: media_id } = await addMedia(owner, bucket, webp);
    const { status, json } = await validate(other, { platforms: ['instagram'], media: [{ media_id }] });
    expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { code: 'media_not_found' }]);
    expect((await callApi('media.get', { token: other.token, params: { id: media_id } })).status).toBe(404);
  });
});

describe('POST /content/validate', () => {
  it('returns how each file is changed for each platform, and null where it is not', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await addMedia(tenant, bucket, webp);
    const url = 'https://example.com/b.jpg';
    const platforms = ['instagram', 'twitter', 'linkedin'];
    const { status, json } = await validate(tenant, { platforms, media: [{ media_id }, { url, type: 'image' }] });
    expect(status).toBe(200);
    const previews = json.platforms as { media: { adaptation: Json | null }[] }[];
    expect(previews.map(({ media }) => media.map(({ adaptation }) => adaptation))).toEqual([
      [expect.objectContaining({ width: 1440, height: 1080, changes: ['converted', 'scaled_down'] }), null],
      [null, null],
      [expect.objectContaining({ content_type: 'image/jpeg', changes: ['converted'] }), null],
    ]);
    const [onInstagram] = stored()[0]!.file!.adaptations;
    const { platform, ...reported } = onInstagram!;
    expect([platform, previews[0]!.media[0]!.adaptation]).toEqual(['instagram', reported]);
  });

  it('responds 422 for a file that a platform cannot take, naming the platform and the medium', async () => {
    const tenant = await newTenant();
    const [still, animated] = [await addMedia(tenant, bucket, webp), await addMedia(tenant, bucket, gif)];
    const media = [{ media_id: still.id }, { media_id: animated.id }];
    const { status, json } = await validate(tenant, { platforms: ['instagram', 'linkedin'], media });
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      expect.objectContaining({ pointer: '/media/1', code: 'media_unsupported', platform: 'instagram' }),
    ]);
    const options = {
      instagram: { media: [{ media_id: still.id }] },
      linkedin: { media: [{ media_id: animated.id }] },
    };
    const replaced = { platforms: ['instagram', 'linkedin'], media, platform_options: options };
    expect((await validate(tenant, replaced)).status).toBe(200);
    const exchanged = { ...replaced, platform_options: { instagram: options.linkedin, linkedin: options.instagram } };
    const errors = (await validate(tenant, exchanged)).json.errors as Json[];
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/platform_options/instagram/media/0']);
  });

  it('names the number of the rule that a file violates', async () => {
    const tenant = await newTenant();
    const { id: media_id } = await addMedia(tenant, bucket, await animation(Array(251).fill(20), 8, 8));
    const { status, json } = await validate(tenant, { platforms: ['linkedin'], media: [{ media_id }] });
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      expect.objectContaining({
        ...{ pointer: '/media/0', code: 'animation_too_many_frames', platform: 'linkedin' },
        detail: expect.stringMatching(/251 frames.*at most 250/),
      }),
    ]);
  });
});

it('an image that no encoder can read is unsupported where it would be adapted, and stored unchanged for the others', async () => {
  const file = {
    ...{ content_type: 'image/webp', size_bytes: 9, width: 900, height: 900, is_animated: false, duration_ms: null },
    ...{ video: null, adaptations: [], unsupported: [] },
  };
  const adapted = await adaptFile({ bytes: Buffer.from('RIFFxxxx?'), file, frames: 1, hasAlpha: false }, async () => {
    throw new Error('Nothing is stored.');
  });
  expect(adapted.unsupported.map(({ platform, code }) => [platform, code])).toEqual([
    ['instagram', 'media_unsupported'],
    ['linkedin', 'media_unsupported'],
  ]);
});

it('the adaptations of a file are made from the file without metadata', async () => {
  const secret = 'Ada Example';
  const described = await sharp(webp)
    .withExif({ IFD0: { Artist: secret } })
    .webp()
    .toBuffer();
  expect(described.includes(secret)).toBe(true);
  const added = await addMedia(await newTenant(), bucket, described);
  for (const key of [fileKey(added), adaptationKey(added, 'instagram'), adaptationKey(added, 'linkedin')]) {
    expect(Buffer.from(bucket.objects.get(key)!).includes(secret)).toBe(false);
  }
});
