import type { Media, Platform } from '../../../platforms/platform.ts';

/** A post of a sandbox account. Its page is public, so its id has 80 random bits. */
export interface SandboxPost {
  id: string;
  workspace_id: string;
  account_id: string;
  platform: Platform;
  text: string;
  media: Media[];
  /** The posts that a part of a thread answers; absent for a post of its own. */
  reply_to?: { kind: 'reply' | 'comment'; root_id: string; parent_id: string };
  created_at: string;
}
