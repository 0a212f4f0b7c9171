import { isId } from '../../core/values/id.ts';

/** An id that only its product understands, of a workspace or of a user: case-sensitive. */
export const OPAQUE_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** What `OPAQUE_ID` accepts, after "must be". */
export const OPAQUE_ID_RULE = '1 to 255 printable ASCII characters, without a space at its ends';

const PREFIX = 'external:';

/** Return the text behind `external:` in the name of a workspace, or null for a name without it. */
export function externalPart(name: string): string | null {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : null;
}

/** Return the external id in `external:<external id, percent-encoded>`, or null for any other text. */
export function parseExternalName(name: string): string | null {
  try {
    const externalId = decodeURIComponent(externalPart(name) ?? '');
    return OPAQUE_ID.test(externalId) ? externalId : null;
  } catch {
    return null;
  }
}

/** Return whether a text has the form of the name of a workspace: its id, or `external:` and its external id. */
export function isWorkspaceName(name: string): boolean {
  return isId('workspace', name) || parseExternalName(name) !== null;
}
