/** The values that the samples of several event kinds have in common. */
export const SAMPLE_AT = '2026-11-20T09:30:00.000Z';

/** The local time that stands for it. */
export const SAMPLE_LOCAL = { local: '2026-11-20T10:30', time_zone: 'Europe/Berlin' };

export const SAMPLE_ACCOUNT_ID = 'acc_01K00000000000000000000000';

export const SAMPLE_TARGET = {
  platform: 'twitter',
  account_id: SAMPLE_ACCOUNT_ID,
  sandbox: false,
  status: 'published',
  schedule_id: 'scd_01K00000000000000000000000',
  scheduled_at: SAMPLE_AT,
  scheduled_local: SAMPLE_LOCAL,
  published_at: SAMPLE_AT,
  late_by_seconds: 0,
  platform_post_id: '1445880548472328192',
  url: 'https://x.com/i/web/status/1445880548472328192',
  error: null,
  next_check_at: null,
  retry_may_duplicate: false,
  parts: [],
};

const UNPUBLISHED = { published_at: null, late_by_seconds: null, platform_post_id: null, url: null };

export const SAMPLE_FAILED_TARGET = {
  ...SAMPLE_TARGET,
  ...UNPUBLISHED,
  status: 'failed',
  error: {
    code: 'duplicate_content',
    message: 'The platform rejected the post: it has the same text as an earlier one.',
    category: 'content',
    retryable: false,
  },
};

export const SAMPLE_UNCONFIRMED_TARGET = {
  ...SAMPLE_TARGET,
  ...UNPUBLISHED,
  status: 'unconfirmed',
  next_check_at: '2026-11-20T09:30:05.000Z',
  error: {
    code: 'outcome_unknown',
    message:
      'The post was sent, but no response was recorded. It may be live. Check the platform before you publish it again.',
    category: 'system',
    retryable: false,
  },
};

/** An approval that was requested. */
export const SAMPLE_APPROVAL = {
  status: 'pending_approval',
  content_hash: '5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c',
  requested_by: 'usr_01K00000000000000000000000',
  requested_at: SAMPLE_AT,
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  note: 'Ready for review.',
  agent: null,
  changed_fields: [],
  submission: 1,
};

/** A file of the media library that is ready. */
export const SAMPLE_MEDIA = {
  id: 'med_01K00000000000000000000000',
  status: 'ready',
  content_type: 'image/jpeg',
  size_bytes: 48_213,
  width: 1080,
  height: 1350,
  is_animated: false,
  duration_ms: null,
  video: null,
  adaptations: [],
  unsupported: [],
  error: null,
  reference_count: 0,
  created_by: 'usr_01K00000000000000000000000',
  created_at: SAMPLE_AT,
  updated_at: SAMPLE_AT,
  expires_at: '2026-12-20T09:30:00.000Z',
};

/** A scheduled item. */
export const SAMPLE_CONTENT = {
  id: 'cnt_01K00000000000000000000000',
  title: 'Summer campaign',
  description: 'Our summer campaign starts today.',
  status: 'scheduled',
  platforms: ['twitter'],
  accounts: [],
  labels: ['Product news'],
  campaign: 'Summer campaign',
  metadata: {},
  sandbox: false,
  agents: [],
  approval: null,
  media: [],
  thread: [],
  first_comment: null,
  platform_options: {},
  scheduled_at: SAMPLE_AT,
  scheduled_local: SAMPLE_LOCAL,
  queue: null,
  recurrence: null,
  created_at: SAMPLE_AT,
  updated_at: SAMPLE_AT,
  targets: [{ ...SAMPLE_TARGET, ...UNPUBLISHED, status: 'pending' }],
};

const { platform, account_id, sandbox, platform_post_id } = SAMPLE_TARGET;
export const SAMPLE_POST = { content_id: SAMPLE_CONTENT.id, platform, account_id, sandbox, platform_post_id };

export const SAMPLE_TEXT_ENGAGEMENT = { ...SAMPLE_POST, actor: 'ada', occurred_at: SAMPLE_AT };

export const SAMPLE_HALT = {
  id: 'hlt_01K00000000000000000000000',
  scope: 'workspace',
  reason: 'The campaign is withdrawn.',
  created_by: 'usr_01K00000000000000000000000',
  created_at: SAMPLE_AT,
};
