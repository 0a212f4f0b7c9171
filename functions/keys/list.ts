import { keyData } from '../../lib/domain/key-granting.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { listKeys } from '../../lib/table/key.ts';

/** Lists the keys of the workspace, newest first, without their secrets. */
export const handler = endpoint('keys.list', async ({ caller, query, call, nowMs }) => {
  const paging = pagingOf(call, query);
  const page = await listKeys(caller.workspace.id, paging);
  const { pagination, headers } = paginationOf(call, paging, page);
  const keys = page.records.map(({ key, lastUsedAt }) => keyData(key, lastUsedAt, nowMs));
  return { status: 200, headers, body: { keys, pagination } };
});
