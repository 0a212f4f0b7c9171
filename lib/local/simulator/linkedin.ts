import { bearerToken, type Call, isObject, jsonObject, type Reply, unknownField } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { refuse } from './linkedin-refusal.ts';
import { memberStatistics, pageStatistics } from './linkedin-statistics.ts';
import { readLittleText } from './little-text.ts';
import { play, type Scripts } from './scripts.ts';

// biome-ignore format: one list
const POST_FIELDS = [
  'author', 'commentary', 'visibility', 'distribution', 'content', 'lifecycleState', 'isReshareDisabledByAuthor',
];
const DISTRIBUTION_FIELDS = ['feedDistribution', 'targetEntities', 'thirdPartyDistributionChannels'];
const MAX_CHARACTERS = 3_000;

/** Versions before it had been switched off in November 2026. */
const OLDEST_VERSION = '202512';

const field = (path: string, says: string) => refuse(422, `ERROR :: ${path} :: ${says}\n`);

function inputError(status: number, message: string, description: string, code: string): Reply {
  return refuse(status, message, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: { inputErrors: [{ description, input: {}, code }] },
  });
}

const duplicateOf = (urn: string) =>
  inputError(422, `Content is a duplicate of ${urn}`, 'Duplicate post is detected', 'DUPLICATE_POST');
const retired = (version: string) =>
  refuse(426, `Requested version ${version} is not active`, { code: 'NONEXISTENT_VERSION' });
const expired = () => refuse(401, 'The token used in the request has expired', { serviceErrorCode: 65602 });

const REFUSALS = {
  '500': () => refuse(500, 'Internal Server Error'),
  '429': () =>
    refuse(429, 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.', {
      serviceErrorCode: 101,
    }),
  '401': expired,
  duplicate: () => duplicateOf('urn:li:share:7141138937766391808'),
  '402': () => refuse(402, 'Payment Required'),
  '426': () => retired('202501'),
};

/** What is wrong with the headers LinkedIn demands; null for nothing. */
function headersObjection(call: Call): Reply | null {
  const token = bearerToken(call);
  if (token === undefined) return refuse(401, 'Empty oauth2_access_token', { serviceErrorCode: 401 });
  if (token === 'expired') return expired();
  // An upload goes to the url LinkedIn gave, which is not a versioned one.
  if (call.method === 'PUT') return null;
  const version = call.headers['linkedin-version'];
  if (typeof version !== 'string' || version === '') {
    return refuse(
      400,
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      {
        code: 'VERSION_MISSING',
      },
    );
  }
  if (!/^\d{4}(0[1-9]|1[0-2])$/.test(version) || version < OLDEST_VERSION) return retired(version);
  if (call.headers['x-restli-protocol-version'] !== '2.0.0') {
    return refuse(400, 'Invalid X-Restli-Protocol-Version header');
  }
  return null;
}

/** LinkedIn's versioned API: posts, images, statistics. The account is the author. */
export function simulateLinkedIn(ledger: Ledger, scripts: Scripts): (call: Call) => Reply {
  const { database } = ledger;
  database.exec(
    'CREATE TABLE IF NOT EXISTS linkedin_images (urn TEXT PRIMARY KEY, owner TEXT, size INTEGER)',
  );
  const addImage = database.prepare('INSERT INTO linkedin_images (urn, owner) VALUES (?, ?)');
  const fillImage = database.prepare('UPDATE linkedin_images SET size = ? WHERE urn = ?');
  const findImage = database.prepare('SELECT size FROM linkedin_images WHERE urn = ? AND owner = ?');

  function contentObjection(content: unknown, author: string): Reply | null {
    if (content === undefined) return null;
    const { media, multiImage } = isObject(content) ? content : {};
    const many = isObject(multiImage) ? multiImage.images : undefined;
    const images = media === undefined ? many : [media];
    if (
      !isObject(content) ||
      unknownField(content, ['media', 'multiImage']) !== undefined ||
      !Array.isArray(images)
    ) {
      return field('/content', 'unrecognized field found but not allowed');
    }
    if (media === undefined && (images.length < 2 || images.length > 20)) {
      return field('/content/multiImage/images', 'takes 2 to 20 images');
    }
    for (const image of images) {
      if (!isObject(image) || unknownField(image, ['id', 'altText', 'title']) !== undefined) {
        return field('/content/media', 'unrecognized field found but not allowed');
      }
      const found = findImage.get(String(image.id), author);
      if (found === undefined || found.size === null)
        return field('/content/media/id', 'is not an uploaded image');
    }
    return null;
  }

  function create(call: Call): Reply {
    const body = jsonObject(call.body);
    if (body === undefined) return refuse(400, 'The request body is not a JSON object');
    const strange = unknownField(body, POST_FIELDS);
    if (strange !== undefined) return field(`/${strange}`, 'unrecognized field found but not allowed');
    const { author, commentary, distribution } = body;
    if (typeof author !== 'string' || !/^urn:li:(person|organization):[\w-]+$/.test(author)) {
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
    const objection = contentObjection(body.content, author);
    if (objection !== null) return objection;
    if (commentary === '' && body.content === undefined) return field('/commentary', 'is empty');

    const text = readLittleText(commentary);
    const length = [...text].length;
    if (length > MAX_CHARACTERS) {
      const message = `ShareCommentary text length (${length} characters) exceeded the maximum allowed (${MAX_CHARACTERS} characters)`;
      return inputError(
        400,
        message,
        'Size of array cannot be higher than the maxLength',
        'FIELD_ARRAY_SIZE_TOO_HIGH',
      );
    }
    const earlier = text === '' ? undefined : ledger.findDuplicates('linkedin', author, text)[0];
    if (earlier !== undefined) return duplicateOf(earlier);
    const id = `urn:li:share:${ledger.newId()}`;
    ledger.addPost({ platform: 'linkedin', id, account: author, text });
    return { status: 201, headers: { 'x-restli-id': id } };
  }

  function beginUpload(call: Call): Reply {
    const body = jsonObject(call.body) ?? {};
    const begin = body.initializeUploadRequest;
    if (unknownField(body, ['initializeUploadRequest']) !== undefined || !isObject(begin)) {
      return field('/initializeUploadRequest', 'field is required but not found');
    }
    if (unknownField(begin, ['owner']) !== undefined || typeof begin.owner !== 'string') {
      return field('/initializeUploadRequest/owner', 'field is required but not found');
    }
    const id = ledger.newId();
    addImage.run(`urn:li:image:${id}`, begin.owner);
    const value = {
      uploadUrl: `${call.origin}/_simulator/linkedin/dms-uploads/${id}`,
      uploadUrlExpiresAt: Date.now() + 86_400_000,
      image: `urn:li:image:${id}`,
    };
    return { status: 200, body: { value } };
  }

  function fill(call: Call, id: string): Reply {
    if (call.body.length === 0) return refuse(400, 'The image is empty');
    const { changes } = fillImage.run(call.body.length, `urn:li:image:${id}`);
    return changes === 0 ? refuse(404, 'There is no such upload') : { status: 201 };
  }

  function answer(call: Call): Reply {
    const operation = `${call.method} ${call.path}`;
    if (operation === 'POST /rest/posts') {
      return play(scripts.take('linkedin'), {
        publish: () => headersObjection(call) ?? create(call),
        withoutId: ({ status }) => ({ status }),
        refusals: REFUSALS,
      });
    }
    const objection = headersObjection(call);
    if (objection !== null) return objection;
    const upload = /^PUT \/dms-uploads\/(\d+)$/.exec(operation)?.[1];
    if (upload !== undefined) return fill(call, upload);
    if (operation === 'POST /rest/images' && call.query.get('action') === 'initializeUpload')
      return beginUpload(call);
    if (operation === 'GET /rest/organizationalEntityShareStatistics') return pageStatistics(call, ledger);
    if (operation === 'GET /rest/memberCreatorPostAnalytics') return memberStatistics(call, ledger);
    return refuse(404, `No virtual resource found: ${call.path}`);
  }
  return answer;
}
