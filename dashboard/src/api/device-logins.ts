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

/** Decide about a device login as it was shown. An approval requires a recent sign-in. */
export async function decideDeviceLogin(login: DeviceLogin, decision: Decision): Promise<void> {
  const { user_code, confirmation } = login;
  const body: Schemas['DeviceDecision'] = { user_code, confirmation, decision };
  await dataOf(await withRecentSignIn(() => send('POST', '/v1/auth/device/decision', body)));
}
