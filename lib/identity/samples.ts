import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING, TIME_FORMAT, TIME_ZONE, VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { ROLES } from '../core/api/permission.ts';
import { formatInstant } from '../core/values/timestamps.ts';
import { newInvitation } from './rules/invitation.ts';
import { invitationTokenWrite, invitationWrites } from './store/invitations.ts';
import { memberWrites } from './store/members.ts';

const HOUR_MS = 3_600_000;

/** The tokens of the invitations to accept and to read. They are valid only in the temporary table of `npm run invoke`. */
const INVITATION_TOKENS: Record<string, string> = {
  [sampleId('invitation', 0)]: 'sample-invitation-token',
  [sampleId('invitation', 4)]: 'sample-dashboard-invitation-token',
  [sampleId('invitation', 5)]: 'sample-unused-invitation-token',
};
const EMAILED = sampleId('invitation', 3);

async function colleagues(request: (method: 'GET', path: string) => Promise<unknown>): Promise<{ id: string }[]> {
  const { members } = (await request('GET', '/team/members')) as { members: { id: string; role: string }[] };
  return members.filter(({ role }) => role !== 'owner');
}

export const samples = defineSamples(
  {
    path: '/v1/keys/{id}',
    make: async ({ create }) => ({ id: await create('/keys', { name: 'A key', permissions: ['content:read'] }) }),
  },
  {
    path: '/v1/keys/{id}',
    operations: ['keys.update'],
    make: async ({ create }) => ({ id: await create('/keys', { name: 'An agent', agent: {} }) }),
  },
  {
    path: '/v1/stage-keys/{id}',
    make: async ({ create }) => ({ id: await create('/stage-keys', { name: 'A stage key' }) }),
  },
  {
    path: '/v1/team/members/{id}',
    // A member accepts an invitation that was emailed, so one that is there is taken.
    make: async ({ request }) => ({ id: (await colleagues(request))[0]!.id }),
    needsWorkers: true,
    // Further owners.
    ids: [sampleId('user', 1), sampleId('user', 2)],
    store: ({ workspace_id, nowMs }, ids) =>
      ids.flatMap((id) =>
        memberWrites({
          id,
          workspace_id,
          name: 'Sample Owner',
          email: `${id}@example.com`,
          role: 'owner',
          permissions: [...ROLES.owner],
          created_at: formatInstant(nowMs),
          version: 0,
        }),
      ),
  },
  {
    path: '/v1/team/members/{id}',
    operations: ['team.remove-member'],
    make: async ({ request }) => ({ id: (await colleagues(request)).at(-1)!.id }),
    needsWorkers: true,
  },
  {
    path: '/v1/team/invitations/{id}',
    make: async ({ create, unique }) => ({
      id: await create('/team/invite', { email: `member-${unique()}@example.com`, role: 'viewer' }, 'invitation_id'),
    }),
    // One can be sent again after a minute.
    needsWorkers: true,
    // To accept, to read, to send again, to revoke and to email.
    ids: [0, 1, 2, 3, 4, 5].map((digit) => sampleId('invitation', digit)),
    store: ({ workspace_id: workspaceId, created_by: userId, nowMs }, ids) =>
      ids.flatMap((id) => {
        const invitation = newInvitation(
          { email: `${id.toLowerCase()}@example.com`, role: 'editor', permissions: [...ROLES.editor] },
          { id, workspaceId, userId },
          id === EMAILED ? 'pending' : 'none',
          nowMs - HOUR_MS,
        );
        const token = INVITATION_TOKENS[id];
        return [...invitationWrites(invitation, nowMs), ...(token ? [invitationTokenWrite(invitation, token)] : [])];
      }),
  },
);

// Only the sessions of people have it.
const GRANTABLE = [/^\/permissions: Must not contain content:override/];
const ROLE = [/^\/permissions: The role [a-z_]+ does not include/];
// A field of a form that is repeated, also an unknown one (RFC 6749, section 3.2).
const OAUTH_FORM = [/^invalid_request: The parameter .* must not be repeated/s];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /keys': PAGING,
  'GET /team/invitations': PAGING,
  'GET /team/members': PAGING,
  'POST /keys': [...VISIBLE_TEXT, /^\/agent\/accounts\/[0-9]+: No account in your workspace/, ...GRANTABLE, /^\/allowed_ips\/[0-9]+: Must be an IP/, /^\/expires_at: (Must be in the future|An agent key expires)/, /^\/permissions: An agent key cannot have/, TIME_FORMAT],
  'GET /stage-keys': PAGING,
  'POST /stage-keys': [...VISIBLE_TEXT, /^\/allowed_ips\/[0-9]+: Must be an IP/, /^\/expires_at: Must be in the future/, /^\/workspaces/, TIME_FORMAT],
  'PUT /workspace': [TIME_ZONE],
  'POST /team/invitations/accept': VISIBLE_TEXT,
  'POST /auth/invitations': VISIBLE_TEXT,
  'POST /auth/sign-in/passkey': [/^passkey_rejected:/],
  // The permissions that exist, and visible text.
  'POST /auth/device': [...OAUTH_FORM, /^invalid_scope:/, /^invalid_request: The parameter device_name is invalid\. Must not/],
  'POST /auth/revoke': OAUTH_FORM,
  'POST /team/invite': [...ROLE, ...GRANTABLE, /^\/email: Must be an email address/],
  'PUT /team/members/{id}': [...ROLE, ...GRANTABLE, ...VISIBLE_TEXT],
};
