/** The error budget: the percentage of requests that may return 5xx. The objective is 99.9 %. */
export const ERROR_BUDGET_PERCENT = 0.1;

/**
 * The burn rates that alarm. The long window shows that the errors matter, the short one that they continue. From
 * the Google SRE Workbook, chapter 5: 2 % of a month's budget in an hour, or 5 % in six hours.
 */
export const BURN_RATES = [
  { name: 'Fast', burnRate: 14.4, longMinutes: 60, shortMinutes: 5 },
  { name: 'Slow', burnRate: 6, longMinutes: 360, shortMinutes: 30 },
] as const;

export const AVAILABILITY = {
  name: 'Availability',
  message:
    'The error budget of 0.1 % is burning 14.4 times too fast over one hour, or 6 times too fast over six hours. Requests fail with 5xx: find the route and the time at which it began.',
} as const;
