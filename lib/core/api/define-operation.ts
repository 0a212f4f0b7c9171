import type * as z from 'zod/mini';
import { type Permission, STAGE_ONLY_PERMISSIONS } from './permission.ts';
import type { TableAccess } from './table-access.ts';

/** Objects of the media bucket with presigned URLs: uploads, inspected files, images of link cards, exports, imports. */
export type SignedUrls = 'uploads' | 'files' | 'cards' | 'exports' | 'imports';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * A request that succeeds on the sample data. `{{tomorrow}}` and `{{yesterday}}` stand for times a day from now
 * and a day ago. A `content-type` of a form sends the body as a form.
 */
interface RequestExample {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/**
 * Who requests an operation without a token: a program, as those with a token, a browser, a platform, or a program that a
 * person signs in by a device login: a registered OAuth client, whose requests are not those of client libraries.
 */
type Audience = 'client' | 'browser' | 'platform' | 'device';

/** The declaration of one endpoint, with the defaults where a field is optional. */
interface Declaration {
  /** `<resource>.<verb>`, as in `lib/<feature>/api/<resource>/<verb>.ts` and `functions/<resource>/<verb>.ts`. */
  id: string;
  /** The method and the path. */
  route: `${Method} /${string}`;
  /** A second path of the same endpoint. See docs/reference/requests.md. */
  aliasPath?: string;
  summary: string;
  description: string;
  /** Any one of them is enough. `token`: every valid token. `none`: no token. */
  permissions: readonly Permission[] | 'token' | 'none';
  audience?: Audience;
  /** A session may request it without the permissions, for the applications of its member. */
  ownApplications?: true;
  /** A person in a portal may request it. Without it they get 403, whatever their permissions. */
  portals?: true;
  /** Agent keys may request it. Without it they get 403, whatever their permissions. */
  agents?: true;
  /** Acts on the stage: only a stage key requests it, and names no workspace. `optional`: it acts on the stage without one. */
  stage?: true | 'optional';
  /** The stage setting that names the minimum plan of the workspace; by default, any plan. */
  plan?: 'webhookPlan';
  /** Reads `If-Match`: the endpoint changes one resource that has a version. */
  ifMatch?: true;
  /** Returns `ETag`: the response is one resource that has a version. */
  etag?: true;
  /** Returns `Location`: the response has a resource that the request created. */
  location?: true;
  /** Returns a file, with `ETag` and compression. */
  isFile?: true;
  /** Compresses its pages for clients that accept gzip. */
  compressesPages?: true;
  /** Calls another service, which no transaction can undo: its idempotency key is claimed before it runs. */
  hasExternalEffect?: true;
  /** Writes or calls others before its commit: it starts only after the rate limit has passed the request. */
  rateLimitBeforeHandler?: true;
  /** How many requests it takes of the rate limits at once: its own, and those of the endpoints that it calls. */
  requestsAtOnce?: number;
  /**
   * Requests its own quota, of a subject that only its handler knows, or none, where a correct secret is never rejected.
   * Other requests without a token count for the IP address.
   */
  ownRateLimit?: true;
  /** Reads the session cookie. `optional`: a request without one passes too. */
  readsSession?: true | 'optional';
  /** Sets or deletes the session cookie. */
  setsSession?: true;
  /** Sets the cookie that binds a connection to a browser. */
  setsConnectCookie?: true;
  /** Returns a secret once, so its idempotency record is encrypted. */
  showsSecret?: true;
  /** Logs the source IP address of every request; other endpoints log that of requests rejected with 4xx only. */
  logsSourceAddress?: true;
  /** Which presigned URLs of the media bucket it returns. */
  signsMediaUrls?: readonly SignedUrls[];
  /** Stores the images of link cards in the media bucket. */
  storesLinkCards?: true;
  /** `none` by default. */
  query?: z.ZodMiniObject | 'none';
  /**
   * `none` by default. `custom`: an OAuth request, which parses its own body, and accepts forms too. `raw`: bytes of
   * any type whose signature is verified before they are parsed. `form`: a form of a page of this service, which the
   * handler parses, because the response to a wrong one is a page too.
   */
  body?: z.ZodMiniType | 'none' | 'custom' | 'raw' | 'form';
  /** 200 by default. */
  status?: number;
  /** A second success status, with the same body. */
  alternateStatus?: number;
  /** Media types of the response, the default first; JSON where absent. */
  contentTypes?: readonly string[];
  /** Statuses of errors that are shown as a page. */
  errorPages?: readonly number[];
  /** Problem codes besides those that follow from the other fields. */
  errors?: readonly string[];
  timeoutSeconds?: number;
  /** Table access of the handler itself. Authentication and idempotency are added where they apply. */
  access?: TableAccess;
  example?: RequestExample;
}

/** An endpoint states who requests it if it needs no token. Those with a token are for clients. */
type Requested =
  | { permissions: readonly Permission[] | 'token'; audience?: never }
  | { permissions: 'none'; audience: Audience };

const DEFAULTS = { query: 'none', body: 'none', status: 200, access: {} } as const;

type WithDefaults<D> = Omit<typeof DEFAULTS, keyof D> & D & { method: Method; path: string };

/**
 * A declared endpoint. The route, the IAM policy, the OpenAPI document, the API reference, the sample event and
 * the generic tests are derived from it.
 */
export type Operation = Required<Pick<Declaration, keyof typeof DEFAULTS>> & WithDefaults<Declaration>;

/**
 * A declared endpoint with the schemas that only the OpenAPI document and tests use. The module of the declaration
 * exports them beside it, so that no function bundles them.
 */
export type DocumentedOperation = Omit<Operation, 'query'> & {
  query: z.ZodMiniObject;
  /** The schema of a successful response. */
  response: () => z.ZodMiniType;
  /** The body where it differs from the schema that validates it. */
  openapiBody?: () => z.ZodMiniType;
};

/** Check whether an operation accepts `Idempotency-Key`: every POST with a token, and each PUT of agents, from them. */
export function acceptsIdempotencyKey({ permissions, method, agents }: Operation): boolean {
  return permissions !== 'none' && (method === 'POST' || (method === 'PUT' && agents === true));
}

/** Check whether only stage keys request an operation: it acts on the stage, or requires what no other key can have. */
export function isForStageKeys({ stage, permissions }: Pick<Operation, 'stage' | 'permissions'>): boolean {
  if (stage === true || typeof permissions === 'string') return stage === true;
  return permissions.length > 0 && permissions.every((each) => STAGE_ONLY_PERMISSIONS.includes(each));
}

/** Declare an endpoint, with the types of its query and body for its handler. */
export function defineOperation<const D extends Declaration & Requested>(declaration: D): WithDefaults<D> {
  const [method, path] = declaration.route.split(' ');
  return { ...DEFAULTS, ...declaration, method, path } as WithDefaults<D>;
}
