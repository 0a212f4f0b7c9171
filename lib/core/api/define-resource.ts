/** The description of a parameter, an example, and the bounds of a number, which the schema of a text cannot express. */
export type ParameterDoc = readonly [
  description: string,
  example: unknown,
  bounds?: { minimum?: number; maximum?: number; default?: number },
];

/** What the documents state of a resource, besides its operations. */
export interface Resource {
  description: string;
  /** The group of the reference page that has it, and its position there. */
  group: readonly [name: string, position: number];
  /** The path parameters that other resources lack, by `name`, or by `verb.name` where the meaning depends on it. */
  path?: Readonly<Record<string, ParameterDoc>>;
  /** The query parameters that other resources lack, by the same keys. */
  query?: Readonly<Record<string, ParameterDoc>>;
  /**
   * The names of schemas: by their export where it has another name, and by one place for those inside others. All places
   * with the same schema have the same name. One is required for a schema with several places.
   */
  schemaNames?: Readonly<Record<string, string>>;
}

/** Declare a resource in the `resource.ts` of its folder. No function imports it: only the documents have what it states. */
export function defineResource(resource: Resource): Resource {
  return resource;
}
