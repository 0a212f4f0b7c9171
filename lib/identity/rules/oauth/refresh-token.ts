import { isId } from '../../../core/values/id.ts';

/** An API key and its secret, which a refresh token contains. */
export type KeySecret = { clientId: string; clientSecret: string };

/** How long the previous refresh token may be sent again because the response was lost, in milliseconds. */
export const REUSE_GRACE_MS = 60_000;
/** How many earlier refresh tokens are recognized: at one an hour, those of the 90 days of a key. */
const MAX_RECOGNIZED = 2_160;

/** Build the refresh token of an API key that a device or an application has. */
export function formatRefreshToken({ clientId, clientSecret }: KeySecret): string {
  return `${clientId}.${clientSecret}`;
}

/** Return what a refresh token contains, or null for any other text. */
export function parseRefreshToken(text: string): KeySecret | null {
  const [clientId, clientSecret, ...rest] = text.split('.');
  if (!clientId || !clientSecret || rest.length > 0 || !isId('key', clientId)) return null;
  return { clientId, clientSecret };
}

/** The place of a refresh secret in the chain of an API key. `previous`: the current one has not been used. */
export type Place = 'current' | 'previous' | 'earlier' | 'unknown';

/** Find a secret in the chain whose current element has this hash. `next` returns the element after another. */
export function placeOf(
  secret: string,
  current: { secret_hash: string; rotations: number },
  next: (secret: string) => string,
  hash: (secret: string) => string,
): Place {
  const places: Place[] = ['current', 'previous'];
  let element = secret;
  // A hash of 256 random bits: the time of a comparison tells nothing about the secret.
  for (let steps = 0; steps <= Math.min(current.rotations, MAX_RECOGNIZED); steps++) {
    if (hash(element) === current.secret_hash) return places[steps] ?? 'earlier';
    element = next(element);
  }
  return 'unknown';
}
