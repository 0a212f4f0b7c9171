import type { Told } from '../domain/inbound.ts';
import type { Platform } from '../domain/platform.ts';
import { readInstagram } from './instagram.ts';
import { readLinkedIn } from './linkedin.ts';
import { readX } from './x.ts';

/**
 * What a webhook of each platform tells that can be engagement: nothing of an event of another kind or form.
 * `accountId` is the platform's own id of the account.
 */
export const READERS: Record<Platform, (body: unknown, accountId: string) => Told[]> = {
  instagram: readInstagram,
  twitter: readX,
  linkedin: readLinkedIn,
};
