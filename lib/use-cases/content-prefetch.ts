import { PLATFORMS } from '../domain/platform.ts';
import { itemInPath, type Prefetch } from '../http/prefetch.ts';
import { publishingStateKeys } from '../table/publish-limits.ts';

/** Prefetch the accounts of a workspace and their limits, which the warnings of a content item depend on. */
export const accountsOf: Prefetch = (workspaceId) => publishingStateKeys(workspaceId, PLATFORMS);

/** Prefetch the content item that the path names by `{id}`, and what its warnings depend on. */
export const contentInPath: Prefetch = (workspaceId, params) => [
  ...itemInPath('content', 'Content')(workspaceId, params),
  ...accountsOf(workspaceId, params),
];
