import type { Platform } from '../../lib/platforms/platform.ts';

const EPOCHS_MS: Partial<Record<Platform, number>> = { twitter: 1_288_834_974_657, linkedin: 0 };

/** Return the number of a post on X or LinkedIn that was created at a time: its upper bits are the milliseconds. */
export function numberAt(platform: 'twitter' | 'linkedin', timeMs: number, sequence = 1): string {
  return String((BigInt(timeMs - EPOCHS_MS[platform]!) << 22n) + BigInt(sequence));
}
