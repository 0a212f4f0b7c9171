import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeviceLoginResponse, userCode } from './device-login.ts';
import { SAMPLE_SESSION_COOKIES, SAMPLE_USER_CODES } from './sample-session.ts';

export const DeviceLoginRead = z.strictObject({ user_code: userCode });

export const operation = defineOperation({
  id: 'auth.read-device-login',
  route: 'POST /v1/auth/device/login',
  summary: 'Retrieve a device login',
  description:
    'Return what asks for access by the user code of a device, and what an approval grants. Show it to the person before the decision: another person may have sent the code. Requires the session cookie. Limit: 60 user codes per hour and member, right or wrong.',
  permissions: 'none',
  audience: 'browser',
  ownRateLimit: true,
  readsSession: true,
  body: DeviceLoginRead,
  errors: ['session_expired', 'cross_site_request', 'device_login_not_found', 'device_login_decided'],
  access: { get: ['Session', 'Member', 'Workspace', 'DeviceLogin'] },
  example: { headers: { cookie: SAMPLE_SESSION_COOKIES[0]! }, body: { user_code: SAMPLE_USER_CODES[0] } },
});

export const response = DeviceLoginResponse;
