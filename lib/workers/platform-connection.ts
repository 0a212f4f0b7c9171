import { settings } from '../config/settings.ts';
import type { Platform } from '../domain/platform.ts';
import { downloadMedia } from '../net/download-media.ts';
import type { PlatformConnection } from '../platforms/publisher.ts';

/** Returns how this stage reaches a platform. `deadlineMs` limits each request. */
export function getPlatformConnection(platform: Platform, deadlineMs: number): PlatformConnection {
  const { platformUrls, linkedInVersion } = settings();
  return { baseUrl: platformUrls[platform], deadlineMs, downloadMedia, linkedInVersion };
}
