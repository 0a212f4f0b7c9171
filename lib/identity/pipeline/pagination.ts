import { createHmac, timingSafeEqual } from 'node:crypto';
import { log } from '../../core/observability/log.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { invalidQueryError } from '../../core/problems/request-errors.ts';
import type { Total } from '../../core/table/list-total.ts';
import type { PageRequest } from '../../core/table/page.ts';
import type { Caller, RequestContext } from './request-context.ts';

const DEFAULT_SIZE = 20;
const MAX_PAGE_SIZE = 100;
/**
 * How far `page` reaches. The keys of all records before a page are read, which for these costs at most three times the
 * first page; a cursor reads none of them.
 */
const MAX_PAGED = 2_000;

interface PageQuery {
  page?: number | undefined;
  per_page?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface Paging extends PageRequest {
  number: number;
  /** What a cursor is valid for: the operation, its filters and its path parameters. */
  scope: string;
}

/**
 * Parse the requested page: `page` and `per_page`, or `cursor` and `limit`. Throws 400 when both forms are mixed, a
 * value is out of range, or the cursor belongs to another list. See docs/reference/requests.md.
 */
export function parsePagination(context: RequestContext, query: PageQuery): Paging {
  const byPage = query.page !== undefined || query.per_page !== undefined;
  const byCursor = query.cursor !== undefined || query.limit !== undefined;
  if (byPage && byCursor)
    throw invalidParameterError('page', 'Use either page and per_page, or cursor and limit, but not both.');
  const size = (byPage ? query.per_page : query.limit) ?? DEFAULT_SIZE;
  if (size < 1 || size > MAX_PAGE_SIZE) {
    throw invalidParameterError(byPage ? 'per_page' : 'limit', `Must be between 1 and ${MAX_PAGE_SIZE}.`);
  }
  const scope = scopeOf(context, query);
  if (query.cursor !== undefined) {
    return { limit: size, skip: 0, ...decodeCursor(query.cursor, context.caller!, scope), scope };
  }
  const number = query.page ?? 1;
  if (number < 1) throw invalidParameterError('page', 'Must be at least 1.');
  if (number * size > MAX_PAGED) {
    throw invalidParameterError('page', `Exceeds the maximum of ${MAX_PAGED} items. Use cursor and limit instead.`);
  }
  return { limit: size, skip: (number - 1) * size, after: null, total: null, number, scope };
}

/** Build the `pagination` object of a list response and the `Link` header to the next page. */
export function paginationResponse(
  context: RequestContext,
  paging: Paging,
  page: { next: string | null; total: Total; skipped: number },
): { pagination: Record<string, unknown>; headers: Record<string, string> } {
  if (page.skipped > 0) {
    log.error('skipped items with newer schema', {
      operation: context.operation,
      request_id: context.requestId,
      skipped: page.skipped,
    });
  }
  const cursor =
    page.next === null
      ? null
      : encodeCursor({ after: page.next, number: paging.number + 1, total: page.total }, context.caller!, paging.scope);
  const pagination = {
    page: paging.number,
    per_page: paging.limit,
    total: page.total.count,
    total_is_capped: page.total.isCapped,
    next_cursor: cursor,
    has_more: cursor !== null,
  };
  if (cursor === null) return { pagination, headers: {} };
  const { rawPath, queryStringParameters } = context.event;
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries(queryStringParameters ?? {})) {
    if (value !== undefined && !(name in PAGE_PARAMETERS)) next.set(name, value);
  }
  next.set('cursor', cursor);
  next.set('limit', String(paging.limit));
  return { pagination, headers: { link: `<${rawPath}?${next}>; rel="next"` } };
}

const PAGE_PARAMETERS = { page: true, per_page: true, cursor: true, limit: true };

function scopeOf(context: RequestContext, query: object): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !(name in PAGE_PARAMETERS))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const params = Object.entries(context.params);
  return JSON.stringify([context.operation, filters, ...(params.length > 0 ? [params] : [])]);
}

/** The content of a cursor: the end of the previous page, the next page number and the total. */
type CursorPosition = Pick<Paging, 'after' | 'number' | 'total'>;

function encodeCursor({ after, number, total }: CursorPosition, caller: Caller, scope: string): string {
  const content = Buffer.from(JSON.stringify([after, number, total?.count, total?.isCapped])).toString('base64url');
  return `${content}.${sign(content, caller, scope)}`;
}

function decodeCursor(cursor: string, caller: Caller, scope: string): CursorPosition {
  const [content, signature, ...rest] = cursor.split('.');
  const expected = Buffer.from(sign(content ?? '', caller, scope));
  const actual = Buffer.from(signature ?? '');
  if (rest.length > 0 || actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw invalidParameterError('cursor', 'Must be a cursor returned by this list with the same filters.');
  }
  const [after, number, count, isCapped] = JSON.parse(Buffer.from(content!, 'base64url').toString()) as [
    string,
    number,
    number,
    boolean | undefined,
  ];
  // A cursor of an earlier version has no `isCapped`.
  return { after, number, total: { count, isCapped: isCapped ?? false } };
}

// Signed with the secret of the workspace: a cursor of one workspace is invalid in another.
function sign(content: string, caller: Caller, scope: string): string {
  return createHmac('sha256', caller.workspace.cursor_secret)
    .update(`${scope}\n${content}`)
    .digest('base64url')
    .slice(0, 22);
}

function invalidParameterError(parameter: string, rule: string): ApiError {
  return invalidQueryError([{ pointer: parameter, code: 'invalid', detail: rule }]);
}
