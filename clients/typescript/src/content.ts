import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';
import type { Content } from './types.ts';

/** Statuses in which the service or a platform still works on an item. */
export const OPEN = ['scheduled', 'publishing', 'unconfirmed'];

/** What the resource `content` does besides its operations. */
export class ContentExtras {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /**
   * Publish an item now and wait for the outcome: read `status` and `targets` of the result. After `waitMs`, two minutes by
   * default, the item is returned as it is: `publishing`, or `unconfirmed` while a platform has not confirmed a post.
   */
  async publishAndWait(
    id: string,
    { waitMs = 120_000, ...options }: RequestOptions & { waitMs?: number } = {},
  ): Promise<Content> {
    const endMs = Date.now() + waitMs;
    const path = `/content/${encodeURIComponent(id)}`;
    let item = await this.transport.send<Content>({ method: 'PUT', path, body: { status: 'published' } }, options);
    while (OPEN.includes(item.status) && Date.now() < endMs) {
      await this.transport.wait(1_000, options.signal);
      item = await this.transport.send<Content>({ method: 'GET', path }, options);
    }
    return item;
  }
}
