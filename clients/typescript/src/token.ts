import type { ClientOptions } from './options.ts';
import type { Token } from './types.ts';

/** A token is renewed before the service rejects it. */
export const USED_SHARE_OF_TOKEN = 0.9;

/** The token of a client and of those for one workspace that come from it. */
export class SharedToken {
  readonly #accessToken: ClientOptions['accessToken'];
  readonly #request: () => Promise<Token>;
  /** The present token: `text` is null while it is requested. */
  #present: { value: Promise<string>; text: string | null; endsAtMs: number } | null = null;

  constructor(accessToken: ClientOptions['accessToken'], request: () => Promise<Token>) {
    this.#accessToken = accessToken;
    this.#request = request;
  }

  /** Return the present token. Callers that need a new one at the same time share one request. */
  get(): Promise<string> {
    const accessToken = this.#accessToken;
    if (typeof accessToken === 'string') return Promise.resolve(accessToken);
    if (this.#present && Date.now() < this.#present.endsAtMs) return this.#present.value;
    const token = {
      value: accessToken ? Promise.resolve().then(accessToken) : this.#request().then(ending),
      text: null as string | null,
      endsAtMs: Number.POSITIVE_INFINITY,
    };
    function ending({ access_token, expires_in }: Token): string {
      token.endsAtMs = Date.now() + expires_in * 1000 * USED_SHARE_OF_TOKEN;
      return access_token;
    }
    token.value.then(
      (text) => {
        token.text = text;
      },
      () => {
        if (this.#present === token) this.#present = null;
      },
    );
    this.#present = token;
    return token.value;
  }

  /** Forget a token that the service has rejected. Returns false if there can be no other. */
  drop(text: string): boolean {
    if (typeof this.#accessToken === 'string') return false;
    // Another call may have renewed it.
    if (this.#present?.text === text) this.#present = null;
    return true;
  }
}
