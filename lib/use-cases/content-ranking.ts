import type { RankedContent, RankingOrder } from '../domain/analytics/content-ranking.ts';
import { afterCursor } from '../domain/analytics/content-ranking.ts';
import type { Paging } from '../http/pagination.ts';
import type { Page } from '../table/page.ts';

/** What the cursor of a ranking says: when its first page was asked for, and the last item of the page before. */
type RankingCursorPosition = [askedMs: number, value: number | null, contentId: string];

/** When the walk that a cursor goes on with began, in epoch milliseconds; null when there is no cursor. */
export function rankingTime({ after }: Paging): number | null {
  return after === null ? null : (JSON.parse(after) as RankingCursorPosition)[0];
}

/**
 * The page of a ranking that is asked for. It goes on after the value and the id of the last item before, not
 * after a number of items: so what is ranked differently meanwhile moves no other item over the page's edge.
 */
export function rankingPage(
  ranked: RankedContent[],
  order: RankingOrder,
  paging: Paging,
  askedMs: number,
): Page<RankedContent> & { total: number } {
  const [, value, content_id] =
    paging.after === null ? [] : (JSON.parse(paging.after) as RankingCursorPosition);
  const rest =
    value === undefined || content_id === undefined
      ? ranked.slice(paging.skip)
      : afterCursor(ranked, { value, content_id }, order);
  const records = rest.slice(0, paging.limit);
  const last = records.at(-1);
  const place: RankingCursorPosition | null =
    last && rest.length > records.length ? [askedMs, last.value, last.content_id] : null;
  return {
    records,
    next: place && JSON.stringify(place),
    total: paging.total ?? ranked.length,
    skipped: 0,
  };
}
