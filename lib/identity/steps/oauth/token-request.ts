import type { RequestContext } from '../../pipeline/request-context.ts';
import { unsupportedGrantType } from '../../rules/oauth/problems.ts';
import type { KeySecret } from '../../rules/oauth/refresh-token.ts';
import { invalidRequestError, readOauthFields, requiredField } from './oauth-fields.ts';

/** The grant type of a device login (RFC 8628, section 3.4). */
const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The credentials of an API key, independent of the format they were sent in. See docs/reference/api-keys.md. */
export type ClientCredentials = KeySecret & { usedBasic: boolean };

/** A token request. */
export type TokenRequest =
  | (ClientCredentials & { grant: 'client_credentials' } & Limits)
  | ({ grant: 'refresh_token'; clientId: string; refreshToken: string } & Limits)
  | ({ grant: 'device_code'; clientId: string; deviceCode: string } & Limits)
  | ({
      grant: 'authorization_code';
      clientId: string;
      code: string;
      redirectUri: string;
      codeVerifier: string;
    } & Limits);

/**
 * What an access token is limited to. Null for all permissions, every resource of its API key, and every workspace of a
 * stage key.
 */
type Limits = { scope: string | null; resource: string | null; workspace: string | null };

/**
 * Read a token request. Credentials of an API key are in format A (`api_key`, `secret`), in format B (`client_id`,
 * `client_secret`, `grant_type`), as JSON or as a form, or in HTTP Basic with `grant_type` in the body. The other grants
 * name a public client. Throws 400 `invalid_request` for malformed, mixed or repeated parameters.
 */
export function readTokenRequest(context: RequestContext): TokenRequest {
  const basic = readBasic(context.event.headers?.authorization);
  const fields = readOauthFields(context, PARAMETERS);
  const has = (name: string) => fields[name] !== undefined;
  const usesA = has('api_key') || has('secret');
  const usesB = has('client_id') || has('client_secret');
  if (usesA && (usesB || has('grant_type'))) {
    throw invalidRequestError(
      'Send either api_key and secret, or client_id, client_secret and grant_type, but not both.',
    );
  }
  if (basic && (usesA || usesB)) {
    throw invalidRequestError('Send the credentials in the Authorization header or in the body, but not in both.');
  }
  const limits = {
    scope: fields.scope || null,
    resource: fields.resource || null,
    workspace: fields.workspace || null,
  };
  const grant = 'client_credentials';
  if (usesA) {
    return { grant, ...credentials(fields.api_key, fields.secret, 'api_key and secret'), ...limits };
  }
  switch (fields.grant_type) {
    case undefined:
      throw invalidRequestError('The grant_type parameter is required. Send client_credentials.');
    case 'client_credentials':
      if (basic) return { grant, ...basic, ...limits, usedBasic: true };
      return {
        grant,
        ...credentials(fields.client_id, fields.client_secret, 'client_id and client_secret'),
        ...limits,
      };
    case 'refresh_token': {
      const clientId = requiredField(fields, 'client_id');
      return { grant: 'refresh_token', clientId, refreshToken: requiredField(fields, 'refresh_token'), ...limits };
    }
    case DEVICE_CODE_GRANT: {
      const clientId = requiredField(fields, 'client_id');
      return {
        grant: 'device_code',
        clientId,
        deviceCode: requiredField(fields, 'device_code'),
        ...limits,
        scope: null,
      };
    }
    case 'authorization_code':
      return {
        grant: 'authorization_code',
        clientId: requiredField(fields, 'client_id'),
        code: requiredField(fields, 'code'),
        redirectUri: requiredField(fields, 'redirect_uri'),
        codeVerifier: requiredField(fields, 'code_verifier'),
        ...limits,
        scope: null,
      };
    default:
      throw unsupportedGrantType(
        `The grant_type must be client_credentials, authorization_code, refresh_token or ${DEVICE_CODE_GRANT}.`,
      );
  }
}

function credentials(clientId: string | undefined, clientSecret: string | undefined, names: string): ClientCredentials {
  if (!clientId || !clientSecret) throw invalidRequestError(`The parameters ${names} are required.`);
  return { clientId, clientSecret, usedBasic: false };
}

const PARAMETERS = [
  ...['api_key', 'secret', 'client_id', 'client_secret', 'grant_type', 'scope'],
  ...['refresh_token', 'device_code', 'code', 'redirect_uri', 'code_verifier', 'resource', 'workspace'],
];

function readBasic(header: string | undefined): { clientId: string; clientSecret: string } | null {
  const encoded = /^basic +(\S+)$/i.exec(header?.trim() ?? '')?.[1];
  if (encoded === undefined) return null;
  const [clientId, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (!clientId || rest.length === 0)
    throw invalidRequestError('The Basic credentials must contain a client id and a client secret.');
  return { clientId: decodeFormValue(clientId), clientSecret: decodeFormValue(rest.join(':')) };
}

// RFC 6749, section 2.3.1 requires clients to form-encode both. Many do not: an invalid escape is taken literally.
function decodeFormValue(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
