import type { Write } from '../table/commit.ts';
import type { IdKind } from '../values/id.ts';
import { ID_PREFIXES } from '../values/id-prefixes.ts';

/** Makes samples over HTTP, as a member of a workspace. */
export interface SampleMaker {
  /** Send a request below `/v1` and return the body of its response. Throws unless it succeeds. */
  request: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => Promise<unknown>;
  /** Create a resource with a POST. Returns a field of the response: its id, unless `field` names another one. */
  create: (path: string, body: object, field?: string) => Promise<string>;
  /** Make the sample of another path, with what it needs. Returns the parameters of the path. */
  make: (path: string) => Promise<Record<string, string>>;
  /** The URL of a receiver of webhooks; further path segments may follow. */
  receiver: string;
  /** Return a number that no earlier call returned, for what must differ. */
  unique: () => number;
  /** Repeat a look until it returns something: the workers have done their part. Throws after half a minute. */
  eventually: <T>(look: () => Promise<T | undefined>) => Promise<T>;
}

/** What samples belong to that are stored without a request. */
export interface SampleOwner {
  workspace_id: string;
  /** A member. */
  created_by: string;
  nowMs: number;
}

/** How one of a resource is made, for the tests of all endpoints, for the conformance run and for the sample events. */
export interface Sample {
  /** The path of one, up to its last parameter: `/v1/content/{id}/comments/{comment_id}`. */
  path: string;
  /** The operations that need one in another state than the other operations on the path. */
  operations?: readonly string[];
  /**
   * Make one, with what it needs first. Returns the parameters of the path, and values by those in examples of declarations.
   */
  make: (maker: SampleMaker) => Promise<Record<string, string>>;
  /** Whether one exists only after workers have run, or a person has received an email: where neither does, it is stored. */
  needsWorkers?: true;
  /** The samples that the sample events name, by their ids. */
  ids?: readonly string[];
  /** Build the writes of samples with these ids. Only their items are stored: limits do not count them. */
  store?: (owner: SampleOwner, ids: readonly string[]) => Write[];
}

/** Declare the samples of a feature, in its file `samples.ts`, which no function imports. */
export function defineSamples(...samples: Sample[]): Sample[] {
  return samples;
}

/** Return the id of a sample that the sample events name, by its last character: `cnt_01K00000000000000000000001`. */
export function sampleId(kind: IdKind, last: number | string): string {
  return `${ID_PREFIXES[kind]}_01K0000000000000000000000${last}`;
}
