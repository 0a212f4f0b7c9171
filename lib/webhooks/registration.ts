import { invalidFields } from '../domain/refusal.ts';
import { endpointUrl } from './address.ts';
import { secretProblem } from './secret.ts';

/** The url to store for one that was asked for. Throws 422 for one that may not be registered. */
export function registeredUrl(raw: string, allowLoopback: boolean): string {
  const checked = endpointUrl(raw, { allowLoopback });
  if ('url' in checked) return checked.url;
  throw invalidFields([{ pointer: '/url', code: 'url_refused', detail: checked.refusal }]);
}

/** A secret of the caller's own. Throws 422, without repeating it, for one that cannot sign. */
export function acceptedSecret(secret: string): string {
  const problem = secretProblem(secret);
  if (problem === null) return secret;
  throw invalidFields([{ pointer: '/secret', code: 'invalid_secret', detail: problem }]);
}
