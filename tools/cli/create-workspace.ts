import { randomBytes } from 'node:crypto';
import type { Plan } from '../../lib/core/config/plans.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import { MAX_KEYS_PER_WORKSPACE } from '../../lib/identity/rules/api-key-policy.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { newWorkspace, type Workspace } from '../../lib/identity/rules/workspace.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { workspaceWrite } from '../../lib/identity/store/workspaces.ts';

/** A new workspace and the writes that store it. */
export interface CreatedWorkspace {
  workspace: Workspace;
  owner: Member;
  key: ApiKey;
  /** The plain secret. The table stores only its hash. */
  clientSecret: string;
  writes: Write[];
}

/** Create a workspace, its owner and the owner's API key, with random secrets of 256 bits. */
export function createWorkspace(
  input: { name: string; plan: Plan; email: string; ownerName: string },
  nowMs: number,
): CreatedWorkspace {
  const clientSecret = newBearerSecret();
  const newId = (kind: 'workspace' | 'user' | 'key') => makeId(kind, nowMs, randomBytes(10));
  const created = newWorkspace(
    input,
    {
      workspaceId: newId('workspace'),
      userId: newId('user'),
      clientId: newId('key'),
      cursorSecret: randomBytes(32).toString('base64url'),
      clientSecretHash: secretHash(clientSecret),
    },
    nowMs,
  );
  const writes = [
    workspaceWrite(created.workspace),
    ...newApiKeyWrites(created.key, MAX_KEYS_PER_WORKSPACE),
    ...memberWrites(created.owner),
  ];
  return { ...created, clientSecret, writes };
}
