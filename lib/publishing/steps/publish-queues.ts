import { requireEnv } from '../../core/config/env.ts';
import type { Platform } from '../../platforms/platform.ts';

/** Return the URL of the fast publish lane of a platform. */
export function publishQueueUrl(platform: Platform): string {
  return requireEnv(`PUBLISH_QUEUE_URL_${platform.toUpperCase()}`);
}

/** Return the URL of the slow publish lane; that of the fast one of this function's platform where there is no other. */
export function slowPublishQueueUrl(): string {
  return requireEnv('SLOW_PUBLISH_QUEUE_URL');
}
