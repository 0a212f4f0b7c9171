import { isId } from '../../core/values/id.ts';

/** An API key and its secret, which a refresh token contains. */
export type KeySecret = { clientId: string; clientSecret: string };

/** Build the refresh token of an API key that a device login has created. */
export function formatRefreshToken({ clientId, clientSecret }: KeySecret): string {
  return `${clientId}.${clientSecret}`;
}

/** Return what a refresh token contains, or null for any other text. */
export function parseRefreshToken(text: string): KeySecret | null {
  const [clientId, clientSecret, ...rest] = text.split('.');
  if (!clientId || !clientSecret || rest.length > 0 || !isId('key', clientId)) return null;
  return { clientId, clientSecret };
}
