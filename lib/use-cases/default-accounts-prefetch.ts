import { PLATFORMS } from '../domain/platform.ts';
import type { Prefetch } from '../http/prefetch.ts';
import { defaultAccountKey } from '../table/default-accounts.ts';

/** Prefetch which account of a workspace is the default of each platform. */
export const defaultAccountsOf: Prefetch = (workspaceId) =>
  PLATFORMS.map((platform) => defaultAccountKey(workspaceId, platform));
