import { randomBytes } from 'node:crypto';
import type { Key } from '../domain/credential.ts';
import { makeId } from '../domain/id.ts';
import { MOST_KEYS_PER_WORKSPACE } from '../domain/key-granting.ts';
import { type Member, newWorkspace, type Plan, type Workspace } from '../domain/workspace.ts';
import { newSecret, secretHash } from '../http/secret.ts';
import type { Write } from '../table/commit.ts';
import { newKeyWrites } from '../table/key.ts';
import { memberWrites, workspaceWrite } from '../table/workspace.ts';

/** A workspace that is not in the table yet, with what puts it there. */
export interface FoundedWorkspace {
  workspace: Workspace;
  owner: Member;
  key: Key;
  /** Known here and nowhere else: the table gets its hash. */
  clientSecret: string;
  writes: Write[];
}

/** A workspace with its owner and the owner's key, made of fresh random secrets of 256 bits. */
export function foundWorkspace(
  asked: { name: string; plan: Plan; email: string; ownerName: string },
  nowMs: number,
): FoundedWorkspace {
  const clientSecret = newSecret();
  const newId = (kind: 'workspace' | 'user' | 'key') => makeId(kind, nowMs, randomBytes(10));
  const made = newWorkspace(
    asked,
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
    workspaceWrite(made.workspace),
    ...newKeyWrites(made.key, MOST_KEYS_PER_WORKSPACE),
    ...memberWrites(made.owner),
  ];
  return { ...made, clientSecret, writes };
}
