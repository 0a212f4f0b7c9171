import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { permissions } from '../../../core/api/request-fields.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { userCode } from './device-login.ts';
import { SAMPLE_SESSION_COOKIES, SAMPLE_USER_CODES } from './sample-session.ts';

// biome-ignore format: one field per line.
export const DeviceDecision = z.strictObject({
  user_code: userCode,
  decision: z.enum(['approve', 'deny']).check(z.describe('What the person has decided.')),
  permissions: z.optional(permissions.check(z.minLength(1))).check(z.describe('The permissions that the person grants, of `permissions` of the device login. Defaults to all of them.')),
  confirmation: z.string().check(z.maxLength(64), z.meta({ description: 'The `confirmation` of the device login that the person has seen.', examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] })),
});

// biome-ignore format: one field per line.
export const DeviceDecisionResponse = /* @__PURE__ */ lazyObject(() => ({
  status: z.enum(['approved', 'denied']).check(z.meta({ description: 'The state of the device login.', examples: ['denied'] })),
  key_id: z.nullable(z.string()).check(z.meta({ description: 'The API key of the device, which an approval creates. Delete it to end the access.', examples: [null] })),
}));

export const operation = defineOperation({
  id: 'auth.decide-device-login',
  route: 'POST /v1/auth/device/decision',
  summary: 'Approve or deny a device login',
  description:
    'Decide about a device login that `POST /v1/auth/device/login` has returned. An approval creates an API key of the member, with `permissions` of the device login or the part of them that the person has chosen, that expires after 90 days. It requires a sign-in within the last ten minutes, and no permission besides. Requires the session cookie; an API key cannot approve a device. A repeated decision of the same member returns the same response.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  body: DeviceDecision,
  errors: [
    ...(['session_expired', 'cross_site_request', 'recent_sign_in_required', 'insufficient_scope'] as const),
    ...(['device_login_not_found', 'device_login_decided', 'device_login_changed', 'key_limit'] as const),
  ],
  access: {
    get: ['Session', 'Member', 'Workspace', 'DeviceLogin'],
    put: ['DeviceLogin', 'ApiKey'],
    add: ['Counter'],
  },
  example: {
    headers: { cookie: SAMPLE_SESSION_COOKIES[0]! },
    body: { user_code: SAMPLE_USER_CODES[1], decision: 'deny', confirmation: 'not needed to deny' },
  },
});

export const response = DeviceDecisionResponse;
