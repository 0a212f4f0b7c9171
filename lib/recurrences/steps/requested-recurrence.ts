import { assertPublishable } from '../../content/rules/change/content-validation.ts';
import { newContent } from '../../content/rules/change/new-content.ts';
import { loadDestinations } from '../../content/steps/named-accounts.ts';
import { loadRequestedMedia } from '../../content/steps/requested-media.ts';
import { ApiError } from '../../core/problems/define-problem.ts';
import { type FieldError, fieldError, validationError } from '../../core/problems/request-errors.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import type { Label } from '../../labels/rules/label.ts';
import { requestedLabels } from '../../labels/steps/requested-labels.ts';
import type { RequestedRecurrence } from '../api/recurrences/requests.ts';
import { postOf } from '../rules/occurrence-post.ts';
import { dateAt } from '../rules/occurrences.ts';
import { MAX_START_DAYS, type Recurrence, type RecurrenceSettings } from '../rules/recurrence.ts';
import { parseRule } from '../rules/recurrence-rule.ts';
import { type Reader, withMentions } from './mentioned-post.ts';

interface Requester {
  workspaceId: string;
  userId: string;
  newId: (kind: IdKind) => string;
  nowMs: number;
}

/** What a request sets, with the labels that its transaction creates. */
export interface Requested {
  settings: { [Name in keyof RecurrenceSettings]?: RecurrenceSettings[Name] | undefined };
  created: Label[];
  writes: Write[];
}

/**
 * Resolve what a request sets: its files, labels and accounts, and its rule on the clock that counts. `before`: the
 * present settings of an update; null for a new recurrence. Throws a 422 that names each field at fault.
 */
export async function requestedSettings(
  body: RequestedRecurrence,
  before: Recurrence | null,
  clock: { time: string; time_zone: string },
  { workspaceId, userId, newId, nowMs }: Requester,
): Promise<Requested> {
  const { evergreen, rule, starts_on, excluded_dates, media, thread, platform_options, accounts, ...rest } = body;
  const platforms = body.platforms ?? before?.platforms ?? [];
  const [files, named, found] = await Promise.all([
    loadRequestedMedia({ workspaceId }, { media, thread, platform_options }),
    requestedLabels(body, { workspaceId, userId }, newId, nowMs),
    accounts ? loadDestinations(workspaceId, { platforms, accounts }) : undefined,
  ]);
  if (starts_on !== undefined) assertNearDate(starts_on, clock.time_zone, nowMs);
  const settings = {
    ...{ ...rest, ...files, ...named.fields },
    accounts: found?.accounts,
    rule: rule === undefined ? undefined : parseRule(rule, clock),
    starts_on,
    excluded_dates: excluded_dates?.toSorted(),
    cooldown_posts: evergreen === undefined ? undefined : (evergreen?.cooldown_posts ?? null),
  };
  return { settings, created: named.created, writes: named.writes };
}

/** Throw a 422 for a start that is more than a year from today. */
export function assertNearDate(date: string, timeZone: string, nowMs: number): void {
  const days = Math.abs(Date.parse(date) - Date.parse(dateAt(nowMs, timeZone))) / DAY_MS;
  if (days <= MAX_START_DAYS) return;
  throw fieldError('/starts_on', 'date_too_far', `Must be at most ${MAX_START_DAYS} days from today.`);
}

/**
 * Throw a 422 for a text of a recurrence that one of its platforms would reject, or with an unknown saved mention, naming the
 * variation. Throws 403 for a mention of a caller who may not read templates.
 */
export async function assertTextsPublishable(caller: Reader, recurrence: Recurrence, nowMs: number): Promise<void> {
  const { id, workspace_id: workspaceId, created_by: userId, variations } = recurrence;
  const errors: FieldError[] = [];
  for (let index = 0; index < Math.max(1, variations.length); index++) {
    try {
      const { description, ...post } = await withMentions(caller, postOf(recurrence, index));
      const item = { ...newContent(post, { id, workspaceId, userId }, nowMs), description };
      assertPublishable(item, item.platforms, { isDraft: false });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
      const found = error.extensions.errors as FieldError[];
      const ofText = (pointer: string) => variations.length > 0 && pointer === '/description';
      errors.push(...found.map((each) => (ofText(each.pointer) ? { ...each, pointer: `/variations/${index}` } : each)));
    }
  }
  const distinct = new Map(errors.map((each) => [`${each.pointer} ${each.code} ${each.platform}`, each]));
  if (distinct.size > 0) throw validationError([...distinct.values()].slice(0, 20));
}
