import { Resources } from './resources.ts';
import { type ClientOptions, Transport } from './transport.ts';

/** The client of a Content Intelligence Service. One client serves a whole process: it shares its token. */
export class Client extends Resources {
  constructor(options: ClientOptions) {
    super(new Transport(options));
  }
}

export * from './errors.ts';
export type { UploadOptions } from './media.ts';
export type { Pages } from './pages.ts';
export type { ClientOptions, KeyOptions, MatchOptions, RequestOptions } from './transport.ts';
export type * from './types.ts';
export { verifyWebhook } from './webhooks.ts';
