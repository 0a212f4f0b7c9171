import type { PublishError } from './definition/publish-error.ts';
import type { PlatformSettings } from './publisher.ts';

/** The credentials of this service as an app of a platform. */
export interface AppCredentials {
  clientId: string;
  /** Null for a public client. */
  clientSecret: string | null;
  /** The permissions that the platform has granted to the app. Absent: all `scopes` of the connector. */
  scopes?: readonly string[] | undefined;
}

/** The URLs of a platform for the authorization code flow, and the deadline of one request. */
export interface OAuthConnection {
  authorizeUrl: string;
  /** The endpoint that exchanges a code: `codeUrls` of the settings. */
  tokenUrl: string;
  /** The API, without a slash at the end. */
  baseUrl: string;
  /** An exchange takes at most twice as long. */
  deadlineMs: number;
  settings?: PlatformSettings;
  /** Development only: a server whose URL comes from a person may be on a loopback address. */
  allowLoopback?: boolean;
}

/** The start of a flow. `redirectUri` receives the person after consent, with `state`. */
export interface AuthorizationRequest {
  app: AppCredentials;
  redirectUri: string;
  state: string;
  connection: OAuthConnection;
  /** The handle or the server of the account, for platforms with more than one server. */
  handle?: string | undefined;
}

/** `pending` is stored encrypted until the callback, e.g. the verifier of PKCE. */
export type AuthorizationOutcome =
  | { outcome: 'started'; url: string; pending: Record<string, string> }
  | { outcome: 'failed'; error: PublishError };

/** The return of the person. `code` works once, at the platform. */
export interface AuthorizationCallback extends Omit<AuthorizationRequest, 'handle'> {
  code: string;
  /** All parameters of the callback, e.g. `iss`. */
  parameters: Record<string, string>;
  pending: Record<string, string>;
}

/** What the request that exchanges a code consists of. */
export type CodeCallback = Pick<AuthorizationCallback, 'app' | 'redirectUri' | 'connection' | 'code' | 'pending'>;

/** An account that the person has given access to. `name` is what people call it, e.g. `@acme` or `Acme Inc.` */
export interface GrantedAccount {
  externalId: string;
  name: string;
  /** The name in the account's URL, where it can change; absent: null. */
  handle?: string | null;
  secrets: AccountSecrets;
  expiresInSeconds: number | null;
  /** The URL of the account's own server; null where the platform has only one. */
  server: string | null;
}

/**
 * The result of exchanging a code.
 * - `granted`: the accounts to choose from, at least one.
 * - `no_account`: the person has none that can be connected, e.g. no Instagram business account.
 * - `missing_scopes`: the person has denied a permission that publishing needs.
 * - `rejected`: the platform rejects the code or the app.
 * - `unknown`: no complete response. The code is spent, so the person has to start again.
 */
export type ExchangeOutcome =
  | { outcome: 'granted'; accounts: GrantedAccount[] }
  | { outcome: 'no_account' | 'missing_scopes' | 'rejected' | 'unknown'; error: PublishError };

/** The app to check, and the callback of the stage. */
export type AppCheck = Pick<AuthorizationRequest, 'app' | 'redirectUri' | 'connection'>;

/**
 * What a platform says of the credentials of an app. `unknown`: it did not answer, its answer does not tell, or the app is
 * a public client, whose id alone is not checked.
 */
export type AppVerdict = 'accepted' | 'rejected' | 'unknown';

/** The authorization code flow of one platform. No function rejects. */
export interface OAuthConnector {
  /** The permissions that publishing and metrics need. */
  scopes: readonly string[];
  /** The client id where it is a URL of this stage, so that no app is registered. `redirectUri`: the callback. */
  clientIdOf?(redirectUri: string): string;
  authorize(request: AuthorizationRequest): Promise<AuthorizationOutcome>;
  /** Asks the platform about the credentials of an app. Absent where no app is registered. */
  checkApp?(request: AppCheck): Promise<AppVerdict>;
  /** Exchanges the code, once, and lists the accounts. */
  exchange(callback: AuthorizationCallback): Promise<ExchangeOutcome>;
}

/** The credentials of an account. Stored encrypted; never returned or logged. */
export interface AccountSecrets {
  access_token: string;
  refresh_token: string | null;
  client_id: string | null;
  client_secret: string | null;
  /** The private key (JWK) that the tokens are bound to; absent for bearer tokens. */
  dpop_key?: string;
}
