import { api, unwrap } from './api/client.ts';
import { useQuery } from './api/hooks.ts';
import { useSession } from './session-context.tsx';

// A workspace with more members shows the ids of the others.
const MAX_PAGES = 5;

/** Return a function from user ids to names. Shows ids while names are loaded, and to roles that may not read them. */
export function useMemberNames(): (userId: string) => string {
  const { user, permissions } = useSession();
  const { data } = useQuery('member names', () => (permissions.includes('team:read') ? loadNames() : noNames()));
  return (userId) => (userId === user.id ? 'you' : (data?.get(userId) ?? userId));
}

async function noNames(): Promise<Map<string, string>> {
  return new Map();
}

async function loadNames(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { members, pagination } = await unwrap(
      api.GET('/team/members', { params: { query: { limit: 100, cursor } } }),
    );
    for (const { id, name } of members) names.set(id, name);
    if (pagination.next_cursor === null) break;
    cursor = pagination.next_cursor;
  }
  return names;
}
