/**
 * What a product limits of a workspace, in the units of `GET /usage`. Requests, accounts and bytes are present numbers, posts
 * count in a day (UTC), and what platforms charge in a month (UTC), in millionths of a US dollar.
 */
export const LIMIT_NAMES = [
  'requests_per_minute',
  'accounts',
  'posts_per_day',
  'media_bytes',
  'platform_micro_usd_per_month',
] as const;

export type LimitName = (typeof LIMIT_NAMES)[number];

/** A limit of each name. Null for none, or for that of the plan. */
export type Limits = Record<LimitName, number | null>;

/** The lowest and the highest value of each limit. */
export const LIMIT_RANGES = {
  // All requests of a workspace count in one partition of the table, and so do its posts.
  requests_per_minute: { minimum: 1, maximum: 100_000 },
  // A new account is compared with all that are connected.
  accounts: { minimum: 0, maximum: 1_000 },
  posts_per_day: { minimum: 0, maximum: 100_000 },
  media_bytes: { minimum: 0, maximum: 1_000_000_000_000_000 },
  platform_micro_usd_per_month: { minimum: 0, maximum: 1_000_000_000_000 },
} as const satisfies Record<LimitName, { minimum: number; maximum: number }>;
