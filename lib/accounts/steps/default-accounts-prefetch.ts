import type { Prefetch } from '../../identity/pipeline/prefetch.ts';
import { PLATFORMS } from '../../platforms/platform.ts';
import { defaultAccountKey } from '../store/default-accounts.ts';

/** Prefetch which account of a workspace is the default of each platform. */
export const defaultAccountsOf: Prefetch = (workspaceId) =>
  PLATFORMS.map((platform) => defaultAccountKey(workspaceId, platform));
