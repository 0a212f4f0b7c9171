import { type FieldError, validationError } from '../domain/api-error.ts';
import type { Media } from '../domain/platform.ts';
import { validateReceiverUrl } from '../net/ssrf-guard.ts';

/**
 * Assert that the URLs of media are public. Throws 422 with a pointer per invalid URL. Rejects URLs with a literal
 * address that is not public, with user information, or with a port other than 443 and 8443. The resolved address is
 * checked when the media is downloaded.
 */
export function assertPublicMedia(media: Media[]): void {
  const errors = media.flatMap(({ url }, index): FieldError[] => {
    const result = validateReceiverUrl(url, { allowLoopback: false });
    return 'refusal' in result ? [{ pointer: `/media/${index}/url`, code: 'url_refused', detail: result.refusal }] : [];
  });
  if (errors.length > 0) throw validationError(errors);
}
