import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { useAccounts } from '../../content/content.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { type AuditEntry, recordedName, subjectOf } from './describe.ts';

/** The names of people and resources, as far as the reader may see them. */
export interface Names {
  /** The name of a user, also the reader's own: the log is about a third person. */
  ofUser: (userId: string) => string;
  /** The name of what an entry is about. Null where it is not known. */
  ofSubject: (entry: AuditEntry) => string | null;
}

// The posts of the latest entries are usually among the latest posts.
const POSTS = 100;

/** Load the names that the sentences of these entries contain. */
export function useNames(entries: readonly AuditEntry[]): Names {
  const { user } = useSession();
  const memberName = useMemberNames();
  const canReadPosts = usePermission('content:read');
  const accounts = useAccounts(usePermission('accounts:read')).data;
  const posts = useQuery(
    `post titles ${canReadPosts}`,
    async () => (canReadPosts ? (await unwrap(api.GET('/content', { params: { query: { limit: POSTS } } }))).data : []),
    { isShared: true },
  ).data;
  const ofUser = (id: string) => (id === user.id ? user.name : memberName(id));
  const recorded = new Map<string, string>();
  // The entries are newest first, and the newest name of a resource is the one that people know.
  for (const entry of entries) {
    const name = recordedName(entry);
    if (name !== undefined && !recorded.has(entry.resource.id)) recorded.set(entry.resource.id, name);
  }
  for (const { id, title } of posts ?? []) recorded.set(id, title);
  for (const { id, name } of accounts ?? []) recorded.set(id, name);
  const ofSubject = (entry: AuditEntry) => {
    const { type, id } = subjectOf(entry);
    return recordedName(entry) ?? recorded.get(id) ?? (type === 'member' ? ofUser(id) : null);
  };
  return { ofUser, ofSubject };
}
