import type { ApiError } from '../../core/problems/define-problem.ts';
import { invalidRequest, preconditionFailed } from '../../core/problems/problems.ts';
import type { RequestContext } from './request-context.ts';

/** A resource whose version increases with every change. */
type Versioned = { version: number };

/** Return the strong entity tag of the current version of a resource. */
export function etagOf({ version }: Versioned): string {
  return `"${version}"`;
}

/**
 * Read `If-Match` of an endpoint that supports it: `*`, or a list of entity tags. Weak tags are dropped, because they
 * never equal a strong one. Throws 400 for anything else. RFC 9110, sections 8.8.3 and 13.1.1.
 */
export function readIfMatch(context: RequestContext): void {
  const header = context.event.headers?.['if-match'];
  if (header === undefined || !context.endpoint?.ifMatch) return;
  const value = header.trim();
  context.ifMatch = value === '*' ? ['*'] : parseStrongTags(value);
}

/**
 * Assert that a resource has a version named in `If-Match`. Throws 412 with the current entity tag. The writes are
 * conditional on the version checked here. After a concurrent change, the operation runs again and the new version is
 * checked.
 */
export function assertIfMatch(context: Pick<RequestContext, 'ifMatch'>, resource: Versioned): void {
  const etag = etagOf(resource);
  if (!context.ifMatch || context.ifMatch.includes('*') || context.ifMatch.includes(etag)) return;
  throw preconditionFailed(
    'The object has changed since the version in If-Match. Retrieve it again; the ETag header has its current version.',
    { headers: { etag } },
  );
}

/** One list element with the comma or end that follows. Elements may be empty. RFC 9110, section 5.6.1. */
const ELEMENT = / ?(?:(W\/)?("[!#-~\u0080-\uffff]*"))? ?(,|$)/y;

function parseStrongTags(value: string): string[] {
  // A tag contains no whitespace, so runs of it can be collapsed.
  const text = value.replaceAll(/[ \t]+/g, ' ');
  const strong: string[] = [];
  let count = 0;
  for (let position = 0, end = ','; end === ','; ) {
    ELEMENT.lastIndex = position;
    const element = ELEMENT.exec(text);
    if (!element) throw malformedError();
    const [whole, weak, tag] = element;
    if (tag) count += 1;
    if (tag && !weak) strong.push(tag);
    position += whole.length;
    end = element[3]!;
  }
  if (count === 0) throw malformedError();
  return strong;
}

function malformedError(): ApiError {
  return invalidRequest('If-Match must be * or a comma-separated list of entity tags such as "3".');
}
