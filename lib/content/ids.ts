/** The prefix of each kind of id. */
export const IDS = {
  content: 'cnt',
  entry: 'scd',
  group: 'grp',
  reviewComment: 'cmt',
  reviewLink: 'rvl',
  sandboxPost: 'sbx',
} as const;
