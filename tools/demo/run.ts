import type { Platform } from '../../lib/platforms/platform.ts';
import type { JsonApiClient } from '../local-stack/api-client.ts';
import type { LocalService } from '../local-stack/local-service.ts';
import type { Author } from './content.ts';
import type { PictureName } from './pictures.ts';

/** A connected account, as the API shows it. */
export interface DemoAccount {
  id: string;
  platform: Platform;
  external_id: string;
  inbound_url: string | null;
}

/** What the steps that create the demo share. */
export interface DemoRun {
  service: LocalService;
  /** A client with a token of the present time, which is valid for five minutes. */
  as: (author: Author) => Promise<JsonApiClient>;
  /** The session cookie of a member, who signs in when the last session may have ended. */
  cookieOf: (author: Author) => Promise<string>;
  accounts: DemoAccount[];
  /** The ids of the pictures in the media library. */
  pictures: Map<PictureName, string>;
}

/** What the steps share that run in the running service, of which each may be interrupted. */
export interface CompletionRun extends DemoRun {
  /** Return a client that sends each request of an actor once, also in a later process. */
  once: (actor: string, client: JsonApiClient) => JsonApiClient;
}
