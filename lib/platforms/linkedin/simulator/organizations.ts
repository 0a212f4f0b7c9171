import { hasScope, isAuthorizedFor, type TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import type { SimulatedRequest, SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import { field, forbidden, linkedInError } from './errors.ts';

/** The member that the browser is signed in with. */
export const MEMBER = { id: 'urn:li:person:ada-example', firstName: 'Ada', lastName: 'Example' };

/** The organizations of the member, and the member's role in each. */
const ORGANIZATIONS = [
  { id: '1000000002', localizedName: 'Acme Inc.', role: 'ADMINISTRATOR' },
  { id: '1000000012', localizedName: 'Acme Labs', role: 'CONTENT_ADMINISTRATOR' },
  { id: '1000000022', localizedName: 'Observed Ltd.', role: 'ANALYST' },
];

function toUrn({ id }: { id: string }): string {
  return `urn:li:organization:${id}`;
}

/** Check whether a token acts for an account: its own, or an organization that the member administers. */
export function actsFor(access: TokenAccess, account: string): boolean {
  if (isAuthorizedFor(access, account)) return true;
  const isAdministered = ORGANIZATIONS.some((each) => each.role !== 'ANALYST' && toUrn(each) === account);
  return access.account === MEMBER.id && isAdministered;
}

/** Check whether a token may post as this author, or comment as it (`kind` `social_feed`). */
export function mayPostAs(access: TokenAccess, author: string, kind: 'social' | 'social_feed' = 'social'): boolean {
  const owner = author.includes(':person:') ? 'member' : 'organization';
  return actsFor(access, author) && hasScope(access, `w_${owner}_${kind}`);
}

/** Respond to requests about the member of a token and its organizations; null for another path. */
export function answerIdentity(request: SimulatedRequest, access: TokenAccess): SimulatedResponse | null {
  const operation = `${request.method} ${request.path}`;
  const id = MEMBER.id.slice('urn:li:person:'.length);
  const { firstName, lastName } = MEMBER;
  if (operation === 'GET /v2/userinfo') {
    if (access.account !== MEMBER.id || !hasScope(access, 'openid')) return forbidden('userinfo.GET.NO_VERSION');
    const names = { name: `${firstName} ${lastName}`, given_name: firstName, family_name: lastName };
    return { status: 200, body: { sub: id, ...names, locale: { country: 'US', language: 'en' } } };
  }
  if (operation === 'GET /v2/me') {
    if (access.account !== MEMBER.id || !hasScope(access, 'r_basicprofile')) return forbidden('me.GET.NO_VERSION');
    return { status: 200, body: { id, localizedFirstName: firstName, localizedLastName: lastName } };
  }
  if (operation === 'GET /rest/organizationAcls') return listOrganizations(request, access);
  const organization = /^GET \/rest\/organizations\/(\d+)$/.exec(operation)?.[1];
  return organization === undefined ? null : readOrganization(organization, access);
}

function listOrganizations({ query }: SimulatedRequest, access: TokenAccess): SimulatedResponse {
  if (!hasScope(access, 'rw_organization_admin')) return forbidden('organizationAcls.FINDER-roleAssignee');
  if (query.get('q') !== 'roleAssignee') return field('/q', 'is not a finder');
  const own = access.account === MEMBER.id ? ORGANIZATIONS : [];
  const count = Number(query.get('count') ?? 10);
  const elements = own.slice(0, count).map((each) => ({
    organization: toUrn(each),
    role: each.role,
    roleAssignee: MEMBER.id,
    state: 'APPROVED',
  }));
  return { status: 200, body: { elements, paging: { start: 0, count, links: [] } } };
}

function readOrganization(id: string, access: TokenAccess): SimulatedResponse {
  if (!hasScope(access, 'rw_organization_admin')) return forbidden('organizations.GET');
  const found = ORGANIZATIONS.find((each) => each.id === id);
  if (found === undefined) return linkedInError(404, `Could not find organization ${id}`);
  return { status: 200, body: { id: Number(id), localizedName: found.localizedName } };
}
