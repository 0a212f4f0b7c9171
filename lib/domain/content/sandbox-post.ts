import type { Media, Platform } from '../platform.ts';

/** A post of a sandbox account. Its page is public, so its id has 80 random bits. */
export interface SandboxPost {
  id: string;
  workspace_id: string;
  account_id: string;
  platform: Platform;
  text: string;
  media: Media[];
  created_at: string;
}
