import { api, type Schemas, unwrap } from '../api/client.ts';
import { useQuery } from '../api/hooks.ts';
import { usePermission, useSession } from '../session-context.tsx';

/** Return the name of a person: as it was recorded, or that of the member with the id. */
export type NameOf = (id: string | null, recorded?: string | null) => string;

async function loadNames(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor ? { cursor } : {}) };
    const page: Schemas['MemberList'] = await unwrap(api.GET('/team/members', { params: { query } }));
    for (const { id, name } of page.members) names.set(id, name);
    cursor = page.pagination.next_cursor;
  } while (cursor);
  return names;
}

/** The names of people by their ids. Members who may not see the team see their own name only. */
export function useNames(): NameOf {
  const mayRead = usePermission('team:read');
  const { user } = useSession();
  const { data } = useQuery(`names ${mayRead}`, async () => (mayRead ? loadNames() : new Map<string, string>()));
  return (id, recorded = null) => {
    if (recorded !== null) return recorded;
    if (id === user.id) return 'you';
    return data?.get(id ?? '') ?? (mayRead && data ? 'a former member' : 'another member');
  };
}
