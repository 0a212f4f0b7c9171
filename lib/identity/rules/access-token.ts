import { isId } from '../../core/values/id.ts';
import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';

/** The API key or the session that an access token was issued to, with its member and their workspace. */
export interface TokenOwner {
  workspace_id: string;
  user_id: string;
  /** The id of an API key, of a stage key, or of a session. */
  client_id: string;
}

// Lower case, which no id has.
const SESSION_MARK = 'ses_';
const STAGE_KEY_MARK = 'skey_';

/** Build the text of an access token, which names its workspace, member and API key or session. */
export function formatAccessToken({ workspace_id, user_id, client_id }: TokenOwner, secret: string): string {
  return markOf(client_id) + formatIdToken([workspace_id, user_id, client_id], secret);
}

/** Return the ids in the text of an access token, or null for any other text. */
export function parseAccessToken(text: string): TokenOwner | null {
  const mark = [SESSION_MARK, STAGE_KEY_MARK].find((each) => text.startsWith(each)) ?? '';
  const issuer = mark === SESSION_MARK ? 'session' : mark === STAGE_KEY_MARK ? 'stageKey' : 'key';
  const ids = parseIdToken(text.slice(mark.length), ['workspace', 'user', issuer]);
  return ids && { workspace_id: ids[0], user_id: ids[1], client_id: ids[2] };
}

function markOf(clientId: string): string {
  if (isId('session', clientId)) return SESSION_MARK;
  return isId('stageKey', clientId) ? STAGE_KEY_MARK : '';
}
