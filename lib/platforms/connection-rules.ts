import { PLATFORM_TABLE, type Platform } from './platforms.ts';

/** The fields of `POST /accounts` whose validity depends on the platform. */
interface ConnectionInput {
  platform: Platform;
  sandbox?: boolean | undefined;
  external_id?: string | undefined;
  access_token?: string | undefined;
  refresh_token?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  expires_in?: number | undefined;
  inbound?: { verify_token?: string | undefined } | undefined;
}

/** A field the platform does not accept. `message` is public. */
type ConnectionError = { path: string[]; message: string };

/** Find the fields of a new account that its platform does not accept; empty when there are none. */
export function findConnectionErrors(input: ConnectionInput): ConnectionError[] {
  if (input.sandbox) return findSandboxErrors(input);
  const { externalId } = PLATFORM_TABLE[input.platform];
  const missing = REQUIRED_FIELDS.filter((field) => input[field] === undefined);
  const missingErrors = missing.map((field) => ({ path: [field], message: 'Required field is missing.' }));
  const idErrors = [{ path: ['external_id'], message: `Must be ${externalId.description}.` }];
  const isValidId = input.external_id === undefined || externalId.pattern.test(input.external_id);
  return [...missingErrors, ...(isValidId ? [] : idErrors), ...findWebhookErrors(input), ...findRefreshErrors(input)];
}

const REQUIRED_FIELDS = ['external_id', 'access_token'] as const;
const CREDENTIAL_FIELDS = [
  'access_token',
  'refresh_token',
  'expires_in',
  'client_id',
  'client_secret',
  'inbound',
] as const;

/** Ids of sandbox accounts. No platform has such an id, so an account never changes from the sandbox to a platform. */
export const SANDBOX_EXTERNAL_ID = /^sandbox-[A-Za-z0-9_-]{1,80}$/;

function findSandboxErrors(input: ConnectionInput): ConnectionError[] {
  const given = CREDENTIAL_FIELDS.filter((field) => input[field] !== undefined);
  const errors = given.map((field) => ({ path: [field], message: 'Not supported for sandbox accounts.' }));
  if (input.external_id === undefined || SANDBOX_EXTERNAL_ID.test(input.external_id)) return errors;
  const message = 'Must start with `sandbox-`, followed by at most 80 letters, digits, hyphens and underscores.';
  return [{ path: ['external_id'], message }, ...errors];
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
