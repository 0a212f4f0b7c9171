import { exactTotal } from '../../core/table/list-total.ts';
import type { TotalPage } from '../../core/table/page.ts';
import type { Paging } from '../../identity/pipeline/pagination.ts';
import { afterCursor, type RankedContent, type RankingOrder } from '../rules/content-ranking.ts';

/** A ranking cursor: the time of the first page, and the last item of the previous page. */
type RankingCursorPosition = [rankedAtMs: number, value: number | null, contentId: string];

/** Return the time of the first page of a ranking, in epoch milliseconds. Returns null without a cursor. */
export function rankingTime({ after }: Paging): number | null {
  return after === null ? null : (JSON.parse(after) as RankingCursorPosition)[0];
}

/**
 * Select the requested page of a ranking. A page starts after the value and the id of the previous item, not at an
 * offset, so that a concurrent change of one item's rank does not move other items across the page boundary.
 */
export function rankingPage(
  ranked: RankedContent[],
  order: RankingOrder,
  paging: Paging,
  rankedAtMs: number,
): TotalPage<RankedContent> {
  const [, value, content_id] = paging.after === null ? [] : (JSON.parse(paging.after) as RankingCursorPosition);
  const rest =
    value === undefined || content_id === undefined
      ? ranked.slice(paging.skip)
      : afterCursor(ranked, { value, content_id }, order);
  const records = rest.slice(0, paging.limit);
  const last = records.at(-1);
  const position: RankingCursorPosition | null =
    last && rest.length > records.length ? [rankedAtMs, last.value, last.content_id] : null;
  return {
    records,
    next: position && JSON.stringify(position),
    total: paging.total ?? exactTotal(ranked.length),
    skipped: 0,
  };
}
