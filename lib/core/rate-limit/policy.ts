/** A limit on the requests of one subject in windows of `seconds`. Clients read `name` in the headers. */
export interface RatePolicy<Name extends string = string> {
  name: Name;
  subjectId: string; // The id of a workspace, an API key or a session, a source address, or the hash of an email address or of a token.
  limit: number;
  seconds: number;
  exceeded?: string; // The error message. Absent where no response reports the policy.
}

/**
 * What the documents state of the policies that responses name, by name. `requests`: those that it counts, if the header
 * `RateLimit-Policy` names it. `problem`: the same, if only the problem `quota-exceeded` names it, where the name is no help.
 */
export type PolicyDocs = Readonly<Record<string, { requests?: string; problem?: string }>>;
