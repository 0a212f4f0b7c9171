import { PLATFORM_TABLE, type Platform } from './platforms.ts';

/** The fields of `POST /accounts` whose validity depends on the platform. */
interface ConnectionInput {
  platform: Platform;
  external_id: string;
  refresh_token?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  inbound?: { verify_token?: string | undefined } | undefined;
}

/** A field the platform does not accept. `message` is public. */
type ConnectionError = { path: string[]; message: string };

/** Find the fields of a new account that its platform does not accept; empty when there are none. */
export function findConnectionErrors(input: ConnectionInput): ConnectionError[] {
  const { externalId } = PLATFORM_TABLE[input.platform];
  const idErrors = [{ path: ['external_id'], message: `Must be ${externalId.description}.` }];
  const isValidId = externalId.pattern.test(input.external_id);
  return [...(isValidId ? [] : idErrors), ...findWebhookErrors(input), ...findRefreshErrors(input)];
}

function findWebhookErrors({ platform, inbound }: ConnectionInput): ConnectionError[] {
  if (inbound === undefined) return [];
  const { displayName, webhook } = PLATFORM_TABLE[platform];
  if (webhook === undefined) {
    return [{ path: ['inbound'], message: `Not supported for ${displayName}, which sends no webhooks.` }];
  }
  const usesToken = webhook.challenge.kind === 'verify_token';
  if (usesToken === (inbound.verify_token !== undefined)) return [];
  const message = usesToken ? `Required for ${displayName}.` : `Not supported for ${displayName}.`;
  return [{ path: ['inbound', 'verify_token'], message }];
}

function findRefreshErrors({ platform, refresh_token, ...client }: ConnectionInput): ConnectionError[] {
  if (refresh_token === undefined) return [];
  const { displayName, token } = PLATFORM_TABLE[platform];
  if (token.grant === 'access_token') {
    const message = `Not supported for ${displayName}, which refreshes its access token directly.`;
    return [{ path: ['refresh_token'], message }];
  }
  const missing = token.clientFields.find((field) => client[field] === undefined);
  return missing === undefined ? [] : [{ path: [missing], message: 'Required to refresh the access token.' }];
}
