import { settings } from '../../lib/core/config/settings.ts';
import { operation } from '../../lib/identity/api/auth/create-device-code.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { requestQuotaOf } from '../../lib/identity/pipeline/rate-limit.ts';
import { verificationUri } from '../../lib/identity/pipeline/stage-origin.ts';
import { formatUserCode } from '../../lib/identity/rules/oauth/device-code.ts';
import {
  DEVICE_LOGIN_SECONDS,
  newDeviceLogin,
  POLL_INTERVAL_SECONDS,
} from '../../lib/identity/rules/oauth/device-login.ts';
import { parseDeviceRequest } from '../../lib/identity/rules/oauth/device-request.ts';
import { unsupportedGrantType } from '../../lib/identity/rules/oauth/problems.ts';
import { deviceLoginPolicy } from '../../lib/identity/rules/rate-limits.ts';
import { newDeviceCodes } from '../../lib/identity/steps/oauth/device-codes.ts';
import { readOauthFields, requiredField } from '../../lib/identity/steps/oauth/oauth-fields.ts';
import { newDeviceLoginWrite } from '../../lib/identity/store/device-logins.ts';

/** Start a device login. A user code that another login has causes a conflict, after which this runs with another one. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  requestQuotaOf(context, [deviceLoginPolicy(context.sourceAddress)]);
  const fields = readOauthFields(context, ['client_id', 'scope', 'device_name']);
  const parameters = {
    clientId: requiredField(fields, 'client_id'),
    scope: fields.scope,
    deviceName: fields.device_name,
  };
  const request = parseDeviceRequest(parameters, context.sourceAddress);
  if (!settings().dashboard) {
    throw unsupportedGrantType(
      'This service has no dashboard in which a person could approve a device. Use an API key.',
    );
  }
  const { deviceCode, stored } = newDeviceCodes();
  const userCode = formatUserCode(stored.user_code);
  const verification_uri = verificationUri(context);
  return {
    status: 200,
    body: {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri,
      verification_uri_complete: `${verification_uri}?${new URLSearchParams({ code: userCode })}`,
      expires_in: DEVICE_LOGIN_SECONDS,
      interval: POLL_INTERVAL_SECONDS,
    },
    writes: [newDeviceLoginWrite(newDeviceLogin(request, stored, nowMs), nowMs)],
  };
});
