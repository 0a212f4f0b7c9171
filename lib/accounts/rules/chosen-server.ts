import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import type { Account } from './account.ts';

/**
 * Return the host of an account's server that its workspace has chosen, and which may therefore not respond. Null for a
 * server of the platform itself, whose API has the URL `platformUrl`.
 */
export function chosenServerHost(
  { platform, server }: Pick<Account, 'platform' | 'server'>,
  platformUrl: string,
): string | null {
  if (!server) return null;
  const { host, hostname, origin } = new URL(server);
  if (origin === new URL(platformUrl).origin) return null;
  return PLATFORM_TABLE[platform].ownsServer?.(hostname) === true ? null : host;
}
