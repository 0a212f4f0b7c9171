import { isId } from '../../core/values/id.ts';
import { ID_PREFIXES } from '../../core/values/id-prefixes.ts';
import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';

/** The API key or the session that an access token was issued to, with its member and their workspace. */
export interface TokenOwner {
  workspace_id: string;
  user_id: string;
  /** The id of an API key, of a stage key, or of a session. */
  client_id: string;
}

// Their tokens begin with the prefix of their ids; those of API keys have no mark. Lower case, which no id has behind it.
const MARKED = ['session', 'stageKey'] as const;
const markOf = (kind: (typeof MARKED)[number]) => `${ID_PREFIXES[kind]}_`;

/** Build the text of an access token, which names its workspace, member and API key or session. */
export function formatAccessToken({ workspace_id, user_id, client_id }: TokenOwner, secret: string): string {
  const kind = MARKED.find((each) => isId(each, client_id));
  return (kind ? markOf(kind) : '') + formatIdToken([workspace_id, user_id, client_id], secret);
}

/** Return the ids in the text of an access token, or null for any other text. */
export function parseAccessToken(text: string): TokenOwner | null {
  const kind = MARKED.find((each) => text.startsWith(markOf(each)));
  const unmarked = kind ? text.slice(markOf(kind).length) : text;
  const ids = parseIdToken(unmarked, ['workspace', 'user', kind ?? 'key']);
  return ids && { workspace_id: ids[0], user_id: ids[1], client_id: ids[2] };
}
