/** A flag of an operation: a field of its query or of its body. */
export interface OperationFlag {
  /** The name of the field. The flag has `-` in place of `_`. */
  name: string;
  in: 'query' | 'body';
  type: 'string' | 'time' | 'integer' | 'number' | 'boolean' | 'json';
  /** The flag is repeated, or its value has commas. */
  isList?: true;
  isRequired?: true;
  /** It is no flag: other users of the machine can read arguments. */
  isSecret?: true;
  /** The values that this version knows. */
  values?: string[];
  description: string;
}

/** An operation of the API, which is a command: `cis <resource> <verb>`. */
export interface Operation {
  resource: string;
  verb: string;
  summary: string;
  method: string;
  path: string;
  /** A command that the service accepts, with ids of objects that exist. */
  example: string;
  flags: OperationFlag[];
  hasBody?: true;
  /** The field of the response that has the items of a page. */
  page?: string;
  /** Whether it takes an idempotency key. */
  isKeyed?: true;
  /** Whether it takes `If-Match`. */
  isMatched?: true;
  /** Whether it also responds with CSV. */
  hasCsv?: true;
}
