import { defaultAccountsOf } from '../../accounts/steps/default-accounts-prefetch.ts';
import { itemInPath, type Prefetch } from '../../identity/pipeline/prefetch.ts';
import { settingsKey } from '../../identity/store/workspace-settings.ts';
import { contentEntity } from '../entities/contents.ts';

/** Prefetch what the warnings of every item depend on: the settings of the workspace, and its default accounts. */
export const publishingStatesOf: Prefetch = (workspaceId, params) => [
  settingsKey(workspaceId),
  ...defaultAccountsOf(workspaceId, params),
];

/** Prefetch the content item that the path names by `{id}`, and what its warnings depend on. */
export const contentInPath: Prefetch = (workspaceId, params) => [
  ...itemInPath('content', contentEntity)(workspaceId, params),
  ...publishingStatesOf(workspaceId, params),
];
