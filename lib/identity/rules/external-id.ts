/** The id that a product gives to a workspace: 1 to 255 printable ASCII characters, case-sensitive. */
export const EXTERNAL_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

const PREFIX = 'external:';

/** Return the external id in `external:<external id, percent-encoded>`, or null for any other text. */
export function parseExternalName(name: string): string | null {
  if (!name.startsWith(PREFIX)) return null;
  try {
    const externalId = decodeURIComponent(name.slice(PREFIX.length));
    return EXTERNAL_ID.test(externalId) ? externalId : null;
  } catch {
    return null;
  }
}
