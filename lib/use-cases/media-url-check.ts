import { type FieldError, validationError } from '../domain/api-error.ts';
import type { Media } from '../domain/platform.ts';
import { validateReceiverUrl } from '../net/ssrf-guard.ts';

/**
 * Refuses with 422 media whose url leads, as far as its text tells, to an address that is not public, names a
 * user, or a port other than 443 and 8443. What the name resolves to is checked again when it is downloaded.
 */
export function assertPublicMedia(media: Media[]): void {
  const errors = media.flatMap(({ url }, place): FieldError[] => {
    const checked = validateReceiverUrl(url, { allowLoopback: false });
    return 'refusal' in checked
      ? [{ pointer: `/media/${place}/url`, code: 'url_refused', detail: checked.refusal }]
      : [];
  });
  if (errors.length > 0) throw validationError(errors);
}
