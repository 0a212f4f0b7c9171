import type { ClientModel, Field, NamedType, ObjectType } from './model.ts';

/** List the types of a model: those of requests and responses, then those of the queries. */
export function typesOf({ types, resources }: ClientModel): NamedType[] {
  return [...types, ...queriesOf(resources)];
}

/** List the types of the queries of resources. */
export function queriesOf(resources: ClientModel['resources']): ObjectType[] {
  return resources.flatMap(({ operations }) => operations.flatMap(({ query }) => query ?? []));
}

/** List the names of the types that a generated text uses, sorted. */
export function typeNamesIn(text: string, model: ClientModel): string[] {
  const words = new Set(text.match(/\w+/g));
  return typesOf(model)
    .flatMap(({ name }) => (words.has(name) ? [name] : []))
    .sort();
}

/** List the fields of an object, with the version that the libraries add to some responses. */
export function fieldsWithEtag({ fields, hasEtag }: ObjectType): Field[] {
  const etag: Field = { name: 'etag', type: { kind: 'string' }, isRequired: false, description: '', hasZero: false };
  return hasEtag ? [...fields, etag] : fields;
}
