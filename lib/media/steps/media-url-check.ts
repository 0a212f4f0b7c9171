import { validateReceiverUrl } from '../../core/net/ssrf-guard.ts';
import { type FieldError, validationError } from '../../core/problems/request-errors.ts';

/**
 * Return the error of a URL that is not public, with its pointer; none for a valid one. Rejected are URLs with a literal
 * address that is not public, with user information, or with a port other than 443 and 8443. The resolved address is
 * checked when the file is downloaded.
 */
export function publicUrlErrors(url: string, pointer: string): FieldError[] {
  const result = validateReceiverUrl(url, { allowLoopback: false });
  return 'rejection' in result ? [{ pointer, code: 'url_refused', detail: result.rejection }] : [];
}

/** Throw 422 unless the URL of a file is public, as `publicUrlErrors` decides. */
export function assertPublicUrl(url: string): void {
  const errors = publicUrlErrors(url, '/url');
  if (errors.length > 0) throw validationError(errors);
}
