import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { permissions } from '../../../core/api/request-fields.ts';
import { agentAccounts } from '../keys/requests.ts';
import { AuthorizationRedirectResponse, authorizationRequest, SAMPLE_AUTHORIZATION } from './authorization.ts';
import { SAMPLE_SESSION_COOKIES } from './sample-session.ts';

// biome-ignore format: one field per line.
export const AuthorizationDecision = z.strictObject({
  request: authorizationRequest(),
  decision: z.enum(['approve', 'deny']).check(z.describe('What the person has decided.')),
  permissions: z.optional(permissions.check(z.minLength(1, 'Must contain at least one permission.'))).check(z.describe('The permissions that the person grants. Must be a subset of `permissions` of the request. Defaults to all of them.')),
  accounts: z.optional(z.nullable(agentAccounts)).check(z.meta({ description: 'The ids of the only accounts for which an agent may draft. Defaults to all accounts of the workspace.', examples: [['acc_01K00000000000000000000000']] })),
  confirmation: z.string().check(z.maxLength(64), z.meta({ description: 'The `confirmation` of the request that the person has seen.', examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] })),
});

export const operation = defineOperation({
  id: 'auth.decide-authorization',
  route: 'POST /v1/auth/authorization/decision',
  summary: 'Approve or deny an authorization request',
  description:
    'Decide about a request that `POST /v1/auth/authorization` has returned. An approval creates an API key of the member for the application that expires after 90 days: for the MCP server an agent key with the default budgets. The key has no usable secret until the application exchanges the code, within 60 seconds. An approval requires a sign-in within the last ten minutes, and no permission besides. Requires the session cookie; an API key cannot approve an application.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  body: AuthorizationDecision,
  errors: [
    ...(['session_expired', 'cross_site_request', 'recent_sign_in_required', 'insufficient_scope'] as const),
    ...(['authorization_changed', 'key_limit', 'too_many_in_flight'] as const),
  ],
  access: {
    get: ['Session', 'Member', 'Workspace', 'Account'],
    put: ['AuthorizationCode', 'ApiKey', 'InFlightRequest'],
    remove: ['InFlightRequest'],
    add: ['Counter'],
  },
  example: {
    headers: { cookie: SAMPLE_SESSION_COOKIES[0]! },
    body: { request: SAMPLE_AUTHORIZATION, decision: 'deny', confirmation: 'not needed to deny' },
  },
});

export const response = AuthorizationRedirectResponse;
