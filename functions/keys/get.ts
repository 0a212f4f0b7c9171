import { keyData } from '../../lib/domain/key-granting.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadKey } from '../../lib/table/key.ts';

/** Reads a key, without its secret. */
export const handler = endpoint('keys.get', async ({ caller, params, nowMs }) => {
  const { key, lastUsedAt } = await found('key', params.id, (id) => loadKey(caller.workspace.id, id));
  return { status: 200, body: keyData(key, lastUsedAt, nowMs) };
});
