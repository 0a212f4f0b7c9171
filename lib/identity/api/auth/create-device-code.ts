import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { integer, lazyObject } from '../../../core/api/response-fields.ts';
import { MAX_DEVICE_NAME } from '../../rules/oauth/device-login.ts';

/** The device authorization request of OAuth 2.0, for the OpenAPI document. Parsed by `lib/identity/rules/oauth/device-request.ts`. */
// biome-ignore format: one field per line.
export const DeviceCodeRequest = /* @__PURE__ */ lazyObject(() => ({
  client_id: z.literal('cis').check(z.describe('The registered public client. `cis` is the command line.')),
  scope: z.optional(z.string()).check(z.meta({ description: 'Space-separated permissions that the device asks for. Defaults to all permissions of the member who approves except `keys:write` and `team:write`, which have to be named.', examples: ['content:read content:write'] })),
  device_name: z.optional(z.string().check(z.maxLength(MAX_DEVICE_NAME))).check(z.describe('A name of the device, which is shown to the user.'), z.meta({ examples: ['laptop of Ada'] })),
}));

// biome-ignore format: one field per line.
export const DeviceCodeResponse = /* @__PURE__ */ lazyObject(() => ({
  device_code: z.string().check(z.meta({ description: 'The code with which the device polls `POST /v1/auth/token`. Keep it secret.', examples: ['BCDFGHJK9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  user_code: z.string().check(z.meta({ description: 'The code that the user enters at the verification URI.', examples: ['BCDF-GHJK'] })),
  verification_uri: z.string().check(z.meta({ description: 'The verification URI: the URL of the dashboard where the user enters the code.', examples: ['https://d111111abcdef8.cloudfront.net/app/#/device'] })),
  verification_uri_complete: z.string().check(z.meta({ description: 'The verification URI with the user code, which the user confirms.', examples: ['https://d111111abcdef8.cloudfront.net/app/#/device?code=BCDF-GHJK'] })),
  expires_in: integer().check(z.meta({ description: 'Number of seconds until the codes expire.', examples: [600] })),
  interval: integer().check(z.meta({ description: 'The least number of seconds between two polls.', examples: [5] })),
}));

export const operation = defineOperation({
  id: 'auth.create-device-code',
  route: 'POST /v1/auth/device',
  summary: 'Start a device login',
  description:
    'Start the device authorization grant of OAuth 2.0 (RFC 8628). Show the user `user_code` and `verification_uri`, then poll `POST /v1/auth/token` with `device_code` every `interval` seconds. Send the parameters as JSON or as a form. `device_name` is an extension. Errors are problems (RFC 9457) with the error codes of RFC 6749, section 5.2. Limit: 60 requests per minute and network.',
  permissions: 'none',
  audience: 'device',
  logsSourceAddress: true,
  ownRateLimit: true,
  body: 'custom',
  errors: ['invalid_scope'],
  access: { put: ['DeviceLogin'] },
  example: { body: { client_id: 'cis', scope: 'content:read content:write', device_name: 'laptop of Ada' } },
});

export const response = DeviceCodeResponse;

export const openapiBody = DeviceCodeRequest;
