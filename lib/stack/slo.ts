/** Of all requests, how many may be answered with 5xx: 99.9 % are to be answered otherwise. */
export const ERROR_BUDGET_PERCENT = 0.1;

/**
 * When the budget burns so fast that somebody has to get up: the long window says that it matters, the
 * short one that it is still so. Google SRE Workbook, chapter 5: 2 % of a month's budget in an hour, 5 % in
 * six hours.
 */
export const BURN_RATES = [
  { name: 'Fast', burnRate: 14.4, longMinutes: 60, shortMinutes: 5 },
  { name: 'Slow', burnRate: 6, longMinutes: 360, shortMinutes: 30 },
] as const;

export const AVAILABILITY = {
  name: 'Availability',
  message:
    'The month’s 99.9 % is being used up 14 times too fast for an hour, or 6 times too fast for six hours, and still is. Requests fail with 5xx; find which route and since when.',
} as const;
