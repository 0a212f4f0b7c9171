/** A type of the document, as the emitters write it. `enum` and `object` are those of `ClientModel.types`. */
export type Type =
  | { kind: 'string' | 'time' | 'integer' | 'number' | 'boolean' | 'any' }
  | { kind: 'const'; value: string | boolean }
  | { kind: 'ref'; name: string }
  // Values of an enum that later versions of the service may extend.
  | { kind: 'open'; name: string }
  | { kind: 'list'; item: Type }
  | { kind: 'map'; value: Type }
  | { kind: 'nullable'; of: Type }
  // A value of a request in one of two forms.
  | { kind: 'choice'; of: [Type, Type] };

/** A field of an object, or of a query. */
export interface Field {
  name: string;
  type: Type;
  isRequired: boolean;
  description: string;
  /**
   * Whether 0 or false means something, so that it differs from no value. An empty text never does, nor does false where it
   * is the default.
   */
  hasZero: boolean;
}

export interface ObjectType {
  kind: 'object';
  name: string;
  fields: Field[];
  /** It is sent; it may be received, too. */
  isSent: boolean;
  /** It is the response of an operation with a version, which libraries add as `etag`. */
  hasEtag: boolean;
}

export interface EnumType {
  kind: 'enum';
  name: string;
  values: string[];
}

/** A list of objects that differ by a constant, and one for values that are none of them. */
export interface UnionType {
  kind: 'union';
  name: string;
  members: string[];
  other: string;
}

/** A list with a name. */
export interface ListType {
  kind: 'list';
  name: string;
  item: Type;
}

export type NamedType = ObjectType | EnumType | UnionType | ListType;

export interface Operation {
  /** The words of its name in its resource: `['list', 'comments']`. */
  verb: string[];
  method: string;
  /** With `{name}` for each of `pathFields`. */
  path: string;
  pathFields: string[];
  summary: string;
  query: ObjectType | null;
  body: { name: string; isRequired: boolean } | null;
  result: string;
  /** The field of the result that has the items of a page, and the type of an item. */
  page: { field: string; item: Type } | null;
  takesKey: boolean;
  takesMatch: boolean;
}

export interface Resource {
  name: string[];
  description: string;
  operations: Operation[];
}

/** What the emitters write in each language. */
export interface ClientModel {
  types: NamedType[];
  resources: Resource[];
}
