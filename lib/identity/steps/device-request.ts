import { PERMISSIONS, type Permission, scopeNames } from '../../core/api/permission.ts';
import { labelSchema } from '../../core/api/request-fields.ts';
import { ApiError } from '../../core/problems/api-error.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import { type DeviceRequest, MAX_DEVICE_NAME } from '../rules/device-login.ts';
import { publicClient } from '../rules/public-client.ts';
import { invalidRequestError, readOauthFields, requiredField } from './oauth-fields.ts';

/** Read the request of a device for access. Throws the errors of RFC 6749, section 5.2. */
export function readDeviceRequest(context: RequestContext): DeviceRequest {
  const fields = readOauthFields(context, ['client_id', 'scope', 'device_name']);
  return {
    client_id: publicClient(requiredField(fields, 'client_id')),
    scope: fields.scope ? knownPermissions(fields.scope) : null,
    device_name: fields.device_name ? deviceName(fields.device_name) : null,
    source_ip: context.sourceAddress,
  };
}

function knownPermissions(scope: string): Permission[] {
  const names = scopeNames(scope);
  const unknown = names.filter((name) => !PERMISSIONS.includes(name as Permission));
  if (unknown.length === 0) return names as Permission[];
  const shown = unknown.join(' ').slice(0, 200);
  throw new ApiError('invalid_scope', `The parameter scope has names that are no permissions: ${shown}.`);
}

function deviceName(text: string): string {
  const { success, error } = labelSchema(MAX_DEVICE_NAME).safeParse(text);
  if (success) return text;
  throw invalidRequestError(`The parameter device_name is invalid. ${error.issues[0]!.message}`);
}
