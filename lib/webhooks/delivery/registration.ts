import { validateReceiverUrl } from '../../core/net/ssrf-guard.ts';
import { validationError } from '../../core/problems/request-errors.ts';
import { secretProblem } from './signing-secret.ts';

/** Return the normalized URL of an endpoint. Throws a 422 error for a URL that cannot be registered. */
export function parseReceiverUrl(raw: string, allowLoopback: boolean): string {
  const result = validateReceiverUrl(raw, { allowLoopback });
  if ('url' in result) return result.url;
  throw validationError([{ pointer: '/url', code: 'url_refused', detail: result.rejection }]);
}

/** Check a signing secret that the caller chose. Throws a 422 error, without the secret, for an invalid one. */
export function parseSigningSecret(secret: string): string {
  const problem = secretProblem(secret);
  if (problem === null) return secret;
  throw validationError([{ pointer: '/secret', code: 'invalid_secret', detail: problem }]);
}
