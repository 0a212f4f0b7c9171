import type { Platform } from '../domain/platform.ts';
import type { PlatformConnection } from '../publishers/publisher.ts';
import { settings } from '../settings.ts';
import { fetchMedia } from './fetch-media.ts';

/** How a platform is reached from this stage; one request may take `deadlineMs`. */
export function connectionTo(platform: Platform, deadlineMs: number): PlatformConnection {
  const { platformUrls, linkedInVersion } = settings();
  return { baseUrl: platformUrls[platform], deadlineMs, fetchMedia, linkedInVersion };
}
