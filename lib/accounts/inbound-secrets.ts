import { type InboundAccount, type InboundSecrets, inboundContext } from '../domain/inbound.ts';
import { openFor, sealFor } from './encryption.ts';

const REMEMBERED_MS = 300_000;
const MOST_REMEMBERED = 500;

// By ciphertext: whoever reads the account anew finds another one when its secrets were changed.
const opened = new Map<string, { secrets: InboundSecrets; untilMs: number }>();

/** What the webhooks of an account are checked with, encrypted by the key of the stage and bound to the account. */
export function sealInbound(
  secrets: InboundSecrets,
  owner: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>,
): Promise<string> {
  return sealFor(secrets, inboundContext(owner));
}

/**
 * The secrets again, remembered by this instance for five minutes: whoever sends wrong signatures all day makes it
 * decrypt no more than that. Throws `SecretsUnreadable` when nothing will ever decrypt them.
 */
export async function openInbound(account: InboundAccount, nowMs: number): Promise<InboundSecrets> {
  const known = opened.get(account.sealed);
  if (known && known.untilMs > nowMs) return known.secrets;
  const secrets = await openFor<InboundSecrets>(account.sealed, inboundContext(account));
  if (opened.size >= MOST_REMEMBERED) opened.clear();
  opened.set(account.sealed, { secrets, untilMs: nowMs + REMEMBERED_MS });
  return secrets;
}
