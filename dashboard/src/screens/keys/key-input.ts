import type { Schemas } from '../../api/client.ts';
import type { Permission } from '../../api/session.ts';
import { AGENT_PERMISSIONS, PERMISSIONS } from '../../api/values.ts';
import { grantable } from '../../components/permissions.ts';
import { t } from '../../language/texts.ts';
import { fromLocalInput } from '../../times.ts';

/** What a person has typed into the form of a new API key. */
export interface KeyInput {
  name: string;
  permissions: Permission[];
  /** For an agent: the API chooses its permissions, unless it may subscribe to events. */
  isAgent: boolean;
  subscribes: boolean;
  addresses: string;
  hourlyLimit: string;
  /** The value of a `datetime-local` input, or empty. */
  expires: string;
}

/** Split a list of IP addresses at commas, spaces and line ends. */
export function splitAddresses(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

function permissionsOf({ isAgent, permissions }: KeyInput, held: readonly string[]): Permission[] {
  if (!isAgent) return permissions;
  return PERMISSIONS.filter((each) => held.includes(each) && [...AGENT_PERMISSIONS, 'webhooks:write'].includes(each));
}

/**
 * Convert the form to the body of `POST /keys`. Empty fields are left out; the API judges the others. `held` are the
 * permissions of the person.
 */
export function toKeyCreate(input: KeyInput, timeZone: string, held: readonly string[]): Schemas['KeyCreate'] {
  const addresses = splitAddresses(input.addresses);
  const limit = input.hourlyLimit.trim();
  const expiresAt = input.expires === '' ? null : fromLocalInput(input.expires, timeZone);
  return {
    name: input.name.trim(),
    ...(input.isAgent ? { agent: {} } : {}),
    ...(input.isAgent && !input.subscribes ? {} : { permissions: grantable(permissionsOf(input, held)) }),
    ...(addresses.length > 0 ? { allowed_ips: addresses } : {}),
    ...(limit === '' ? {} : { hourly_limit: Number(limit) }),
    ...(expiresAt ? { expires_at: expiresAt } : {}),
  };
}

/** Return the commands that exchange a key for an access token and make a first call with it. */
export function firstCall(baseUrl: string, clientId: string, secret: string): string {
  return [
    `curl ${baseUrl}/auth/token \\`,
    '  -d grant_type=client_credentials \\',
    `  --data-urlencode 'client_id=${clientId}' \\`,
    `  --data-urlencode 'client_secret=${secret}'`,
    '',
    `# ${t('keys.thenWithToken')}`,
    `curl ${baseUrl}/auth/verify -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join('\n');
}
