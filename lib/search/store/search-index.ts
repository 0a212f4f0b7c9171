import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { isTransient } from '../../core/retry/transient-errors.ts';
import { commit, type Retries, type Write } from '../../core/table/commit.ts';
import type { Entity } from '../../core/table/define-entity.ts';
import type { ListQuery } from '../../core/table/list-partitions.ts';
import { type QueryPart, queryPages, queryPart } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { contentLabelEntity, searchTermEntity } from '../entities/search-index.ts';
import type { SearchDocument, SearchedFields } from '../rules/search-document.ts';

// The digits of ids in their order, and their complements, which sort newer ids first.
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ID_PREFIX = 'cnt_';

function reversed(digits: string): string {
  return [...digits].map((digit) => DIGITS[DIGITS.length - 1 - DIGITS.indexOf(digit)]).join('');
}

/** Return the position of an item under a term: newer items come first. */
export function positionOf(contentId: string): string {
  return reversed(contentId.slice(ID_PREFIX.length));
}

/** Return the term and the item of the sort key of a SearchTerm. */
export function parseTermKey(sk: string): { term: string; contentId: string } {
  const [term = '', position = ''] = sk.split('#');
  return { term, contentId: `${ID_PREFIX}${reversed(position)}` };
}

const PARALLEL_WRITES = 25;

/** A workspace with many new items exceeds the rate of its partition: what is throttled waits, and nothing else is repeated. */
const RETRIES: Retries = { policy: RETRY_POLICIES.searchIndex, isRetryable: isTransient };

/** Store an item under terms and labels, and remove it from others. A repetition changes nothing. */
export async function writeIndex(
  { workspace_id, content_id }: Pick<SearchDocument, 'workspace_id' | 'content_id'>,
  added: SearchedFields,
  removed: SearchedFields,
): Promise<void> {
  const position = positionOf(content_id);
  const write = (entity: Entity, values: object, isAdded: boolean): Write => {
    const keys = { workspace_id, content_id, position, ...values };
    if (isAdded) return { put: toItem(entity, {}, keys), condition: 'any' };
    return { delete: keyOf(entity, keys), condition: 'any' };
  };
  const writes = [added, removed].flatMap(({ terms, labels }, index) => [
    ...terms.map((term) => write(searchTermEntity, { term }, index === 0)),
    ...labels.map((label_id) => write(contentLabelEntity, { label_id }, index === 0)),
  ]);
  // Alone: a transaction costs twice, and the document names what a worker that ended early has left.
  for (let start = 0; start < writes.length; start += PARALLEL_WRITES) {
    await Promise.all(writes.slice(start, start + PARALLEL_WRITES).map((each) => commit([each], RETRIES)));
  }
}

/** Which keys are read: at most `limit`, after a sort key. */
type Range = { limit: number; after: string | null };

/** Read the keys of items under the terms with a prefix, by term, the newest first. The index may miss the last second. */
export function readTerms(workspace_id: string, prefix: string, range: Range): Promise<QueryPart> {
  const pk = partition(searchTermEntity, 'pk', { workspace_id });
  return queryPart({ ...rangeIn(pk, range), from: prefix, to: `${prefix}~` });
}

/** Bounds of the ids of items, both inclusive. */
export type IdRange = { from?: string | undefined; to?: string | undefined };

/** Read the keys of the items of a label, newest first. The index may miss the last second. */
export function readLabel(workspace_id: string, label: string, range: Range, ids: IdRange): Promise<QueryPart> {
  const { partitions, from, to } = labelList(workspace_id, label, ids);
  return queryPart({ ...rangeIn(partitions[0]!, range), from, to, descending: true });
}

function rangeIn(pk: string, { after, ...range }: Range) {
  return { pk, eventuallyConsistent: true, ...range, ...(after === null ? {} : { after: { pk, sk: after } }) };
}

/** Build the list of the items of a label, newest first. It has their ids only. */
export function labelList(workspace_id: string, label: string, { from = ' ', to = '~' }: IdRange): ListQuery {
  const partitions = [partition(contentLabelEntity, 'pk', { workspace_id })];
  return { partitions, from: `${label}#${from}`, to: `${label}#${to}`, descending: true, eventuallyConsistent: true };
}

/** Read the ids of the items of a label, newest first; null for more than `max`. */
export async function loadLabelledIds(workspaceId: string, label: string, max: number): Promise<string[] | null> {
  const ids: string[] = [];
  const { partitions, from, to } = labelList(workspaceId, label, {});
  const options = { pk: partitions[0]!, from, to, descending: true, eventuallyConsistent: true, limit: max + 1 };
  for await (const items of queryPages(options)) ids.push(...items.map(({ sk }) => labelledId(String(sk))));
  return ids.length > max ? null : ids;
}

/** Return the id of the item of the sort key of a ContentLabel. */
export function labelledId(sk: string): string {
  return sk.split('#')[1]!;
}
