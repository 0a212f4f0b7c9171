import { ApiError } from '../../core/problems/api-error.ts';
import { bodyObject, formFields, isForm } from '../pipeline/body.ts';
import type { RequestContext } from '../pipeline/request-context.ts';

/** A token request, independent of the format it was sent in. See docs/reference/api-keys.md. */
export type TokenRequest = { clientId: string; clientSecret: string; scope: string | null; usedBasic: boolean };

/**
 * Read the credentials of a token request. Supports format A (`api_key`, `secret`) and format B (`client_id`,
 * `client_secret`, `grant_type`), as JSON or as a form, and HTTP Basic with `grant_type` in the body. Throws 400
 * `invalid_request` for malformed, mixed or repeated parameters. Unknown parameters are ignored (RFC 6749, section
 * 3.2).
 */
export function readTokenRequest(context: RequestContext): TokenRequest {
  const basic = readBasic(context.event.headers?.authorization);
  const fields = readFields(context);
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
  const scope = fields.scope === undefined || fields.scope === '' ? null : fields.scope;
  if (usesA) {
    return toTokenRequest(fields.api_key, fields.secret, 'api_key and secret', scope);
  }
  if (fields.grant_type === undefined)
    throw invalidRequestError('The grant_type parameter is required. Send client_credentials.');
  if (fields.grant_type !== 'client_credentials') {
    throw new ApiError('unsupported_grant_type', 'The grant_type must be client_credentials.');
  }
  if (basic) return { ...basic, scope, usedBasic: true };
  return toTokenRequest(fields.client_id, fields.client_secret, 'client_id and client_secret', scope);
}

function toTokenRequest(
  clientId: string | undefined,
  clientSecret: string | undefined,
  names: string,
  scope: string | null,
): TokenRequest {
  if (!clientId || !clientSecret) throw invalidRequestError(`The parameters ${names} are required.`);
  return { clientId, clientSecret, scope, usedBasic: false };
}

function readFields(context: RequestContext): Record<string, string | undefined> {
  if (context.rawBody === null) return {};
  if (!isForm(context)) {
    const fields = bodyObject(context);
    for (const [name, value] of Object.entries(fields)) {
      if (PARAMETERS.includes(name) && typeof value !== 'string')
        throw invalidRequestError(`The parameter ${name} must be a string.`);
    }
    return fields as Record<string, string>;
  }
  return formFields(context);
}

const PARAMETERS = ['api_key', 'secret', 'client_id', 'client_secret', 'grant_type', 'scope'];

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

function invalidRequestError(detail: string): ApiError {
  return new ApiError('invalid_request', detail);
}
