import { ApiError } from '../domain/api-error.ts';
import type { RequestContext } from './request-context.ts';

/** What has a version that every change of it raises. */
interface Versioned {
  version: number;
}

/** The strong entity tag of a thing as it is: another one after every change of what it shows. */
export function etagOf({ version }: Versioned): string {
  return `"${version}"`;
}

/**
 * Reads `If-Match` where the route takes it: `*`, or entity tags with commas between them. Weak ones are never
 * equal to a strong one and are dropped. 400 for anything else. RFC 9110, sections 8.8.3 and 13.1.1.
 */
export function readIfMatch(call: RequestContext): void {
  const sent = call.event.headers?.['if-match'];
  if (sent === undefined || !call.route?.ifMatch) return;
  const value = sent.trim();
  call.ifMatch = value === '*' ? ['*'] : strongTagsIn(value);
}

/**
 * Refuses with 412 and the tag of now when the request was made for another state of the thing. Its change is
 * committed on the version looked at here, so nothing comes between; when something did, the operation starts
 * again and is held against what is there then.
 */
export function assertIfMatch(call: Pick<RequestContext, 'ifMatch'>, thing: Versioned): void {
  const etag = etagOf(thing);
  if (!call.ifMatch || call.ifMatch.includes('*') || call.ifMatch.includes(etag)) return;
  throw new ApiError(
    'precondition_failed',
    'The object has changed since the version in If-Match. Retrieve it again; the ETag header has its current version.',
    { headers: { etag } },
  );
}

/** One element of the list and what ends it. Lists may have empty elements. RFC 9110, section 5.6.1. */
const ELEMENT = / ?(?:(W\/)?("[!#-~\u0080-\uffff]*"))? ?(,|$)/y;

function strongTagsIn(value: string): string[] {
  // A tag has no blanks in it, so runs of them mean nothing.
  const text = value.replaceAll(/[ \t]+/g, ' ');
  const strong: string[] = [];
  let found = 0;
  for (let position = 0, end = ','; end === ','; ) {
    ELEMENT.lastIndex = position;
    const element = ELEMENT.exec(text);
    if (!element) throw malformed();
    const [whole, weak, tag] = element;
    if (tag) found += 1;
    if (tag && !weak) strong.push(tag);
    position += whole.length;
    end = element[3]!;
  }
  if (found === 0) throw malformed();
  return strong;
}

function malformed(): ApiError {
  return new ApiError(
    'invalid_request',
    'If-Match must be * or a comma-separated list of entity tags such as "3".',
  );
}
