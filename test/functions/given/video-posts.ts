import { createHash } from 'node:crypto';
import { commit } from '../../../lib/core/table/commit.ts';
import { fileKey } from '../../../lib/media/rules/media-keys.ts';
import { mediaAssetWrites } from '../../../lib/media/store/media-assets.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { ACCOUNTS } from '../../platforms/platforms.ts';
import { bytesOf } from '../../platforms/videos.ts';
import { advanceTime, type Json } from '../api-harness.ts';
import type { ObjectStore } from '../object-store.ts';
import { newReadyMedia } from '../resources.ts';
import { connect, currentPlatforms, type DueMessage, scheduleContent } from '../simulated.ts';
import { newTenant, type Tenant } from '../tenants.ts';

let made = 0;

/** A post whose video no other post has. */
export interface DueVideo {
  tenant: Tenant;
  contentId: string;
  dueMessage: DueMessage;
  text: string;
  sha256: string;
}

/** A workspace with the account of a platform. */
export async function newTenantOn(platform: Platform): Promise<Tenant> {
  const tenant = await newTenant();
  const { externalId: account, accessToken: access_token } = ACCOUNTS[platform];
  await currentPlatforms().register({ platform, account, access_token });
  await connect(tenant, platform);
  return tenant;
}

/** A post with a video of the library, due in a minute. `toFields`: where the item has the video. */
export async function scheduleVideo(
  tenant: Tenant,
  platform: Platform,
  { objects }: ObjectStore,
  sizeBytes: number,
  toFields = (media: Json[]): Json => ({ media }),
): Promise<DueVideo> {
  const asset = await newReadyMedia(tenant);
  const file = {
    ...asset.file!,
    content_type: 'video/mp4',
    size_bytes: sizeBytes,
    duration_ms: 9_000,
    adaptations: [],
  };
  const video = { ...asset, file: { ...file, unsupported: [] } };
  await commit(mediaAssetWrites(asset, video));
  const text = `Video ${++made}`;
  const bytes = Buffer.concat([Buffer.from(text.padEnd(20)), bytesOf(sizeBytes - 20)]);
  objects.set(fileKey(video), bytes);
  const fields = { description: text, ...toFields([{ media_id: asset.id, alt: 'Waves' }]) };
  const scheduled = await scheduleContent(tenant, platform, fields);
  return { tenant, ...scheduled, text, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A post with a video of the library, due now. */
export async function dueVideo(platform: Platform, bucket: ObjectStore, sizeBytes: number): Promise<DueVideo> {
  const scheduled = await scheduleVideo(await newTenantOn(platform), platform, bucket, sizeBytes);
  advanceTime(60_000);
  return scheduled;
}
