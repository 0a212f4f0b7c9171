import { decryptCandidate } from '../credentials/connect-secrets.ts';
import { type ConnectCandidate, type ConnectFlow, connectStatus } from '../rules/connect/connect-flow.ts';
import { type ConnectionEnd, connectGranted } from './finish-connection.ts';

/** End a flow with the account that was chosen. Returns null when the flow does not offer this account (any more). */
export async function selectAccount(
  flow: ConnectFlow,
  externalId: string | undefined,
  newAccountId: string,
  nowMs: number,
): Promise<ConnectionEnd | null> {
  const candidate = flow.candidates.find(({ external_id }) => external_id === externalId);
  if (!candidate || connectStatus(flow, nowMs) !== 'selecting') return null;
  const { external_id, name, server, encrypted_secrets } = candidate;
  const secrets = await decryptCandidate(encrypted_secrets, flow);
  const expiresInSeconds = remainingSeconds(candidate, nowMs);
  const granted = { externalId: external_id, name, server, secrets, expiresInSeconds };
  return connectGranted(flow, granted, newAccountId, nowMs);
}

function remainingSeconds({ token_expires_at }: ConnectCandidate, nowMs: number): number | null {
  if (token_expires_at === null) return null;
  return Math.max(1, Math.floor((Date.parse(token_expires_at) - nowMs) / 1000));
}
