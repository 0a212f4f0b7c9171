import { contentEntity } from '../../content/entities/contents.ts';
import type { Content } from '../../content/rules/content.ts';
import { type ContentFilter, matchesFilter } from '../../content/store/content-listing.ts';
import { loadReferredContents } from '../../content/store/contents.ts';
import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { exactTotal } from '../../core/table/list-total.ts';
import { EMPTY_PAGE, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { keyOf } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { loadAllLabels, loadLabelIds } from '../../labels/store/labels.ts';
import { hasWords, parseSearch, type SearchWord } from '../rules/search-query.ts';
import { labelList } from '../store/search-index.ts';
import { type Candidate, chooseDriver, readCandidates } from './candidates.ts';

/** How many items a page reads at most. One with fewer results than its limit can have a further page. */
export const MAX_CANDIDATES = 200;

/** Which items a list has: those of a search, of a label or of a campaign, and of another filter. */
export type Finding = { search?: string | undefined; label?: string | undefined; campaign?: string | undefined };

/** Return whether a list needs the index of words and labels. */
export function needsIndex({ search, label, campaign }: Finding): boolean {
  return [search, label, campaign].some((each) => each !== undefined);
}

/** Load the ids of the labels and campaigns that a query names. Null when one of them does not exist. */
export async function filterLabels(workspaceId: string, { label, campaign }: Finding): Promise<string[] | null> {
  const ids = await loadLabelIds(workspaceId, [
    ...(label === undefined ? [] : [{ kind: 'label' as const, name: label }]),
    ...(campaign === undefined ? [] : [{ kind: 'campaign' as const, name: campaign }]),
  ]);
  return ids.includes(null) ? null : (ids as string[]);
}

/** Return whether an item has all these labels and campaigns, by their ids. */
export function hasLabels({ labels, campaign }: Content, ids: readonly string[]): boolean {
  return ids.every((id) => labels.includes(id) || campaign === id);
}

/**
 * List the items of a search, of a label or of a campaign. The current items decide: the index lags the table. The total
 * is exact for one label without another filter, and for a list of one page.
 */
export async function findContent(
  workspaceId: string,
  finding: Finding,
  filter: ContentFilter,
  request: PageRequest,
): Promise<TotalPage<Content>> {
  const ids = await filterLabels(workspaceId, finding);
  if (!ids) return EMPTY_PAGE;
  const { status, platform, account_id, fromMs, toMs } = filter;
  const range = { from: idAt(fromMs), to: idAt(toMs) };
  if (finding.search === undefined && ids.length === 1 && !status && !platform && !account_id) {
    const keyOfId = (id: string) => keyOf(contentEntity, { workspace_id: workspaceId, id });
    const found = await pageWithTotal<Content>(labelList(workspaceId, ids[0]!, range), request, keyOfId);
    return { ...found, records: found.records.filter((content) => hasLabels(content, ids)) };
  }
  if (request.skip > 0) throw pageError();
  const words = finding.search === undefined ? [] : parseSearch(finding.search, await loadAllLabels(workspaceId));
  const isWanted = (content: Content) =>
    hasLabels(content, ids) && hasWords(content, words) && matchesFilter(content, filter) && isWithin(content, range);
  return findPage(workspaceId, { words, label: ids[0] ?? null, range }, isWanted, request);
}

function idAt(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : minIdAt('content', timeMs);
}

function isWithin({ id }: Content, { from = ' ', to = '~' }: { from?: string | undefined; to?: string | undefined }) {
  return id >= from && id <= to;
}

function pageError() {
  const detail =
    'Cannot be combined with search, or with label or campaign beside another filter: use cursor and limit.';
  return invalidQueryError([{ pointer: 'page', code: 'conflict', detail }]);
}

/** Where a page is read: the most selective word of a search, or the first label. */
type Place = {
  words: SearchWord[];
  label: string | null;
  range: { from?: string | undefined; to?: string | undefined };
};

async function findPage(
  workspaceId: string,
  { words, label, range }: Place,
  isWanted: (content: Content) => boolean,
  request: PageRequest,
): Promise<TotalPage<Content>> {
  const { driver, after } = await chooseDriver(workspaceId, words, label, request.after);
  const records: Content[] = [];
  let last: Candidate | null = null;
  let read = 0;
  let isEnd = true;
  for await (const found of readCandidates(workspaceId, driver, after, range, request.limit + 1)) {
    const part = found.slice(0, MAX_CANDIDATES - read);
    const contents = await loadReferredContents(
      workspaceId,
      part.map(({ contentId }) => contentId),
    );
    const byId = new Map(contents.map((content) => [content.id, content]));
    for (const candidate of part) {
      if (records.length === request.limit) {
        isEnd = false;
        break;
      }
      const content = byId.get(candidate.contentId);
      read += 1;
      last = candidate;
      if (content && candidate.isResult(content) && isWanted(content)) records.push(content);
    }
    isEnd &&= part.length === found.length;
    if (!isEnd) break;
  }
  const following = driver.following === null ? null : { label: driver.following, sk: '' };
  const position = isEnd ? following : last;
  const next = position && JSON.stringify([driver.index, position.label, position.sk]);
  const counted = request.after === null ? { count: records.length, isCapped: next !== null } : exactTotal(0);
  return { records, next, skipped: 0, total: request.total ?? counted };
}
