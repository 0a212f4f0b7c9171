import { validationError } from '../domain/api-error.ts';
import { validateReceiverUrl } from '../net/ssrf-guard.ts';
import { secretProblem } from './signing-secret.ts';

/** The url to store for one that was asked for. Throws 422 for one that may not be registered. */
export function parseReceiverUrl(raw: string, allowLoopback: boolean): string {
  const checked = validateReceiverUrl(raw, { allowLoopback });
  if ('url' in checked) return checked.url;
  throw validationError([{ pointer: '/url', code: 'url_refused', detail: checked.refusal }]);
}

/** A secret of the caller's own. Throws 422, without repeating it, for one that cannot sign. */
export function parseSigningSecret(secret: string): string {
  const problem = secretProblem(secret);
  if (problem === null) return secret;
  throw validationError([{ pointer: '/secret', code: 'invalid_secret', detail: problem }]);
}
