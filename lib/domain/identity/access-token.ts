import { ID_PREFIXES } from '../id.ts';

/** The API key that an access token was issued to, with the member who owns it and their workspace. */
export interface TokenOwner {
  workspace_id: string;
  user_id: string;
  client_id: string;
}

const ID = '([0-9A-HJKMNP-TV-Z]{26})';
const FORMAT = new RegExp(`^${ID}${ID}${ID}[A-Za-z0-9_-]{43}$`);

/**
 * Build the text of an access token: the digits of the ids of its workspace, member and API key, and a bearer secret.
 * The ids let one request of the table read everything that authentication needs.
 */
export function formatAccessToken({ workspace_id, user_id, client_id }: TokenOwner, secret: string): string {
  const text = [workspace_id, user_id, client_id].map((id) => id.slice(id.indexOf('_') + 1)).join('') + secret;
  if (!FORMAT.test(text)) throw new Error('An access token needs three ids and a bearer secret.');
  return text;
}

/**
 * Return the ids in the text of an access token, or null for any other text. A client can write any ids: they select
 * what is read, and prove nothing.
 */
export function parseAccessToken(text: string): TokenOwner | null {
  const [, workspace, user, key] = FORMAT.exec(text) ?? [];
  if (!key) return null;
  return {
    workspace_id: `${ID_PREFIXES.workspace}_${workspace}`,
    user_id: `${ID_PREFIXES.user}_${user}`,
    client_id: `${ID_PREFIXES.key}_${key}`,
  };
}
