import { itemInPath, type Prefetch } from '../http/prefetch.ts';
import { settingsKey } from '../table/workspace-settings.ts';
import { defaultAccountsOf } from './default-accounts-prefetch.ts';

/** Prefetch what the warnings of every item depend on: the settings of the workspace, and its default accounts. */
export const publishingStatesOf: Prefetch = (workspaceId, params) => [
  settingsKey(workspaceId),
  ...defaultAccountsOf(workspaceId, params),
];

/** Prefetch the content item that the path names by `{id}`, and what its warnings depend on. */
export const contentInPath: Prefetch = (workspaceId, params) => [
  ...itemInPath('content', 'Content')(workspaceId, params),
  ...publishingStatesOf(workspaceId, params),
];
