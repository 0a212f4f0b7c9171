import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

// Replaces `@smithy/core/checksum` in the bundles, which has each algorithm in JavaScript besides the one of Node.
class NodeChecksum {
  readonly #start: () => Hash | Hmac;
  #hash: Hash | Hmac;

  constructor(algorithm: string, secret?: string | Uint8Array) {
    this.#start = () => (secret === undefined ? createHash(algorithm) : createHmac(algorithm, secret));
    this.#hash = this.#start();
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = this.#start();
  }
}

/** The hash that signs requests. */
export class Sha256 extends NodeChecksum {
  constructor(secret?: string | Uint8Array) {
    super('sha256', secret);
  }
}

/** The hash by which SQS confirms messages. */
export class Md5 extends NodeChecksum {
  constructor() {
    super('md5');
  }
}
