import { isId } from '../../../core/values/id.ts';

/** An API key and its secret. */
export type KeySecret = { clientId: string; clientSecret: string };

/**
 * A refresh token of the API key that a device or an application has. All those of a key have its first secret; `number`
 * counts them from 0, and `proof` is the one of the service that it has issued this number. The first one has none.
 */
export type RefreshToken = KeySecret & { number: number; proof: string };

/** How long the previous refresh token may be sent again because the response was lost, in milliseconds. */
export const REUSE_GRACE_MS = 60_000;

const TEXT = /^(?<clientId>\w+)\.(?<clientSecret>[\w-]+)(?:\.(?<number>[1-9]\d{0,8})\.(?<proof>[\w-]+))?$/;

/** Return the first refresh token of an API key. */
export function firstRefreshToken({ clientId, clientSecret }: KeySecret): RefreshToken {
  return { clientId, clientSecret, number: 0, proof: '' };
}

/** Build the text of a refresh token. */
export function formatRefreshToken({ clientId, clientSecret, number, proof }: RefreshToken): string {
  return [clientId, clientSecret, ...(number === 0 ? [] : [number, proof])].join('.');
}

/** Return what a refresh token contains, or null for any other text. */
export function parseRefreshToken(text: string): RefreshToken | null {
  const { clientId = '', clientSecret = '', number = 0, proof = '' } = TEXT.exec(text)?.groups ?? {};
  return isId('key', clientId) ? { clientId, clientSecret, number: Number(number), proof } : null;
}

/** The place of a refresh token among those of its API key. `previous`: the current one has not been used. */
export type Place = 'current' | 'previous' | 'earlier' | 'unknown';

/** Return the place of the refresh token with this number, after a number of rotations. */
export function placeOf(number: number, rotations: number): Place {
  if (number > rotations) return 'unknown';
  const places: Place[] = ['current', 'previous'];
  return places[rotations - number] ?? 'earlier';
}
