import type { DeviceLogin } from '../../api/device-logins.ts';

/** Return the permissions that a device asks for and that an approval does not grant. */
export function withheldPermissions({ scope, permissions }: Pick<DeviceLogin, 'scope' | 'permissions'>): string[] {
  return (scope ?? []).filter((name) => !permissions.includes(name));
}
