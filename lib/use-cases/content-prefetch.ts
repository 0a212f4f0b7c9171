import { itemInPath, type Prefetch } from '../http/prefetch.ts';
import { defaultAccountsOf } from './default-accounts-prefetch.ts';

/** Prefetch the content item that the path names by `{id}`, and the default accounts, which its warnings depend on. */
export const contentInPath: Prefetch = (workspaceId, params) => [
  ...itemInPath('content', 'Content')(workspaceId, params),
  ...defaultAccountsOf(workspaceId, params),
];
