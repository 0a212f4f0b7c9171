import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { APP_CHECKS_PER_MINUTE, STAGE_APP_CHECKS_PER_MINUTE } from '../../rules/rate-limits.ts';

export const operation = defineOperation({
  id: 'platform-apps.check',
  route: 'POST /v1/platform-apps/{platform}/check',
  summary: 'Check the app for a platform',
  description: `Ask the platform whether it accepts the credentials of the app that connects accounts of the workspace: its own, or that of the stage. Return what is missing at the platform. No account is connected or changed. At most ${APP_CHECKS_PER_MINUTE} checks of a workspace in a minute, and ${STAGE_APP_CHECKS_PER_MINUTE} of an app of the stage. The platform does not tell whether \`redirect_uri\` is registered.`,
  permissions: ['accounts:write'],
  rateLimitBeforeHandler: true,
  status: 200,
  errors: ['too_many_in_flight'],
  timeoutSeconds: 29,
  access: {
    get: ['PlatformApp', 'WorkspaceApp'],
    put: ['InFlightRequest'],
    remove: ['InFlightRequest'],
    kms: { decrypt: ['PlatformApp', 'WorkspaceApp'] },
  },
  example: { params: { platform: 'x' } },
});

// biome-ignore format: one field per line.
const AppProblem = lazyObject(() => ({
  code: z.enum(['app_missing', 'credentials_rejected', 'https_required', 'not_confirmed']).check(z.meta({ description: 'What is wrong.', examples: ['credentials_rejected'] })),
  message: z.string().check(z.meta({ description: 'What to do about it.', examples: ['Copy the client id and the client secret from the developer console of X again.'] })),
}));

// biome-ignore format: one field per line.
export const response = lazyObject(() => ({
  platform: platformName(),
  status: z.enum(['ready', 'incomplete', 'unknown']).check(z.meta({ description: '`ready` if accounts can be connected, `incomplete` if something is missing, `unknown` if the platform did not confirm the credentials.', examples: ['ready'] })),
  owner: z.nullable(z.enum(['workspace', 'stage'])).check(z.meta({ description: 'Whose app it is: of the workspace, or of the stage, as on platforms where no app is registered. Null if there is none.', examples: ['workspace'] })),
  client_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the app on the platform.', examples: ['app-id'] })),
  redirect_uri: z.string().check(z.meta({ description: 'The redirect URI to register with the app.', examples: ['https://api.example.com/v1/connect/callback'] })),
  missing_scopes: z.array(z.string()).check(z.meta({ description: 'The permissions that the stage uses and the `scopes` of the app leave out. What needs them is not available.', examples: [['media.write']] })),
  problems: z.array(AppProblem()).check(z.meta({ description: 'What keeps people from connecting accounts.', examples: [[]] })),
}));
