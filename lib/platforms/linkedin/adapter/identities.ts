import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { type FailedExchange, parseAnswer, parseName, unexpectedAnswer } from '../../kit/oauth/authorization-code.ts';
import type { PlatformConnection, PublishingAccount } from '../../kit/publisher.ts';
import { definition } from '../facts/facts.ts';
import { call } from './request.ts';

/** A person or an organization that a token can publish as. */
export type LinkedInIdentity = { externalId: string; name: string };

/** Returns the connection of the next request, which shares one deadline with the others. */
type NextConnection = () => PlatformConnection;

/** The organizations of a member that are listed: one page of the largest size. */
const MAX_ORGANIZATIONS = 100;

/** The number of concurrent requests for the names of organizations. */
const NAME_CONCURRENCY = 5;

/** The roles that may create posts of an organization. */
const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR'];

function isAuthor(urn: string): boolean {
  return definition.externalId.pattern.test(urn);
}

/** Fetch the member of a token. `usesOpenId`: by Sign In with LinkedIn, otherwise by `r_basicprofile`. */
export async function fetchMember(
  usesOpenId: boolean,
  account: PublishingAccount,
  nextConnection: NextConnection,
): Promise<LinkedInIdentity | FailedExchange> {
  const path = usesOpenId ? '/v2/userinfo' : '/v2/me';
  const answer = parseAnswer(await call('GET', path, undefined, account, nextConnection()));
  if ('outcome' in answer) return answer;
  const externalId = `urn:li:person:${asString(getPath(answer.json, usesOpenId ? 'sub' : 'id')) ?? ''}`;
  if (!isAuthor(externalId)) return unexpectedAnswer('no member id');
  const names = [getPath(answer.json, 'localizedFirstName'), getPath(answer.json, 'localizedLastName')];
  const name = usesOpenId ? getPath(answer.json, 'name') : names.flatMap((each) => asString(each) ?? []).join(' ');
  return { externalId, name: parseName(name) ?? externalId };
}

/** Fetch up to 100 organizations that the member of a token may post for, with their names. */
export async function fetchOrganizations(
  account: PublishingAccount,
  nextConnection: NextConnection,
): Promise<LinkedInIdentity[] | FailedExchange> {
  const path = `/rest/organizationAcls?q=roleAssignee&state=APPROVED&start=0&count=${MAX_ORGANIZATIONS}`;
  const answer = parseAnswer(await call('GET', path, undefined, account, nextConnection()));
  if ('outcome' in answer) return answer;
  const urns = asArray(getPath(answer.json, 'elements')).flatMap((element) => {
    const role = asString(getPath(element, 'role')) ?? '';
    // The field has another name in some versions of the API.
    const urn = asString(getPath(element, 'organization')) ?? asString(getPath(element, 'organizationTarget')) ?? '';
    const canPost = POSTING_ROLES.includes(role) && urn.startsWith('urn:li:organization:') && isAuthor(urn);
    return canPost ? [urn] : [];
  });
  // A member may have several roles in one organization.
  const unique = [...new Set(urns)].slice(0, MAX_ORGANIZATIONS);
  const found: LinkedInIdentity[] = [];
  for (let start = 0; start < unique.length; start += NAME_CONCURRENCY) {
    const batch = unique.slice(start, start + NAME_CONCURRENCY);
    found.push(...(await Promise.all(batch.map((urn) => fetchOrganization(urn, account, nextConnection())))));
  }
  return found;
}

/**
 * Fetch the name of one organization; its URN on any failure, because the person can still choose it. Apps in the
 * development tier may not request several organizations at once.
 */
async function fetchOrganization(
  urn: string,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<LinkedInIdentity> {
  const id = urn.slice(urn.lastIndexOf(':') + 1);
  const { response } = await call('GET', `/rest/organizations/${id}`, undefined, account, connection);
  const json = response !== null && isSuccess(response) ? parseJsonBody(response) : undefined;
  return { externalId: urn, name: parseName(getPath(json, 'localizedName')) ?? urn };
}
