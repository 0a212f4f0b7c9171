import type { ApiError } from '../../core/problems/define-problem.ts';
import { bodyTooLarge, invalidJson, invalidRequest, unsupportedMediaType } from '../../core/problems/problems.ts';
import { validationError } from '../../core/problems/request-errors.ts';
import { MAX_JSON_DEPTH, structureErrors } from '../../core/values/json-structure.ts';
import type { RequestContext } from './request-context.ts';

/** The maximum size of a request body. See docs/reference/requests.md. */
const MAX_BODY_BYTES = 256 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/**
 * Decode the body of the gateway event, which has most content types in base64. Throws 413 for a body that is too large
 * and 415 for a content type that the endpoint does not accept, or a compressed body. The content is parsed only after
 * authentication.
 */
export function decodeBody(context: RequestContext): void {
  const { body, isBase64Encoded, headers } = context.event;
  if (body === undefined || body === '') return;
  const codings = (headers?.['content-encoding'] ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  if (!codings.every((coding) => coding === '' || coding === 'identity')) {
    throw unsupportedMediaType('Send the request body without a Content-Encoding.', {
      headers: { 'accept-encoding': 'identity' },
    });
  }
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    throw bodyTooLarge(`The request body has ${bytes.length} bytes. The maximum is ${MAX_BODY_BYTES} bytes.`);
  }
  if (!context.endpoint || context.endpoint.body === 'none') return;
  if (context.endpoint.body === 'raw') {
    context.rawBody = bytes;
    return;
  }
  const type = headers?.['content-type'] ?? '';
  const acceptsForms = context.endpoint.body === 'custom' || context.endpoint.body === 'form';
  const acceptsJson = context.endpoint.body !== 'form';
  if (!(acceptsJson && JSON_TYPE.test(type)) && !(acceptsForms && FORM_TYPE.test(type))) {
    const types = [acceptsJson && 'application/json', acceptsForms && 'application/x-www-form-urlencoded'];
    const accepted = types.filter((each) => each !== false).join(' or ');
    throw unsupportedMediaType(`Send the request body as ${accepted}, encoded in UTF-8.`);
  }
  context.rawBody = bytes;
}

/** Return whether the content type of the body is a form. */
export function isForm(context: RequestContext): boolean {
  return FORM_TYPE.test(context.event.headers?.['content-type'] ?? '');
}

/**
 * Return the body as text. Throws 400 for bytes that are not UTF-8. The gateway passes JSON as text in which U+FFFD
 * replaces invalid bytes, so that character is rejected too. A client can still send it as an escape sequence.
 */
export function bodyText(context: RequestContext): string {
  const text = decodeText(context);
  if (text.includes('\ufffd')) throw invalidUtf8Error();
  return text;
}

/** Return the fields of a form. Throws 400 for a repeated field. */
export function formFields(context: RequestContext): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(bodyText(context))) {
    if (Object.hasOwn(fields, name)) {
      throw invalidRequest(`The parameter ${name.slice(0, 64)} must not be repeated.`);
    }
    fields[name] = value;
  }
  return fields;
}

/**
 * Parse the JSON of a body whose signature was verified. Throws 400 for invalid JSON and for one that is nested too
 * deeply. Unpaired surrogates are accepted: they are removed from texts, because a platform may cut a text in half.
 */
export function verifiedJson(context: RequestContext): unknown {
  const value = parseJson(decodeText(context));
  if ([...structureErrors(value)].some(({ code }) => code === 'nested_too_deeply')) {
    throw invalidJson(`The request body is nested in more than ${MAX_JSON_DEPTH} levels.`);
  }
  return value;
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decodeText(context: RequestContext): string {
  try {
    return UTF_8.decode(context.rawBody ?? new Uint8Array());
  } catch (error) {
    throw invalidUtf8Error(error);
  }
}

function invalidUtf8Error(cause?: unknown): ApiError {
  return invalidJson('The request body is not valid UTF-8.', { cause });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidJson('The request body is not valid JSON.', { cause: error });
  }
}

// UTF-8 has no unpaired surrogates, only an escape sequence can be one, or hide a name; few brackets are not deep.
function isSimple(text: string): boolean {
  return (
    !text.includes('\\u') &&
    !text.includes('__proto__') &&
    text.split(/[[{]/, MAX_JSON_DEPTH + 2).length <= MAX_JSON_DEPTH + 1
  );
}

/**
 * Parse the body as a JSON object. Throws 400 for anything else, and 422 for an object that is nested too deeply, has
 * unpaired surrogates or a field `__proto__`. A token request, which has no field errors, gets 400 for those as well.
 */
export function bodyObject(context: RequestContext): Record<string, unknown> {
  const text = bodyText(context);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidJson('The request body must be a JSON object.');
  }
  const isOAuth = context.endpoint?.body === 'custom';
  // OAuth ignores fields that it does not know.
  const errors = isSimple(text) ? [] : [...structureErrors(value)];
  const structureError = errors.find(({ code }) => !isOAuth || code !== 'unknown_field');
  if (!structureError) return value as Record<string, unknown>;
  if (!isOAuth) throw validationError([structureError]);
  const { pointer, detail } = structureError;
  throw invalidRequest(`The field ${pointer.slice(0, 64)} is invalid. ${detail}`);
}
