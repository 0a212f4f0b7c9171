import { fill } from '../../core/values/fill-text.ts';
import type { ReviewTexts } from './languages/review-texts.ts';

/** Format a time for people, in UTC: the page has no script that knows their zone. */
export function formatTime({ months, time }: Pick<ReviewTexts, 'months' | 'time'>, at: string): string {
  const date = new Date(at);
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()].map(String) as [string, string];
  return fill(time, { day, month: months[date.getUTCMonth()]!, year, clock: date.toISOString().slice(11, 16) });
}
