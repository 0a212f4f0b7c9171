/** The prefix of each kind of id. */
export const IDS = { calendarFeed: 'cal' } as const;
