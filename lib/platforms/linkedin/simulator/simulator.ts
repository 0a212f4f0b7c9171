import { openAuthorizationCodes } from '../../kit/simulator/authorization-codes.ts';
import { answerConsent } from '../../kit/simulator/consent.ts';
import { injectPostFault } from '../../kit/simulator/fault-injection.ts';
import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import {
  bearerToken,
  isObject,
  jsonObject,
  parseForm,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import {
  type PlatformHandler,
  SAMPLE_CLIENT,
  type SimulatedPlatform,
  type SimulatorStores,
} from '../../kit/simulator/simulated-platform.ts';
import { LINKEDIN_COMMENTS } from './comments.ts';
import { exchangeOnLinkedIn, LINKEDIN_CONSENT } from './consent.ts';
import {
  duplicatePost,
  expired,
  field,
  forbidden,
  inputError,
  LINKEDIN_ERRORS,
  linkedInError,
  revoked,
  versionRetired,
} from './errors.ts';
import { openLinkedInMedia } from './images.ts';
import { readLittleText } from './little-text-format.ts';
import { answerIdentity, mayPostAs } from './organizations.ts';
import { createComment, listComments } from './post-comments.ts';
import { memberStatistics, pageStatistics } from './statistics.ts';
import { refreshOnLinkedIn } from './token.ts';

// biome-ignore format: one list
const POST_FIELDS = [
  'author', 'commentary', 'visibility', 'distribution', 'content', 'lifecycleState', 'isReshareDisabledByAuthor',
];
const DISTRIBUTION_FIELDS = ['feedDistribution', 'targetEntities', 'thirdPartyDistributionChannels'];
const AUTHOR = /^urn:li:(person|organization):[\w-]+$/;
const MAX_CHARACTERS = 3_000;

/** The oldest version that LinkedIn supported in November 2026. */
const OLDEST_VERSION = '202512';

/**
 * Build the error for an invalid header that LinkedIn requires besides the token.
 *
 * Returns null for valid ones.
 */
function headersObjection(request: SimulatedRequest): SimulatedResponse | null {
  // The URL of an upload is not versioned.
  if (request.method === 'PUT') return null;
  const version = request.headers['linkedin-version'];
  if (typeof version !== 'string' || version === '') {
    return linkedInError(
      400,
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      { code: 'VERSION_MISSING' },
    );
  }
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(version) || version < OLDEST_VERSION) return versionRetired(version);
  if (request.headers['x-restli-protocol-version'] !== '2.0.0') {
    return linkedInError(400, 'Invalid X-Restli-Protocol-Version header');
  }
  if (request.method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) {
    return linkedInError(400, 'The Content-Type is not application/json');
  }
  return null;
}

function openLinkedIn(stores: SimulatorStores): PlatformHandler {
  const { store, scripts, grants } = stores;
  const codes = openAuthorizationCodes(store);
  const images = openLinkedInMedia(stores);

  function create(request: SimulatedRequest, access: TokenAccess): SimulatedResponse {
    const body = jsonObject(request.body);
    if (body === undefined) return linkedInError(400, 'The request body is not a JSON object');
    const unknown = unknownField(body, POST_FIELDS);
    if (unknown !== undefined) return field(`/${unknown}`, 'unrecognized field found but not allowed');
    const { author, commentary, distribution } = body;
    if (typeof author !== 'string' || !AUTHOR.test(author)) {
      return field('/author', 'is not a person or an organization');
    }
    if (typeof commentary !== 'string') return field('/commentary', 'field is required but not found');
    if (body.visibility !== 'PUBLIC' && body.visibility !== 'CONNECTIONS') {
      return field('/visibility', 'is not an enum symbol');
    }
    if (body.lifecycleState !== 'PUBLISHED') return field('/lifecycleState', 'is not an enum symbol');
    if (!isObject(distribution) || unknownField(distribution, DISTRIBUTION_FIELDS) !== undefined) {
      return field('/distribution', 'field is required but not found');
    }
    if (!mayPostAs(access, author)) return forbidden('posts.CREATE');
    const objection = images.objection(body.content, author);
    if (objection !== null) return objection;
    if (commentary === '' && body.content === undefined) return field('/commentary', 'is empty');

    const text = readLittleText(commentary);
    const length = [...text].length;
    if (length > MAX_CHARACTERS) {
      const message = `ShareCommentary text length (${length} characters) exceeded the maximum allowed (${MAX_CHARACTERS} characters)`;
      return inputError(400, message, 'Size of array cannot be higher than the maxLength', 'FIELD_ARRAY_SIZE_TOO_HIGH');
    }
    const earlier = text === '' ? undefined : store.findDuplicates('linkedin', author, text)[0];
    if (earlier !== undefined) return duplicatePost(earlier);
    const id = `urn:li:share:${store.newId(0)}`;
    store.atomically(() => {
      store.addPost({ platform: 'linkedin', id, account: author, text });
      images.showIn(id, body.content);
    });
    return { status: 201, headers: { 'x-restli-id': id } };
  }

  function answer(request: SimulatedRequest): SimulatedResponse {
    const operation = `${request.method} ${request.path}`;
    const consent = answerConsent(request, codes, LINKEDIN_CONSENT);
    if (consent !== null) return consent;
    if (operation === 'POST /oauth/v2/accessToken') {
      const isExchange = parseForm(request)?.grant_type === 'authorization_code';
      return isExchange ? exchangeOnLinkedIn(request, stores, codes) : refreshOnLinkedIn(request, grants, scripts);
    }
    const part = images.answerPart(request);
    if (part !== null) return part;
    const token = bearerToken(request);
    const access = token === undefined ? null : grants.accessOf('linkedin', token);

    /** Process a request with a valid token and valid headers. */
    function admitted(carryOut: (access: TokenAccess) => SimulatedResponse): SimulatedResponse {
      if (access === null) return linkedInError(401, 'Empty oauth2_access_token', { serviceErrorCode: 401 });
      if (access.state !== 'valid') return access.state === 'expired' ? expired() : revoked();
      return headersObjection(request) ?? carryOut(access);
    }

    if (operation === 'POST /rest/posts') {
      const author = jsonObject(request.body)?.author;
      return injectPostFault(scripts.takeForPost('linkedin', typeof author === 'string' ? author : null), {
        publish: () => admitted((held) => create(request, held)),
        withoutId: ({ status }) => ({ status }),
        rejections: LINKEDIN_ERRORS,
      });
    }
    const [, method, encoded] = /^(GET|POST) \/rest\/socialActions\/([^/]+)\/comments$/.exec(operation) ?? [];
    const target = encoded === undefined ? '' : decodeURIComponent(encoded);
    if (method === 'POST') {
      const actor = jsonObject(request.body)?.actor;
      return injectPostFault(scripts.takeForPost('linkedin', typeof actor === 'string' ? actor : null), {
        publish: () => admitted((held) => createComment(request, held, target, store)),
        withoutId: ({ status }) => ({ status, body: {} }),
        rejections: LINKEDIN_ERRORS,
      });
    }
    return admitted((held) => {
      if (method === 'GET') return listComments(request, held, target, store);
      const upload = /^PUT \/dms-uploads\/(\d+)$/.exec(operation)?.[1];
      if (upload !== undefined) return images.fill(request, upload);
      if (operation === 'POST /rest/images' && request.query.get('action') === 'initializeUpload')
        return images.beginUpload(request, held);
      const video = images.answerVideo(request, held);
      if (video !== null) return video;
      if (operation === 'GET /rest/organizationalEntityShareStatistics') return pageStatistics(request, store);
      if (operation === 'GET /rest/memberCreatorPostAnalytics') return memberStatistics(request, store);
      const identity = answerIdentity(request, held);
      if (identity !== null) return identity;
      return linkedInError(404, `No virtual resource found: ${request.path}`);
    });
  }
  return { answer };
}

/**
 * Simulate LinkedIn's versioned API: tokens, posts, comments, images, statistics.
 *
 * The account is the author.
 */
export const simulated: SimulatedPlatform = {
  accountPattern: AUTHOR,
  tokenLifetimeSeconds: 5_184_000,
  sampleAccount: {
    external_id: 'urn:li:organization:1000000002',
    access_token: 'simulator-linkedin',
    refresh_token: 'simulator-linkedin-refresh',
    ...SAMPLE_CLIENT,
  },
  open: openLinkedIn,
  comments: LINKEDIN_COMMENTS,
};
