/** What the documents say of each limit. */
export const LIMIT_TEXTS = {
  all: 'Limits of the workspace. Null for the default of the stage.',
  requests_per_minute: 'Requests per minute. Null for the default of the stage, or else of the plan.',
  accounts: 'Connected accounts, without those of the sandbox.',
  posts_per_day:
    'Posts sent in a day (UTC), without those that certainly failed and those of the sandbox. A thread is one post.',
  media_bytes: 'Bytes of the media library. Null for the default of the stage, or else of the plan.',
  platform_micro_usd_per_month:
    'What platforms charge for posts and reads of metrics in a month (UTC), in millionths of a US dollar.',
} as const;
