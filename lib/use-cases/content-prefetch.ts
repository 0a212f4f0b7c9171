import { PLATFORMS } from '../domain/platform.ts';
import { itemInPath, type Prefetch } from '../http/prefetch.ts';
import { defaultAccountKey } from '../table/default-accounts.ts';

/** Prefetch which accounts of a workspace are the defaults, which the warnings of a content item depend on. */
export const defaultAccountsOf: Prefetch = (workspaceId) =>
  PLATFORMS.map((each) => defaultAccountKey(workspaceId, each));

/** Prefetch the content item that the path names by `{id}`, and what its warnings depend on. */
export const contentInPath: Prefetch = (workspaceId, params) => [
  ...itemInPath('content', 'Content')(workspaceId, params),
  ...defaultAccountsOf(workspaceId, params),
];
