import type { PublishedPart } from './definition/platform-definition.ts';

/** A post on the platform that may be the one that was sent. */
export type FoundPost = PublishedPart & {
  publishedAtMs: number;
  /** The parts that the same request has published, where the platform names them. */
  following?: PublishedPart[];
};

/** A period of time, in milliseconds since 1970. */
export type TimeWindow = { fromMs: number; toMs: number };
