import { dateAt } from './occurrences.ts';
import type { RecurrenceSettings } from './recurrence.ts';

type Required = 'title' | 'platforms' | 'rule';

/** What a request for a new recurrence sets: the post has a title and platforms, and there is a rule. */
export type GivenSettings = { [Name in keyof RecurrenceSettings]?: RecurrenceSettings[Name] | undefined } & Pick<
  RecurrenceSettings,
  Required
>;

/** Return the settings of a new recurrence: what the request sets, and the defaults of the rest. */
export function newSettings(
  given: GivenSettings,
  clock: { time: string; time_zone: string },
  nowMs: number,
): RecurrenceSettings {
  const { title, platforms, rule, name = null, description = null, variations = [] } = given;
  const { accounts = [], media = [], thread = [], first_comment = null, platform_options = {} } = given;
  const { labels = [], campaign = null, metadata = {}, excluded_dates = [], cooldown_posts = null } = given;
  const { starts_on = dateAt(nowMs, clock.time_zone), paused = false } = given;
  return {
    ...{ name, title, description, variations, platforms, accounts, media, thread, first_comment, platform_options },
    ...{ labels, campaign, metadata, rule, starts_on, ...clock, excluded_dates, cooldown_posts, paused },
  };
}
