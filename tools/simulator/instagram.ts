import { bearerToken, type SimRequest, type SimResponse } from './exchange.ts';
import { isAuthorizedFor, type OauthGrants } from './grants.ts';
import { openContainers } from './instagram-containers.ts';
import { selectFields, validateFields } from './instagram-fields.ts';
import { readInsights } from './instagram-insights.ts';
import { describeMedia, listMedia } from './instagram-media.ts';
import type { Quota } from './instagram-quota.ts';
import {
  expired,
  forbidden,
  graphError,
  INSTAGRAM_ERRORS,
  missing,
  quotaExceeded,
  revoked,
} from './instagram-refusal.ts';
import { refreshOnInstagram } from './instagram-token.ts';
import type { PostStore } from './ledger.ts';
import { injectPostFault } from './playing.ts';
import type { Scripts } from './scripts.ts';

const OLDEST_VERSION = 21;

/** Instagram content publishing and insights, by Instagram login. The account is the id in the path. */
export function simulateInstagram(
  ledger: PostStore,
  scripts: Scripts,
  grants: OauthGrants,
  quota: Quota,
): (call: SimRequest) => SimResponse {
  const containers = openContainers(ledger);

  /** One container or medium; those of other accounts are not there. */
  function read(call: SimRequest, id: string, isOwn: (account: string) => boolean): SimResponse {
    const container = containers.find(id);
    const post = ledger.findPost('instagram', id);
    const owner = container?.account ?? post?.account;
    if (owner === undefined || !isOwn(owner)) return missing(id);
    const known = container ? containers.describe(container) : describeMedia(post!, containers);
    const names = call.query.get('fields')?.split(',') ?? [];
    const objection = validateFields(names, Object.keys(known));
    return objection ?? { status: 200, body: selectFields(known, names) };
  }

  function answer(call: SimRequest): SimResponse {
    if (`${call.method} ${call.path}` === 'GET /refresh_access_token') {
      return refreshOnInstagram(call, grants, scripts);
    }
    const [, version, id = '', edge] = /^\/v(\d+)\.0\/(\d+)(?:\/(\w+))?$/.exec(call.path) ?? [];
    const token = bearerToken(call);
    const access = token === undefined ? null : grants.accessOf('instagram', token);
    const operation = `${call.method} ${edge ?? ''}`.trim();

    /** Carries out a request whose token is in order, and is the account's where the path names one. */
    function admitted(carryOut: (isOwn: (account: string) => boolean) => SimResponse): SimResponse {
      if (access === null) return graphError(190, 'An access token is required to request this resource.');
      if (access.state !== 'valid') return access.state === 'expired' ? expired() : revoked();
      if (edge !== undefined && edge !== 'insights' && !isAuthorizedFor(access, id)) return forbidden();
      return carryOut((account) => isAuthorizedFor(access, account));
    }

    if (version !== undefined && operation === 'POST media_publish') {
      return injectPostFault(scripts.takeForPost('instagram', id), {
        publish: () => admitted(() => (quota.isUsedUp(id) ? quotaExceeded() : containers.publish(call, id))),
        withoutId: ({ status }) => ({ status, body: {} }),
        refusals: INSTAGRAM_ERRORS,
      });
    }
    return admitted((isOwn) => {
      if (version === undefined) return graphError(100, `Unknown path components: ${call.path}`);
      if (Number(version) < OLDEST_VERSION)
        return graphError(2635, 'You are calling a deprecated version of the API');
      if (operation === 'POST media') return containers.create(call, id);
      if (operation === 'GET media') return listMedia(call, id, ledger, containers);
      if (operation === 'GET content_publishing_limit') return quota.read(call, id);
      if (operation === 'GET insights') return readInsights(call, id, ledger, isOwn);
      if (operation === 'GET') return read(call, id, isOwn);
      return graphError(100, `Unsupported ${call.method.toLowerCase()} request`);
    });
  }
  return answer;
}
