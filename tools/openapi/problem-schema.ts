import * as z from 'zod/mini';
import { PROBLEM_TYPES } from '../../lib/app/problems/problem-types.ts';
import { PERMISSIONS } from '../../lib/core/api/permission.ts';
import { integer, lazyObject, timestamp } from '../../lib/core/api/response-fields.ts';
import { platformName } from '../../lib/platforms/api/response-fields.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { POLICY_NAMES, policyDocs } from './rate-policies.ts';

const text = (description: string) => z.optional(z.string()).check(z.describe(description));

/**
 * The extension members of problems (RFC 9457, section 3.2), each with the codes that carry it. A test fails
 * for a response with an extension that is not listed here.
 */
// biome-ignore format: one field per line.
const EXTENSIONS = {
  required_permissions: z
    .optional(z.array(z.enum(PERMISSIONS)))
    .check(
      z.describe(
        'insufficient_scope: the required permissions. Any one is sufficient; to grant permissions, all are required.',
      ),
    ),
  required_plan: text('plan_required: the lowest plan that includes the feature.').check(z.meta({ examples: ['enterprise'] })),
  plan: text('plan_required: the plan of the workspace.').check(z.meta({ examples: ['enterprise'] })),
  current: text(
    'invalid_state_transition, not_editable, nothing_to_retry: the current state. approval_required: the approval status.',
  ).check(z.meta({ examples: ['published'] })),
  requested: text('invalid_state_transition: the requested state.').check(z.meta({ examples: ['draft'] })),
  allowed: z
    .optional(z.array(z.string()))
    .check(z.describe('invalid_state_transition: the states the object can change to.')),
  next_check_at: text(
    'invalid_state_transition, for the deletion of an item whose outcome is unknown: the time of the next check.',
  ).check(z.meta({ format: 'date-time', examples: ['2026-11-20T09:30:05.000Z'] })),
  platform: z.optional(z.enum(PLATFORMS)).check(z.describe('already_pending, already_published: the platform.')),
  account_id: z.optional(z.nullable(z.string())).check(z.describe('already_pending, already_published: the account.'), z.meta({ examples: ['acc_01K00000000000000000000000'] })),
  schedule_id: text(
    'already_pending: the id of the pending schedule entry. already_published: the id of the published schedule entry.',
  ).check(z.meta({ examples: ['scd_01K00000000000000000000000'] })),
  label_id: text('duplicate_name: the id of the label or campaign with this name.').check(z.meta({ examples: ['lbl_01K00000000000000000000000'] })),
  reference_count: z
    .optional(integer())
    .check(z.meta({ description: 'media_in_use: how many content items reference the file.', examples: [2] })),
  halt_id: z.optional(z.string()).check(z.meta({ description: 'already_halted: the id of the active halt.', examples: ['hlt_01K00000000000000000000000'] })),
  reason: z.optional(z.string()).check(z.meta({ description: 'already_halted: why publishing is halted.', examples: ['The campaign is withdrawn.'] })),
  since: z.optional(timestamp()).check(z.meta({ description: 'already_halted: time publishing was halted.', examples: ['2026-11-20T09:30:00.000Z'] })),
  used_bytes: z.optional(integer()).check(z.meta({ description: 'storage_quota_exceeded: the bytes of the media library.', examples: [10_737_000_000] })),
  quota_bytes: z.optional(integer()).check(z.meta({ description: 'storage_quota_exceeded: the most bytes that it can have.', examples: [10_737_418_240] })),
  part: z.optional(integer()).check(z.meta({ description: 'not_the_unconfirmed_part: the part in the request.', examples: [0] })),
  unconfirmed_part: z
    .optional(integer())
    .check(z.meta({ description: 'not_the_unconfirmed_part: the part of the target whose outcome is unknown.', examples: [1] })),
  content_hash: text('content_changed: the hash of the present content.').check(z.meta({ examples: ['5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c'] })),
  pointers: z.optional(z.array(z.string())).check(z.meta({ description: 'media_not_in_library: JSON pointers to the URLs in the content item.', examples: [['/media/0/url']] })),
  invitation_id: text('already_invited: the id of the open invitation.').check(z.meta({ examples: ['inv_01K00000000000000000000000'] })),
  webhook_id: text('duplicate_url: the id of the webhook endpoint with this URL.'),
  template_id: text('duplicate_name: the id of the template with this name.').check(z.meta({ examples: ['tpl_01K00000000000000000000000'] })),
  webhook_status: text('endpoint_not_active: the status of the webhook endpoint.').check(z.meta({ examples: ['paused'] })),
  next_attempt_at: z.optional(z.nullable(z.string())).check(
    z.meta({
      format: 'date-time',
      description: 'delivery_pending: time of the next attempt. Null if an attempt is in progress.',
    }), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] }),
  ),
  next_expires_at: text('too_many_secrets: time at which the first of the replaced secrets expires.').check(
    z.meta({
      format: 'date-time',
    }), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] }),
  ),
  content_id: text('duplicate_content: the id of the item that has the same content.').check(z.meta({ examples: ['cnt_01K00000000000000000000000'] })),
  queue_id: text('duplicate_name: the id of the queue with this name.').check(z.meta({ examples: ['que_01K00000000000000000000000'] })),
  queued: z.optional(integer()).check(z.meta({ description: 'queue_not_empty: how many posts wait in the queue.', examples: [3] })),
  budget: text('agent_budget_exceeded: the name of the budget.').check(z.meta({ examples: ['drafts'] })),
  limit: z.optional(z.int()).check(z.meta({ description: 'agent_budget_exceeded: the budget of the agent key for a day.', examples: [100] })),
  resets_at: text('agent_budget_exceeded: time at which the next day (UTC) begins.').check(
    z.meta({ format: 'date-time', examples: ['2026-11-21T00:00:00.000Z'] }),
  ),
  'violated-policies': z
    .optional(z.array(z.enum(POLICY_NAMES)))
    .check(
      z.describe(
        `quota-exceeded: the exceeded policies, named as in RateLimit-Policy; ${policyDocs('problem')}.`,
      ), z.meta({ examples: [['minute']] }),
    ),
  error: text('Token requests only: the error code from RFC 6749, section 5.2.').check(z.meta({ examples: ['invalid_client'] })),
  error_description: text('Token requests only: identical to `detail`.').check(z.meta({ examples: ['The client id or client secret is incorrect.'] })),
};

/** The schema of every problem response. */
// biome-ignore format: one field per line.
export const Problem = lazyObject(() => ({
  type: z.string().check(z.meta({ description: 'URI of the documentation page for this problem type, relative to the request.', examples: ['/v1/problems/validation_failed'] })),
  title: z.string().check(z.meta({ description: 'Short summary of the problem type.', examples: ['Validation failed'] })),
  status: integer().check(z.meta({ description: 'The HTTP status code.', examples: [422] })),
  detail: z.string().check(z.meta({ description: 'Human-readable explanation of this occurrence.', examples: ['/title: Required field is missing.'] })),
  instance: z.string().check(z.meta({ description: 'A URN that identifies this request.', examples: ['urn:request:req_01K00000000000000000000000'] })),
  code: z.enum([...PROBLEM_TYPES.keys()]).check(z.meta({ description: 'Machine-readable problem code. Identical to the last segment of `type`.', examples: ['validation_failed'] })),
  request_id: z.string().check(z.meta({ description: 'The id of the request, also returned in `X-Request-Id`. Include it when you contact support.', examples: ['req_01K00000000000000000000000'] })),
  retryable: z.boolean(),
  errors: z.optional(
    z.array(
      z.object({
        pointer: z.string().check(z.meta({ description: 'A JSON Pointer to the field, or the name of the query parameter.', examples: ['/title'] })),
        code: z.string().check(z.meta({ description: 'Machine-readable code of the violated rule.', examples: ['required'] })),
        detail: z.string().check(z.meta({ description: 'Human-readable explanation of the violated rule.', examples: ['Required field is missing.'] })),
        platform: z.optional(platformName()).check(z.meta({ description: 'The platform that requires the rule, if only one does.', examples: ['instagram'] })),
      }),
    ),
  ).check(z.describe('The invalid fields or parameters, at most 20.')),
  ...EXTENSIONS,
}));
