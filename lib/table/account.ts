import type { Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { itemOf, keyOf } from './keys.ts';
import { load } from './read.ts';

/** A platform account a workspace publishes from. Its token never leaves the publish and collect functions. */
export interface Account {
  workspace_id: string;
  platform: Platform;
  external_id: string;
  access_token: string;
  created_at: string;
}

export function loadAccount(workspaceId: string, platform: Platform): Promise<Account | null> {
  return load<Account>(keyOf('Account', { workspace_id: workspaceId, platform }));
}

export function accountWrite(account: Account): Write {
  return { put: itemOf('Account', account), expect: 'any' };
}
