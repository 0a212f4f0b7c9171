import type { Schemas } from './client.ts';
import { cookieRequest, dataOf } from './cookie-request.ts';
import { withRecentSignIn } from './recent-sign-in.ts';
import { send } from './session.ts';

export type DeviceLogin = Schemas['DeviceLogin'];
export type Decision = Schemas['DeviceDecision']['decision'];

/** Return what asks for access, by the code that the device shows. */
export function readDeviceLogin(code: string): Promise<DeviceLogin> {
  return cookieRequest('POST', '/v1/auth/device/login', { user_code: code });
}

/** Decide about a device login as it was shown. An approval grants these permissions, and requires a recent sign-in. */
export async function decideDeviceLogin(
  login: DeviceLogin,
  decision: Decision,
  permissions: Schemas['GrantablePermission'][],
): Promise<void> {
  const { user_code, confirmation } = login;
  const granted = decision === 'approve' ? { permissions } : {};
  const body: Schemas['DeviceDecision'] = { user_code, confirmation, decision, ...granted };
  await dataOf(await withRecentSignIn(() => send('POST', '/v1/auth/device/decision', body)));
}
