import { ApiError } from '../domain/api-error.ts';
import type { RequestContext } from './request-context.ts';

/** The largest body taken, in bytes. Contract, section 8. */
const MAX_BODY_BYTES = 256 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/**
 * Takes the body out of the gateway's wrapping. The gateway hands over most content types as base64, forms
 * among them, so that is undone first. Refuses what is too large (413) or of a type the endpoint does not
 * read (415); what the bytes say is looked at only once the caller is known.
 */
export function decodeBody(call: RequestContext): void {
  const { body, isBase64Encoded, headers } = call.event;
  if (body === undefined || body === '') return;
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    throw new ApiError(
      'body_too_large',
      `The request body has ${bytes.length} bytes. The maximum is ${MAX_BODY_BYTES} bytes.`,
    );
  }
  if (!call.route || call.route.body === 'none') return;
  if (call.route.body === 'raw') {
    call.rawBody = bytes;
    return;
  }
  const type = headers?.['content-type'] ?? '';
  const takesForms = call.route.body === 'custom';
  if (!JSON_TYPE.test(type) && !(takesForms && FORM_TYPE.test(type))) {
    const taken = takesForms ? 'application/json or application/x-www-form-urlencoded' : 'application/json';
    throw new ApiError('unsupported_media_type', `Send the request body as ${taken}, encoded in UTF-8.`);
  }
  call.rawBody = bytes;
}

/** True when the body was declared as a form. */
export function isForm(call: RequestContext): boolean {
  return FORM_TYPE.test(call.event.headers?.['content-type'] ?? '');
}

/**
 * The body's text. Bytes that are not UTF-8 are refused, never stored as replacement characters. The gateway
 * hands JSON over as text and has put U+FFFD where bytes were wrong, so that character is refused as well;
 * written as an escape it is still text.
 */
export function bodyText(call: RequestContext): string {
  const text = decoded(call);
  if (text.includes('\ufffd')) throw notUtf8();
  return text;
}

/** The JSON of a body whose bytes were found to be what their sender signed; 400 when they are no JSON. */
export function verifiedJson(call: RequestContext): unknown {
  return parsed(decoded(call));
}

function decoded(call: RequestContext): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(call.rawBody ?? new Uint8Array());
  } catch (error) {
    throw notUtf8(error);
  }
}

function notUtf8(cause?: unknown): ApiError {
  return new ApiError('invalid_json', 'The request body is not valid UTF-8.', { cause });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError('invalid_json', 'The request body is not valid JSON.', { cause: error });
  }
}

/** The body as a JSON object; anything else is refused with 400. */
export function bodyObject(call: RequestContext): Record<string, unknown> {
  const value = parsed(bodyText(call));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('invalid_json', 'The request body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}
