import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { newBearerSecret, secretHash } from '../../../core/crypto/bearer-secret.ts';
import { sha256 } from '../../../core/crypto/sha256.ts';
import type { Member } from '../../rules/member.ts';
import { formatDeviceCode, USER_CODE_LENGTH, USER_CODE_LETTERS } from '../../rules/oauth/device-code.ts';
import { type DeviceLogin, grantablePermissions, type StoredCodes } from '../../rules/oauth/device-login.ts';

/** The codes of a new device login. Only the device has the device code; the rest is stored. */
type NewCodes = { deviceCode: string; stored: StoredCodes };

/** Create the codes of a device login, and the hash of the secret that its API key will have. */
export function newDeviceCodes(): NewCodes {
  const user_code = Array.from({ length: USER_CODE_LENGTH }, randomLetter).join('');
  const deviceCode = formatDeviceCode(user_code, newBearerSecret());
  const secret_salt = randomBytes(32).toString('base64url');
  const secret_hash = secretHash(deviceSecret({ secret_salt }, deviceCode));
  return { deviceCode, stored: { user_code, device_code_hash: secretHash(deviceCode), secret_salt, secret_hash } };
}

/**
 * Return the secret of the API key of a device: the same for each poll, whose response may be lost. It needs the device code,
 * which is not stored, and the salt, which no one but the service has, and which is deleted with the login.
 */
export function deviceSecret({ secret_salt }: Pick<DeviceLogin, 'secret_salt'>, deviceCode: string): string {
  return createHmac('sha256', secret_salt).update(deviceCode).digest('base64url');
}

/** Return a hash that stands for what a member sees of a login: the device, their workspace, and what they would grant. */
export function confirmationOf(login: DeviceLogin, member: Member): string {
  const granted = grantablePermissions(login, member);
  return sha256([login.device_code_hash, member.workspace_id, member.id, ...granted].join('\n'));
}

function randomLetter(): string {
  return USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]!;
}
