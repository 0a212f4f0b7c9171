import * as z from 'zod/mini';
import { PERMISSIONS } from '../../lib/core/api/permission.ts';
import { integer, lazyObject, platformName } from '../../lib/core/api/response-fields.ts';
import { PLATFORMS } from '../../lib/platforms/facts/platform.ts';

const text = (description: string) => z.optional(z.string()).check(z.describe(description));

/**
 * The extension members of problems (RFC 9457, section 3.2), each with the codes that carry it. A test fails
 * for a response with an extension that is not listed here.
 */
const EXTENSIONS = {
  required_permissions: z
    .optional(z.array(z.enum(PERMISSIONS)))
    .check(
      z.describe(
        'insufficient_scope: the required permissions. Any one of them is sufficient; to grant permissions, all are required.',
      ),
    ),
  required_plan: text('plan_required: the lowest plan that includes the feature.'),
  plan: text('plan_required: the plan of the workspace.'),
  current: text(
    'invalid_state_transition, not_editable, nothing_to_retry: the current state. approval_required: that of the approval.',
  ),
  requested: text('invalid_state_transition: the requested state.'),
  allowed: z
    .optional(z.array(z.string()))
    .check(z.describe('invalid_state_transition: the states the object can change to.')),
  platform: z.optional(z.enum(PLATFORMS)).check(z.describe('already_pending, already_published: the platform.')),
  account_id: z.optional(z.nullable(z.string())).check(z.describe('already_pending, already_published: the account.')),
  schedule_id: text(
    'already_pending: the id of the pending schedule entry. already_published: the id of the published one.',
  ),
  reference_count: z
    .optional(integer())
    .check(z.meta({ description: 'media_in_use: how many content items reference the file.', examples: [2] })),
  content_hash: text('content_changed: the hash of the present content.'),
  invitation_id: text('already_invited: the id of the open invitation.'),
  webhook_id: text('duplicate_url: the id of the webhook endpoint with this URL.'),
  webhook_status: text('endpoint_not_active: the status of the webhook endpoint.'),
  next_attempt_at: z.optional(z.nullable(z.string())).check(
    z.meta({
      format: 'date-time',
      description: 'delivery_pending: time of the next attempt. Null if an attempt is in progress.',
    }),
  ),
  next_expires_at: text('too_many_secrets: time at which the first of the replaced secrets expires.').check(
    z.meta({
      format: 'date-time',
    }),
  ),
  'violated-policies': z
    .optional(z.array(z.enum(['minute', 'hour', 'tokens', 'address', 'sign-in', 'email', 'receiver'])))
    .check(
      z.describe(
        'quota-exceeded: the exceeded policies, named as in RateLimit-Policy; `receiver`: the requests to one webhook receiver.',
      ),
    ),
  error: text('Token requests only: the error code from RFC 6749, section 5.2.'),
  error_description: text('Token requests only: identical to `detail`.'),
};

/** The schema of every problem response. */
export const Problem = lazyObject(() => ({
  type: z.string(),
  title: z.string(),
  status: integer(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  request_id: z.string(),
  retryable: z.boolean(),
  errors: z.optional(
    z.array(
      z.object({
        pointer: z.string(),
        code: z.string(),
        detail: z.string(),
        platform: z.optional(platformName()),
      }),
    ),
  ),
  ...EXTENSIONS,
}));
