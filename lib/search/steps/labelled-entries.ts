import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadReferredContents } from '../../content/store/contents.ts';
import { type EntryFilter, listEntries } from '../../content/store/schedule-entries.ts';
import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { EMPTY_PAGE, type PageRequest, type TotalPage } from '../../core/table/page.ts';
import { type Finding, filterLabels, hasLabels } from './find-content.ts';

/** How many entries a page reads at most, and how many at once. */
const MAX_CANDIDATES = 300;
const PART = 100;

/**
 * List the entries of the items that have the label and the campaign of a query, soonest first. The list of all entries is
 * read, because entries have no labels: a page ends at its limit or after 300 entries, and the next one continues.
 */
export async function listLabelledEntries(
  workspaceId: string,
  finding: Omit<Finding, 'search'>,
  filter: EntryFilter,
  request: PageRequest,
): Promise<TotalPage<ScheduleEntry>> {
  const labels = await filterLabels(workspaceId, finding);
  if (!labels) return EMPTY_PAGE;
  if (request.skip > 0) throw pageError();
  const records: ScheduleEntry[] = [];
  let after = request.after;
  let skipped = 0;
  for (let read = 0; read < MAX_CANDIDATES; read += PART) {
    // Nothing is counted: the total of the list is not that of its labels.
    const page = await listEntries(workspaceId, filter, { limit: PART, skip: 0, after, total: NOT_COUNTED });
    skipped += page.skipped;
    const contents = await loadReferredContents(
      workspaceId,
      page.records.map(({ content_id }) => content_id),
    );
    const labelled = new Set(contents.filter((content) => hasLabels(content, labels)).map(({ id }) => id));
    for (const entry of page.records.filter(({ content_id }) => labelled.has(content_id))) {
      if (records.length === request.limit) return toPage(records, positionOf(records.at(-1)!), skipped, request);
      records.push(entry);
    }
    after = page.next;
    if (after === null) break;
  }
  return toPage(records, after, skipped, request);
}

const NOT_COUNTED = { count: 0, isCapped: true };

function positionOf({ scheduled_at, id }: ScheduleEntry): string {
  return `${scheduled_at}#${id}`;
}

/** Build a page. The total is exact when the first page is the only one, and what is known otherwise. */
function toPage(records: ScheduleEntry[], next: string | null, skipped: number, request: PageRequest) {
  return { records, next, skipped, total: request.total ?? { count: records.length, isCapped: next !== null } };
}

function pageError() {
  const detail = 'Cannot be combined with label or campaign: use cursor and limit.';
  return invalidQueryError([{ pointer: 'page', code: 'conflict', detail }]);
}
