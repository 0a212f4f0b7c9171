import { isId } from '../../core/values/id.ts';
import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';

/** The API key or the session that an access token was issued to, with its member and their workspace. */
export interface TokenOwner {
  workspace_id: string;
  user_id: string;
  /** The id of an API key, or that of a session. */
  client_id: string;
}

// Lower case, which no id has.
const SESSION_MARK = 'ses_';

/** Build the text of an access token, which names its workspace, member and API key or session. */
export function formatAccessToken({ workspace_id, user_id, client_id }: TokenOwner, secret: string): string {
  return (isId('session', client_id) ? SESSION_MARK : '') + formatIdToken([workspace_id, user_id, client_id], secret);
}

/** Return the ids in the text of an access token, or null for any other text. */
export function parseAccessToken(text: string): TokenOwner | null {
  const ids = text.startsWith(SESSION_MARK)
    ? parseIdToken(text.slice(SESSION_MARK.length), ['workspace', 'user', 'session'])
    : parseIdToken(text, ['workspace', 'user', 'key']);
  return ids && { workspace_id: ids[0], user_id: ids[1], client_id: ids[2] };
}
