import { GRANTABLE_PERMISSIONS, type Permission, scopeNames } from '../../../core/api/permission.ts';
import { labelSchema } from '../../../core/api/request-fields.ts';
import { invalidRequest } from '../../../core/problems/problems.ts';
import { type DeviceRequest, MAX_DEVICE_NAME } from './device-login.ts';
import { invalidScope } from './problems.ts';
import { registeredPublicClient } from './public-client.ts';

/** The parameters of a device authorization request (RFC 8628, 3.1), and the name of the device, an extension. */
interface DeviceParameters {
  clientId: string;
  scope: string | undefined;
  deviceName: string | undefined;
}

/** Check the request of a device for access. Empty parameters count as absent. Throws the errors of RFC 6749, section 5.2. */
export function parseDeviceRequest({ clientId, scope, deviceName }: DeviceParameters, sourceIp: string): DeviceRequest {
  return {
    client_id: registeredPublicClient(clientId),
    scope: scope ? knownPermissions(scope) : null,
    device_name: deviceName ? validName(deviceName) : null,
    source_ip: sourceIp,
  };
}

function knownPermissions(scope: string): Permission[] {
  const names = scopeNames(scope);
  const unknown = names.filter((name) => !GRANTABLE_PERMISSIONS.some((each) => each === name));
  if (unknown.length === 0) return names as Permission[];
  const shown = unknown.join(' ').slice(0, 200);
  throw invalidScope(`The parameter scope has names that are no permissions: ${shown}.`);
}

function validName(text: string): string {
  const { success, error } = labelSchema(MAX_DEVICE_NAME).safeParse(text);
  if (success) return text;
  throw invalidRequest(`The parameter device_name is invalid. ${error.issues[0]!.message}`);
}
