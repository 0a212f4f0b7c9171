import type { RequestContext } from '../../pipeline/request-context.ts';
import { parseUserCode } from '../../rules/oauth/device-code.ts';
import { type DeviceLogin, openLogin } from '../../rules/oauth/device-login.ts';
import { userCodePolicy } from '../../rules/rate-limits.ts';
import { loadDeviceLogin } from '../../store/device-logins.ts';
import { type CurrentSession, loadCallerSession } from '../current-session.ts';

/**
 * Load the device login whose user code a person has entered, with their session. Each code counts, because a limit of the
 * wrong ones alone would not keep a person from guessing until one is right. Throws 404, and as `loadCallerSession`.
 */
export async function loadEnteredLogin(
  context: RequestContext,
  enteredCode: string,
): Promise<CurrentSession & { login: DeviceLogin }> {
  const { nowMs } = context;
  const current = await loadCallerSession(context, nowMs, { furtherLimits: ({ id }) => [userCodePolicy(id)] });
  const userCode = parseUserCode(enteredCode);
  const login = userCode === null ? null : await loadDeviceLogin(userCode);
  return { ...current, login: openLogin(login, nowMs) };
}
