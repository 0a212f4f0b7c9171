import type { Call } from '../tools/call.ts';

/** A kind of resource: what a client can read by a URI, without a tool. */
export interface ResourceKind {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  /** Finds the variable of the URI. */
  pattern: RegExp;
  /** The URI that `resources/list` has, if there is one that always exists. */
  listed: string | null;
  /** Read the resource as JSON. Null when there is none with this URI. */
  read: (variable: string, call: Call, nowMs: number) => Promise<object | null>;
}
