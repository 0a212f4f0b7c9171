import { type FieldError, validationError } from '../domain/api-error.ts';
import type { Media } from '../domain/platform.ts';
import { validateReceiverUrl } from '../net/ssrf-guard.ts';

/**
 * Assert that the URLs of media are public. Throws 422 with a pointer per invalid URL. Rejects URLs with a literal
 * address that is not public, with user information, or with a port other than 443 and 8443. The resolved address is
 * checked when the media is downloaded.
 */
export function assertPublicMedia(media: Media[]): void {
  assertPublic(media.map(({ url }, index) => ({ url, pointer: `/media/${index}/url` })));
}

/** Assert that the URL of a file is public, as `assertPublicMedia` does for those of an item. */
export function assertPublicUrl(url: string): void {
  assertPublic([{ url, pointer: '/url' }]);
}

function assertPublic(urls: { url: string; pointer: string }[]): void {
  const errors = urls.flatMap(({ url, pointer }): FieldError[] => {
    const result = validateReceiverUrl(url, { allowLoopback: false });
    return 'refusal' in result ? [{ pointer, code: 'url_refused', detail: result.refusal }] : [];
  });
  if (errors.length > 0) throw validationError(errors);
}
