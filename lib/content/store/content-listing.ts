import { isDeepStrictEqual } from 'node:util';
import type { Write } from '../../core/table/commit.ts';
import type { ListQuery } from '../../core/table/page.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { PLATFORMS, type Platform } from '../../platforms/platform.ts';
import { contentEntity, contentTargetEntity } from '../entities/contents.ts';
import { CONTENT_STATUSES, type Content, type ContentStatus } from '../rules/content.ts';
import { accountOf, destinationsOf } from '../rules/content-targets.ts';

/**
 * Where an item is listed for one of its destinations: under its platform, unless another destination is on it too, and
 * under its account as soon as it is known. The item itself is listed for the first, a ContentTarget for each other.
 */
interface Listing {
  position: number;
  platform: Platform | null;
  account_id: string | null;
}

function listingsOf(content: Content): Listing[] {
  const all = destinationsOf(content);
  return all.map((destination, index) => {
    const { platform } = destination;
    const isFirst = all.findIndex((each) => each.platform === platform) === index;
    return { position: index, platform: isFirst ? platform : null, account_id: accountOf(content, destination) };
  });
}

/** Return the fields of the keys under which an item itself is listed. */
export function listingFields(content: Content): Omit<Listing, 'position'> {
  const { platform, account_id } = listingsOf(content)[0]!;
  return { platform, account_id };
}

/**
 * Build the writes that list an item for each further destination. The item itself has the condition. A listing is stored
 * by its position, so that an item with other accounts than before overwrites its listings, and a change of all of them
 * with new entries fits into one transaction.
 */
export function contentTargetWrites(before: Content | null, after: Content | null): Write[] {
  const listed = before ? listingsOf(before).slice(1) : [];
  const further = after ? listingsOf(after).slice(1) : [];
  const { workspace_id, id: content_id } = (after ?? before)!;
  const isSameStatus = before?.status === after?.status;
  return [
    ...further
      .filter((listing, index) => !isSameStatus || !isDeepStrictEqual(listing, listed[index]))
      .map((listing): Write => {
        const record = { workspace_id, content_id, ...listing, status: after!.status };
        return { put: toItem(contentTargetEntity, record), condition: 'any' };
      }),
    ...listed.slice(further.length).map(({ position }): Write => {
      return { delete: keyOf(contentTargetEntity, { workspace_id, content_id, position }), condition: 'any' };
    }),
  ];
}

/** Which items a list has. With an account, no platform: the account has one. */
export interface ContentFilter {
  status?: ContentStatus | undefined;
  platform?: Platform | undefined;
  account_id?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** Build the list of the items under a filter, newest first. An index has their ids only. */
export function contentList(workspace_id: string, filter: ContentFilter): ListQuery {
  const { status, platform, account_id, fromMs, toMs } = filter;
  const range = {
    descending: true,
    from: fromMs === undefined ? undefined : minIdAt('content', fromMs),
    to: toMs === undefined ? undefined : minIdAt('content', toMs),
  };
  if (account_id) {
    const partitions = statusesOf(filter).map((each) =>
      partition(contentEntity, 'category_pk', { workspace_id, status: each, account_id }),
    );
    return { index: 'by_category', partitions, ...range };
  }
  if (platform) {
    const [index, attribute] = status ? (['by_status', 'status_pk'] as const) : (['by_parent', 'parent_pk'] as const);
    const partitions = [contentEntity, contentTargetEntity].map((entity) =>
      partition(entity, attribute, { workspace_id, status, platform }),
    );
    return { index, partitions, ...range };
  }
  if (status) {
    const partitions = PLATFORMS.map((each) =>
      partition(contentEntity, 'status_pk', { workspace_id, status, platform: each }),
    );
    return { index: 'by_status', partitions, ...range };
  }
  // The table has all items in one partition, and shows a new one at once.
  const all = PLATFORMS.map((each) => partition(contentEntity, 'parent_pk', { workspace_id, platform: each }));
  const partitions = [partition(contentEntity, 'pk', { workspace_id })];
  return { partitions, counted: { index: 'by_parent', partitions: all }, ...range };
}

/** Return whether an item matches a filter. The index lags the table, so an item that has just changed may not. */
export function matchesFilter(content: Content, filter: ContentFilter): boolean {
  const { platform, account_id } = filter;
  if (!statusesOf(filter).includes(content.status)) return false;
  if (platform && !content.platforms.includes(platform)) return false;
  return !account_id || destinationsOf(content).some((each) => accountOf(content, each) === account_id);
}

function statusesOf({ status }: ContentFilter): readonly ContentStatus[] {
  return status ? [status] : CONTENT_STATUSES;
}
