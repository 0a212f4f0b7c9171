import { integer } from '../core/api/response-fields.ts';
import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  required_plan: { of: { plan_required: 'the lowest plan that includes the feature.' }, example: 'enterprise' },
  plan: { of: { plan_required: 'the plan of the workspace.' }, example: 'enterprise' },
  invitation_id: {
    of: { already_invited: 'the id of the open invitation.' },
    example: 'inv_01K00000000000000000000000',
  },
  next_expires_at: {
    of: { too_many_secrets: 'time at which the first of the replaced secrets expires.' },
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  },
  existing_workspace_id: {
    of: { external_id_taken: 'the id of the workspace that has the external id.' },
    example: 'ws_01K00000000000000000000001',
  },
  budget: { of: { agent_budget_exceeded: 'the name of the budget.' }, example: 'drafts' },
  limit: {
    of: {
      agent_budget_exceeded: 'the budget of the agent key for a day.',
      workspace_limit_reached: 'the limit.',
    },
    schema: integer(),
    example: 100,
  },
  limit_name: { of: { workspace_limit_reached: 'the name of the limit.' }, example: 'accounts' },
  used: { of: { workspace_limit_reached: 'how much of it is used.' }, schema: integer(), example: 10 },
  resets_at: {
    of: { agent_budget_exceeded: 'time at which the next day (UTC) begins.' },
    format: 'date-time',
    example: '2026-11-21T00:00:00.000Z',
  },
  error: { of: { 'Token requests only': 'the error code from RFC 6749, section 5.2.' }, example: 'invalid_client' },
  error_description: {
    of: { 'Token requests only': 'identical to `detail`.' },
    example: 'The client id or client secret is incorrect.',
  },
});
