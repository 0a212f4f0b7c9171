import { presignGet } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { MEDIA_URL_SECONDS } from '../rules/media-asset.ts';

/** Presign the URL that shows an object of the media bucket, for an hour. */
export function presignMediaUrl(key: string): Promise<string> {
  return presignGet(requireEnv('MEDIA_BUCKET'), key, MEDIA_URL_SECONDS);
}
