import { hasAnyPermission, type Permission } from '../../../core/api/permission.ts';

/** What of an item is text: what it publishes, and what its authors note. The rest is its state, which every token sees that may act on it. */
// biome-ignore format: one list.
export const TEXT_FIELDS = [
  'title', 'description', 'media', 'thread', 'first_comment', 'platform_options', 'link_cards',
  'labels', 'campaign', 'metadata', 'published_texts',
] as const;

/** Any one of these permissions shows a text. The reference returns the title to a token with `content:write`. */
const TITLE_READERS: readonly Permission[] = ['content:read', 'content:write'];
const TEXT_READERS: readonly Permission[] = ['content:read'];

/** Who receives a response: the permissions of the token, and the fields that the request itself has sent. */
export type Reader = { permissions: readonly Permission[]; sent?: readonly string[] };

/** Return whether a token may read the titles of items. */
export function mayReadTitles({ permissions }: Pick<Reader, 'permissions'>): boolean {
  return hasAnyPermission(permissions, TITLE_READERS);
}

/** Return whether a token may read all that items publish. */
export function mayReadTexts({ permissions }: Pick<Reader, 'permissions'>): boolean {
  return hasAnyPermission(permissions, TEXT_READERS);
}

/** Return the title of an item for a reader; null for one who may not read it. */
export function readableTitle({ title }: { title: string }, reader: Pick<Reader, 'permissions'>): string | null {
  return mayReadTitles(reader) ? title : null;
}

/**
 * Return the API view of an item as far as its reader may see it: without the texts that the token may not read and that
 * the request has not sent. The note of its approval is a text, too.
 */
export function readableContent(view: Record<string, unknown>, reader: Reader): Record<string, unknown> {
  const { sent = [] } = reader;
  if (mayReadTexts(reader)) return view;
  const isShown = (field: string) => sent.includes(field) || (field === 'title' && mayReadTitles(reader));
  const hidden: string[] = TEXT_FIELDS.filter((field) => !isShown(field));
  const shown = Object.fromEntries(Object.entries(view).filter(([name]) => !hidden.includes(name)));
  const hidesNote = view.approval !== null && !sent.includes('note');
  return hidesNote ? { ...shown, approval: { ...(view.approval as object), note: null } } : shown;
}
