import { revokedKey } from '../../lib/domain/key-granting.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { keyRevocation, loadKey } from '../../lib/table/key.ts';

/** Revokes a key. Its tokens end with it, where one is still remembered within 60 seconds. */
export const handler = endpoint('keys.delete', async ({ caller, params, nowMs }) => {
  const { key } = await found('key', params.id, (id) => loadKey(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Key ${key.client_id} is revoked. Its tokens end within 60 seconds.` },
    change: keyRevocation(key, revokedKey(key, nowMs)),
  };
});
