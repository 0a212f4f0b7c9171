import { openAuthorizationCodes } from '../../kit/simulator/authorization-codes.ts';
import { answerConsent } from '../../kit/simulator/consent.ts';
import { injectPostFault } from '../../kit/simulator/fault-injection.ts';
import { hasScope, isAuthorizedFor, type TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import {
  bearerToken,
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
} from '../../kit/simulator/simulated-http.ts';
import {
  type PlatformHandler,
  SAMPLE_CLIENT,
  type SimulatedPlatform,
  type SimulatorStores,
} from '../../kit/simulator/simulated-platform.ts';
import { INSTAGRAM_COMMENTS } from './comments.ts';
import { exchangeOnInstagram, INSTAGRAM_CONSENT, INSTAGRAM_USERS, lengthenOnInstagram, usernameOf } from './consent.ts';
import { openContainers } from './containers.ts';
import { expired, forbidden, graphError, INSTAGRAM_ERRORS, missing, quotaExceeded, revoked } from './errors.ts';
import { selectFields, validateFields } from './fields.ts';
import { readInsights } from './insights.ts';
import { describeMedia, listMedia } from './media.ts';
import { createComment, listComments } from './media-comments.ts';
import { openQuota } from './quota.ts';
import { refreshOnInstagram } from './token.ts';

const OLDEST_VERSION = 21;

function openInstagram(stores: SimulatorStores): PlatformHandler {
  const { store, scripts, grants } = stores;
  const codes = openAuthorizationCodes(store);
  const quota = openQuota(store);
  const containers = openContainers(stores);

  /** Find a container or medium of the account. */
  function read(request: SimulatedRequest, id: string, isOwn: (account: string) => boolean): SimulatedResponse {
    const container = containers.find(id);
    const post = store.findPost('instagram', id);
    const owner = container?.account ?? post?.account;
    if (owner === undefined || !isOwn(owner)) return missing(id);
    const known = container ? containers.describe(container) : describeMedia(post!, containers);
    const names = request.query.get('fields')?.split(',') ?? [];
    const objection = validateFields(names, Object.keys(known));
    return objection ?? { status: 200, body: selectFields(known, names) };
  }

  /** Respond to `GET /me`: the account of the token. */
  function readUser(request: SimulatedRequest, { account }: TokenAccess): SimulatedResponse {
    if (account === null) return graphError(100, 'The token has no account');
    const type = INSTAGRAM_USERS[account]?.type ?? 'BUSINESS';
    const known = { id: `9${account}`, user_id: account, username: usernameOf(account), account_type: type };
    const names = request.query.get('fields')?.split(',') ?? [];
    return validateFields(names, Object.keys(known)) ?? { status: 200, body: selectFields(known, names) };
  }

  function answer(request: SimulatedRequest): SimulatedResponse {
    const path = `${request.method} ${request.path}`;
    const consent = answerConsent(request, codes, INSTAGRAM_CONSENT);
    if (consent !== null) return consent;
    if (path === 'GET /refresh_access_token') return refreshOnInstagram(request, grants, scripts);
    if (path === 'GET /access_token') return lengthenOnInstagram(request, grants);
    if (path === 'POST /oauth/access_token') return exchangeOnInstagram(request, stores, codes);
    const [, version, id = '', edge] = /^\/v(\d+)\.0\/(\d+)(?:\/(\w+))?$/.exec(request.path) ?? [];
    const token = bearerToken(request);
    const access = token === undefined ? null : grants.accessOf('instagram', token);
    const operation = `${request.method} ${edge ?? ''}`.trim();

    /** Process a request with a valid token, which belongs to the account if the path names one. */
    function admitted(carryOut: (isOwn: (account: string) => boolean) => SimulatedResponse): SimulatedResponse {
      if (access === null) return graphError(190, 'An access token is required to request this resource.');
      if (access.state !== 'valid') return access.state === 'expired' ? expired() : revoked();
      const isOfMedium = edge === 'insights' || edge === 'comments';
      if (edge !== undefined && !isOfMedium && !isAuthorizedFor(access, id)) return forbidden();
      if (edge === 'media_publish' && !hasScope(access, 'instagram_business_content_publish')) return forbidden();
      return carryOut((account) => isAuthorizedFor(access, account));
    }

    if (access !== null && /^GET \/v\d+\.0\/me$/.test(path)) return admitted(() => readUser(request, access));
    if (version !== undefined && operation === 'POST media_publish') {
      return injectPostFault(scripts.takeForPost('instagram', id), {
        publish: () => admitted(() => (quota.isUsedUp(id) ? quotaExceeded() : containers.publish(request, id))),
        withoutId: ({ status }) => ({ status, body: {} }),
        rejections: INSTAGRAM_ERRORS,
      });
    }
    if (version !== undefined && access !== null && operation === 'POST comments') {
      const account = store.findPost('instagram', id)?.account ?? null;
      return injectPostFault(scripts.takeForPost('instagram', account), {
        publish: () => admitted(() => createComment(request, access, id, store)),
        withoutId: ({ status }) => ({ status, body: {} }),
        rejections: INSTAGRAM_ERRORS,
      });
    }
    return admitted((isOwn) => {
      if (version === undefined) return graphError(100, `Unknown path components: ${request.path}`);
      if (Number(version) < OLDEST_VERSION) return graphError(2635, 'You are calling a deprecated version of the API');
      if (operation === 'POST media') return containers.create(request, id);
      if (operation === 'GET media') return listMedia(request, id, store, containers);
      if (operation === 'GET content_publishing_limit') return quota.read(request, id);
      if (operation === 'GET comments') return listComments(request, access!, id, store);
      if (operation === 'GET insights') return readInsights(request, id, store, isOwn);
      if (operation === 'GET') return read(request, id, isOwn);
      return graphError(100, `Unsupported ${request.method.toLowerCase()} request`);
    });
  }
  const control =
    (set: typeof quota.set) =>
    (body: Buffer): SimulatedResponse => {
      const error = set(jsonObject(body));
      return error === null ? { status: 204 } : { status: 400, body: { error } };
    };

  return {
    answer,
    stream: containers.stream,
    controls: { 'POST quota': control(quota.set), 'POST containers': control(containers.set) },
  };
}

/**
 * Simulate Instagram with Instagram Login: publishing, comments and insights.
 *
 * The path names the account.
 */
export const simulated: SimulatedPlatform = {
  accountPattern: /^[0-9]+$/,
  tokenLifetimeSeconds: 5_184_000,
  sampleAccount: {
    external_id: '1000000003',
    access_token: 'simulator-instagram',
    inbound: { ...SAMPLE_CLIENT.inbound, verify_token: 'simulator-verify-token' },
  },
  open: openInstagram,
  comments: INSTAGRAM_COMMENTS,
};
