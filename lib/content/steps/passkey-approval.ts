import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import { settings as stageSettings } from '../../core/config/settings.ts';
import { assertionFault } from '../../core/crypto/webauthn-assertion.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { passkeyOrigin, relyingPartyId } from '../../identity/pipeline/passkey-origin.ts';
import type { Caller, RequestContext } from '../../identity/pipeline/request-context.ts';
import { type Passkey, passkeyRejectedError } from '../../identity/rules/passkey.ts';
import { loadPasskeys } from '../../identity/store/passkeys.ts';
import { approvalStatementOutdated } from '../problems.ts';
import { passkeyRequiredError } from '../rules/approval/approval.ts';
import {
  type ApprovalStatement,
  buildStatement,
  parseStatement,
  statementText,
} from '../rules/approval/approval-statement.ts';
import { contentHash } from '../rules/approval/content-hash.ts';
import type { Content } from '../rules/content.ts';
import type { ApprovalEvidence } from '../rules/content-approval.ts';

/** A signed statement, as a request has it. Nothing about it is known before it is verified. */
export interface SignedStatement {
  statement: string;
  credential: Record<string, unknown>;
}

/** A passkey that signs approvals. */
type SigningPasskey = Passkey & Required<Pick<Passkey, 'signing_key'>>;

/** Load the passkeys that a caller can sign with. Throws 403 for an API key, and for a member without one. */
export async function loadSigningPasskeys({ signedInAt, workspace, userId }: Caller): Promise<SigningPasskey[]> {
  if (signedInAt === null)
    throw passkeyRequiredError('A person approves by passkey in the dashboard; an API key cannot.');
  const passkeys = await loadPasskeys({ workspace_id: workspace.id, user_id: userId });
  const signing = passkeys.filter((each): each is SigningPasskey => each.signing_key !== undefined);
  if (signing.length > 0) return signing;
  const older = 'Your passkeys were added before approvals could be signed. Delete one and add it again.';
  throw passkeyRequiredError(passkeys.length > 0 ? older : 'You have no passkey. Add one in the dashboard.');
}

/** Build the statement for a caller to approve an item as it is now. */
export async function statementFor(
  content: Content,
  { userId }: Caller,
  context: RequestContext,
  issuedAtMs: number,
): Promise<ApprovalStatement> {
  const defaults = await loadDefaultAccounts(content.workspace_id, content.platforms);
  const [origin, rpId] = [passkeyOrigin(context), relyingPartyId(context)];
  const { latenessLimitSeconds } = stageSettings();
  const about = { contentHash: contentHash(content), defaults, approverId: userId, latenessLimitSeconds };
  return buildStatement(content, { ...about, origin, rpId, issuedAtMs });
}

/**
 * Verify that a caller signed the approval of an item as it is now, and return the evidence. Throws 409 for a statement
 * that is not the present one, and 422 for a signature that is not by a passkey of the caller.
 */
export async function verifySignedApproval(
  content: Content,
  { statement: text, credential }: SignedStatement,
  caller: Caller,
  context: RequestContext,
  nowMs: number,
): Promise<ApprovalEvidence> {
  const passkeys = await loadSigningPasskeys(caller);
  const issuedAtMs = Date.parse(parseStatement(text)?.issued_at ?? '');
  if (!(issuedAtMs <= nowMs)) throw outdatedError();
  const present = await statementFor(content, caller, context, issuedAtMs);
  if (statementText(present) !== text || nowMs > Date.parse(present.expires_at)) throw outdatedError();
  const passkey = passkeys.find(({ credential_id }) => credential_id === credential.id);
  if (!passkey) throw passkeyRejectedError('The passkey is not one of yours that can sign approvals.');
  const { public_key, certificate } = passkey.signing_key;
  const assertion = assertionIn(credential);
  const { origin, rp_id: rpId } = present;
  const fault = assertionFault(assertion, { statement: text, origin, rpId, public_key });
  if (fault !== null) throw passkeyRejectedError(`The signature of the passkey was rejected: ${fault}.`);
  return { statement: text, assertion, credential_id: passkey.credential_id, public_key, certificate };
}

function assertionIn({ response }: Record<string, unknown>): ApprovalEvidence['assertion'] {
  const { authenticatorData, clientDataJSON, signature } = (response ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' && value.length <= MAX_PART_LENGTH ? value : '');
  return {
    authenticator_data: text(authenticatorData),
    client_data_json: text(clientDataJSON),
    signature: text(signature),
  };
}

/** The longest part of a signature that is stored, in characters. That of an RSA key of 8,192 bits has 1,366. */
const MAX_PART_LENGTH = 4_096;

function outdatedError(): ApiError {
  const detail = 'The statement is not that of the content item as it is now. Request a new one and sign it.';
  return approvalStatementOutdated(detail);
}
