import { operation } from '../../lib/identity/api/auth/read-device-login.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertUndecided, toDeviceLoginView } from '../../lib/identity/rules/oauth/device-login.ts';
import { confirmationOf } from '../../lib/identity/steps/oauth/device-codes.ts';
import { loadEnteredLogin } from '../../lib/identity/steps/oauth/entered-login.ts';

/** Return what a person decides about: the device that asks, and what an approval grants. */
export const handler = defineEndpoint(operation, async ({ context, body }) => {
  const { login, member, workspace } = await loadEnteredLogin(context, body.user_code);
  assertUndecided(login);
  return { status: 200, body: toDeviceLoginView(login, member, workspace, confirmationOf(login, member)) };
});
