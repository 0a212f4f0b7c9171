import * as z from 'zod';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORMS } from '../domain/platform.ts';

const text = (description: string) => z.string().optional().meta({ description });

/**
 * What a problem carries besides the members that all have (RFC 9457, section 3.2), each with the codes it
 * goes with. An answer with a member that is not in this list fails its test.
 */
export const problemExtensions = {
  required_permissions: z.array(z.enum(PERMISSIONS)).optional().meta({
    description: 'insufficient_scope: any one of them is enough; of an invitation or a key, all are.',
  }),
  required_plan: text('plan_required: the least plan that may do this.'),
  plan: text('plan_required: the plan the workspace has.'),
  current: text('invalid_state_transition, not_editable, nothing_to_retry: the state it is in.'),
  requested: text('invalid_state_transition: the state that was asked for.'),
  allowed: z
    .array(z.string())
    .optional()
    .meta({ description: 'invalid_state_transition: the states that can be asked for instead.' }),
  platform: z
    .enum(PLATFORMS)
    .optional()
    .meta({ description: 'already_pending, already_published: the platform it is about.' }),
  schedule_id: text('already_pending: the entry that is pending. already_published: the one that went out.'),
  account_id: text('account_connected: the account that is connected.'),
  invitation_id: text('already_invited: the invitation that is pending.'),
  webhook_id: text('duplicate_url: the endpoint that has the url.'),
  webhook_status: text('endpoint_not_active: the status it has.'),
  next_attempt_at: z
    .string()
    .nullable()
    .optional()
    .meta({ format: 'date-time', description: 'delivery_pending: when it is tried; null while it is.' }),
  next_expires_at: text('too_many_secrets: when the first of them ends.').meta({ format: 'date-time' }),
  'violated-policies': z
    .array(z.enum(['minute', 'hour']))
    .optional()
    .meta({
      description: 'quota-exceeded: the policies that are used up, by their names in RateLimit-Policy.',
    }),
  error: text('Of a token request: the code of RFC 6749, section 5.2.'),
  error_description: text('Of a token request: the detail again.'),
};
