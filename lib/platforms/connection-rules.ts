import { HAS_CONNECTOR } from './fact-tables.ts';
import { PLATFORM_TABLE, type Platform } from './platforms.ts';

/** The fields of `POST /accounts` whose validity depends on the platform. */
interface ConnectionInput {
  platform: Platform;
  sandbox?: boolean | undefined;
  external_id?: string | undefined;
  access_token?: string | undefined;
  app_password?: string | undefined;
  expires_in?: number | undefined;
  refresh_token?: string | undefined;
  client_id?: string | undefined;
  client_secret?: string | undefined;
  inbound?: { verify_token?: string | undefined } | undefined;
}

/** How an account can be connected: with `POST /connect/{platform}`, or with a credential for `POST /accounts`. */
export const CONNECTION_METHODS = ['oauth', 'app_password', 'access_token'] as const;
type ConnectionMethod = (typeof CONNECTION_METHODS)[number];

/** A field the platform does not accept. `message` is public. */
type ConnectionError = { path: string[]; message: string };

/** Find the fields of a new account that its platform does not accept; empty when there are none. */
export function findConnectionErrors(input: ConnectionInput): ConnectionError[] {
  if (input.sandbox) return findSandboxErrors(input);
  const { appPassword } = PLATFORM_TABLE[input.platform];
  const errors = [...findIdErrors(input), ...findWebhookErrors(input), ...findCredentialErrors(input)];
  return appPassword ? errors : [...errors, ...findRefreshErrors(input)];
}

/** List how an account of a platform can be connected. */
export function connectionMethodsOf(platform: Platform): ConnectionMethod[] {
  return [...(HAS_CONNECTOR[platform] ? (['oauth'] as const) : []), credentialOf(platform)];
}

function credentialOf(platform: Platform) {
  return PLATFORM_TABLE[platform].appPassword ? 'app_password' : 'access_token';
}

function findIdErrors({ platform, external_id }: ConnectionInput): ConnectionError[] {
  const { externalId, appPassword } = PLATFORM_TABLE[platform];
  if (external_id === undefined) return [{ path: ['external_id'], message: 'Required field is missing.' }];
  const isValid = externalId.pattern.test(external_id) || appPassword?.identifier.test(external_id);
  const { description } = appPassword ?? externalId;
  return isValid ? [] : [{ path: ['external_id'], message: `Must be ${description}.` }];
}

const TOKEN_FIELDS = ['access_token', 'refresh_token', 'expires_in', 'client_id', 'client_secret'] as const;

/** Ids of sandbox accounts. No platform has such an id, so an account never changes from the sandbox to a platform. */
export const SANDBOX_EXTERNAL_ID = /^sandbox-[A-Za-z0-9_-]{1,80}$/;

function findSandboxErrors(input: ConnectionInput): ConnectionError[] {
  const given = [...TOKEN_FIELDS, 'app_password', 'inbound'] as const;
  const errors = given
    .filter((field) => input[field] !== undefined)
    .map((field) => ({ path: [field], message: 'Not supported for sandbox accounts.' }));
  if (input.external_id === undefined || SANDBOX_EXTERNAL_ID.test(input.external_id)) return errors;
  const message = 'Must start with `sandbox-`, followed by at most 80 letters, digits, hyphens and underscores.';
  return [{ path: ['external_id'], message }, ...errors];
}

/** Find the credentials that the platform needs and those that it does not take: tokens, or an app password. */
function findCredentialErrors(input: ConnectionInput): ConnectionError[] {
  const { displayName, appPassword } = PLATFORM_TABLE[input.platform];
  const required = credentialOf(input.platform);
  const rejected = appPassword ? TOKEN_FIELDS : (['app_password'] as const);
  const missing = input[required] === undefined ? [{ path: [required], message: `Required for ${displayName}.` }] : [];
  const superfluous = rejected.filter((field) => input[field] !== undefined);
  return [...missing, ...superfluous.map((field) => ({ path: [field], message: `Not supported for ${displayName}.` }))];
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
