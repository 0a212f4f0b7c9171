import type { FoundPost, TimeWindow } from './found-post.ts';
import type { Post, PublishedPart } from './publisher.ts';

/** A stored post of a sandbox account. */
export type ListedPost = FoundPost & Post;

/**
 * Where an attempt of a sandbox account publishes: the table of the service. The worker supplies it, because adapters
 * have no access to the table.
 */
export interface SandboxStore {
  /** Whether the platform of the account reports impressions. */
  reportsImpressions: boolean;
  /** Number of this attempt at the entry, from 1. */
  attempt: number;
  /** Stores a post and the parts after it, all or none. Every call stores others, as a platform would. Returns them in order. */
  save(post: Post): Promise<[PublishedPart, ...PublishedPart[]]>;
  /** Lists the posts of the account that were stored in a window. */
  list(window: TimeWindow): Promise<ListedPost[]>;
  /** Returns when the post with this id was stored, in milliseconds since 1970. */
  createdAtMs(id: string): number;
}
