import { memberData } from '../../lib/domain/team.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadMember } from '../../lib/table/workspace.ts';

/** Reads a member. */
export const handler = endpoint('team.member', async ({ caller, params }) => {
  const member = await found('user', params.id, (id) => loadMember(caller.workspace.id, id));
  return { status: 200, body: memberData(member) };
});
