import { decryptFor, encryptFor } from '../../core/crypto/kms.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import type { ConnectFlow } from '../rules/connect/connect-flow.ts';

// Bound to the flow: neither can be decrypted as that of another one, or as the secrets of an account.
type FlowName = Pick<ConnectFlow, 'id' | 'workspace_id'>;
const contextOf = ({ id, workspace_id }: FlowName) => ({ connect_id: id, workspace_id });

/** The URL of the consent page, and the values that the connector needs in the callback. */
export type PendingConnection = { url: string; values: Record<string, string> };

/** Encrypt what a connection needs after its start, at most 4 KiB. */
export function encryptPending(pending: PendingConnection, flow: FlowName): Promise<string> {
  return encryptFor(pending, contextOf(flow));
}

/** Decrypt what a connection needs after its start. */
export function decryptPending(flow: ConnectFlow): Promise<PendingConnection> {
  return decryptFor(flow.encrypted_pending!, contextOf(flow));
}

/** Encrypt the secrets of an account until the person has chosen one. */
export function encryptCandidate(secrets: AccountSecrets, flow: FlowName): Promise<string> {
  return encryptFor(secrets, contextOf(flow));
}

/** Decrypt the secrets of the account that the person has chosen. */
export function decryptCandidate(encrypted: string, flow: FlowName): Promise<AccountSecrets> {
  return decryptFor(encrypted, contextOf(flow));
}
