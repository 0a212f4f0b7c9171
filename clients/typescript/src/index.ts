import type { ClientOptions } from './options.ts';
import { Resources } from './resources.ts';
import { Transport } from './transport.ts';

/** The client of a Content Intelligence Service. One client serves a whole process: it shares its token. */
export class Client extends Resources {
  /** Create a client. Options that are left out are read from the environment. */
  constructor(options: ClientOptions = {}) {
    super(new Transport(options));
  }
}

export * from './errors.ts';
export type { UploadOptions } from './media.ts';
export type {
  ClientOptions,
  KeyOptions,
  MatchOptions,
  RequestOptions,
  ResponseInfo,
  RetryInfo,
} from './options.ts';
export type { Pages } from './pages.ts';
export type * from './types.ts';
export { verifyWebhook, type WebhookHeaders } from './webhooks.ts';
