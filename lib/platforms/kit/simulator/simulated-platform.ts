import type { FaultScripts } from './fault-scripts.ts';
import type { OauthGrants } from './oauth-grants.ts';
import type { PostStore } from './post-store.ts';
import type { SimulatedRequest, SimulatedResponse, StreamedRequest } from './simulated-http.ts';
import type { UploadedFiles } from './uploaded-files.ts';

/** The stores that all platforms share. */
export interface SimulatorStores {
  store: PostStore;
  scripts: FaultScripts;
  grants: OauthGrants;
  files: UploadedFiles;
}

/** A running platform. */
export interface PlatformHandler {
  /** Respond to a request to the platform's API. */
  answer(request: SimulatedRequest): SimulatedResponse;
  /** Respond to a request whose body is too long to be read first; null for any other one. */
  stream?(request: StreamedRequest): Promise<SimulatedResponse> | null;
  /** Requests to control the simulator that only this platform supports, e.g. `POST quota`. */
  controls?: Record<string, (body: Buffer) => SimulatedResponse>;
}

/** A comment by a person on a post of the account. */
export interface SimulatedComment {
  account: string;
  secret: string;
  verifyToken: string;
  postId: string;
  text: string;
  actor: string;
  id: string;
}

/** How the platform verifies a webhook URL, and what it sends with which signature. */
export interface CommentWebhook {
  challenge(comment: SimulatedComment): Record<string, string>;
  isAnswered(responseBody: string, comment: SimulatedComment): boolean;
  payload(comment: SimulatedComment, nowMs: number): object;
  signature(comment: SimulatedComment, body: string): Record<string, string>;
}

/** An account as `POST /accounts` of the service accepts it. */
export interface SampleAccount {
  external_id: string;
  access_token: string;
  refresh_token?: string;
  client_id?: string;
  client_secret?: string;
  inbound?: { secret: string; verify_token?: string };
}

/** One platform of the simulator: its API in its own format, below `/_simulator/<name>`. */
export interface SimulatedPlatform {
  /** The platform's ids of accounts. */
  accountPattern: RegExp;
  /** Lifetime of an access token that is registered without one. */
  tokenLifetimeSeconds: number;
  /** The account that a local workspace is connected to. */
  sampleAccount: SampleAccount;
  open(stores: SimulatorStores): PlatformHandler;
  /** Omit when the platform sends no webhooks. */
  comments?: CommentWebhook;
}

/** The app that every simulated platform knows. The local stage connects accounts with it. */
export const SIMULATED_APP = { clientId: 'simulator-client', clientSecret: 'simulator-client-secret' } as const;

const CLIENT = { client_id: SIMULATED_APP.clientId, client_secret: SIMULATED_APP.clientSecret };

/** The OAuth client and webhook secret of sample accounts. */
export const SAMPLE_CLIENT = { ...CLIENT, inbound: { secret: 'simulator-app-secret' } };
