import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { printable } from '../../../core/api/request-fields.ts';
import { PlatformAppResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const PlatformAppSet = z.strictObject({
  client_id: printable(200).check(z.meta({ description: 'The id of your app on the platform.', examples: ['app-id'] })),
  client_secret: z.optional(printable(400)).check(z.meta({ description: 'The secret of your app on the platform. Stored encrypted and never returned. Omit it for a public client.', examples: ['app-secret'] })),
  scopes: z.optional(z.array(printable(100)).check(z.minLength(1), z.maxLength(50))).check(z.meta({ description: 'The permissions that the platform has granted to the app. Omit if the app has all permissions that the service uses.', examples: [['openid', 'profile', 'w_member_social']] })),
});

export const operation = defineOperation({
  id: 'platform-apps.set',
  route: 'PUT /v1/platform-apps/{platform}',
  summary: 'Set the app credentials of the workspace',
  description:
    'Store the credentials of an app that you registered on the platform. New connections then use this app instead of the app of the stage. Connected accounts continue to use the app they were connected with; reconnect them before the secret of that app becomes invalid. A session needs a sign-in within the last ten minutes.',
  permissions: ['accounts:write'],
  body: PlatformAppSet,
  errors: ['recent_sign_in_required'],
  access: { get: ['WorkspaceApp'], put: ['WorkspaceApp'], kms: { encrypt: ['WorkspaceApp'] } },
  example: { params: { platform: 'x' }, body: { client_id: 'an-app-of-our-own', client_secret: 'its-secret' } },
});

export const response = PlatformAppResponse;
