import { workspaceHeaders } from './arguments.ts';
import type { ClientOptions, WorkspaceOptions } from './options.ts';
import { Resources } from './resources.ts';
import { Transport } from './transport.ts';

/** The client of a Content Intelligence Service. One client serves a whole process: it shares its token. */
export class Client extends Resources {
  readonly #transport: Transport;

  /** Create a client. Options that are left out are read from the environment. */
  constructor(options: ClientOptions | Transport = {}) {
    const transport = options instanceof Transport ? options : new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /**
   * Return a client whose requests name a workspace, for a stage key. `workspace` is the id of the workspace, or `external:`
   * and your own id of it. Both clients share one token.
   */
  inWorkspace(workspace: string, { actor }: WorkspaceOptions = {}): Client {
    return new Client(this.#transport.withHeaders(workspaceHeaders(workspace, actor)));
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
  WorkspaceOptions,
} from './options.ts';
export type { Pages } from './pages.ts';
export type * from './types.ts';
export { verifyWebhook, type WebhookHeaders } from './webhooks.ts';
