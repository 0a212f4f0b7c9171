import { api, pagesOf, type Schemas, unwrap, unwrapWithEtag } from '../api/client.ts';
import { type Query, useQuery } from '../api/hooks.ts';
import { loadAllPages } from '../api/pages.ts';
import { isProblem } from '../api/problem.ts';
import type { Platform } from '../platforms.ts';

export type Content = Schemas['Content'];
export type Target = Content['targets'][number];
export type Account = Schemas['Account'];
export type Workspace = Schemas['Workspace'];

/** A content item with the ETag of the state that was read, for `If-Match`. */
export interface LoadedContent {
  content: Content;
  etag: string | null;
}

/** Load a content item. */
export async function loadContent(id: string): Promise<LoadedContent> {
  const { data, etag } = await unwrapWithEtag(api.GET('/content/{id}', { params: { path: { id } } }));
  return { content: data, etag };
}

/** Load a content item, or return null if it does not exist. */
export async function findContent(id: string): Promise<LoadedContent | null> {
  try {
    return await loadContent(id);
  } catch (error) {
    if (isProblem(error, 404)) return null;
    throw error;
  }
}

/** Return the header that makes a change conditional on the state that was read. */
export function ifMatch(etag: string | null): { 'If-Match'?: string } {
  return etag === null ? {} : { 'If-Match': etag };
}

/** Load every connected account. */
function loadAccounts(): Promise<Account[]> {
  return loadAllPages(pagesOf('/accounts', 'accounts', { limit: 100 }));
}

/** Return what a person knows an account by: its handle, or else its name. */
export function accountName({ handle, name }: Pick<Account, 'handle' | 'name'>): string {
  return handle ? `@${handle}` : name;
}

/** The connected accounts. Empty for members who may not see them. */
export function useAccounts(canRead: boolean): Query<Account[]> {
  return useQuery(`accounts ${canRead}`, async () => (canRead ? loadAccounts() : []), { isShared: true });
}

/** The workspace with its settings. */
export function useWorkspace(): Query<Workspace> {
  return useQuery('workspace', () => unwrap(api.GET('/workspace')), { isShared: true });
}

/** One post that an item leads to: its platform, and the account that is known to publish it. */
export interface Destination {
  platform: Platform;
  accountId: string | null;
  account: Account | null;
}

/** List the posts of an item: one for each account that it names, and for the default account of each other platform. */
export function destinationsOf(
  item: { platforms: Platform[]; accounts: string[]; targets?: Target[] },
  accounts: Account[],
): Destination[] {
  return item.platforms.flatMap((platform): Destination[] => {
    const named = accounts.filter(({ id, platform: of }) => of === platform && item.accounts.includes(id));
    if (named.length > 0) return named.map((account) => ({ platform, accountId: account.id, account }));
    const targets = (item.targets ?? []).filter((target) => target.platform === platform);
    const ofPlatform = accounts.filter((account) => account.platform === platform);
    const known = targets.map(({ account_id }) => account_id);
    const ids = known.length > 0 ? known : [ofPlatform.find(({ is_default }) => is_default)?.id ?? null];
    return ids.map((id) => ({ platform, accountId: id, account: ofPlatform.find((each) => each.id === id) ?? null }));
  });
}
