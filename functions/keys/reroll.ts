import { rerollSecret } from '../../lib/domain/client-secrets.ts';
import { keyData, mustBeRerollable } from '../../lib/domain/key-granting.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { newSecret, secretHash } from '../../lib/http/secret.ts';
import { keyChange, loadKey } from '../../lib/table/key.ts';

/** Gives a key another secret, shown this once. Secrets of before work for `overlap_seconds` more. */
export const handler = endpoint('keys.reroll', async ({ caller, params, body, nowMs }) => {
  const { key: before, lastUsedAt } = await found('key', params.id, (id) => loadKey(caller.workspace.id, id));
  mustBeRerollable(before, caller.permissions, nowMs);
  const secret = newSecret();
  const after = rerollSecret(before, secretHash(secret), body.overlap_seconds, nowMs);
  return {
    status: 200,
    body: { ...keyData(after, lastUsedAt, nowMs), client_secret: secret },
    change: [keyChange(before, after)],
  };
});
