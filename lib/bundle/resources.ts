import { basename, dirname } from 'node:path';
import type { ParameterDoc, Resource } from '../core/api/define-resource.ts';
import { importDeclarations } from './declarations.ts';
import { type OperationId, resourceOf } from './endpoints.ts';

/** The groups of the reference page, in the order in which a program needs them. */
const GROUPS = [
  'Content',
  'Media',
  'Accounts',
  'Webhooks and events',
  'Analytics',
  'Planning',
  'Files',
  'Workspace',
  'Documents',
  'Access',
];

// `resource` has the name of its folder. Another export is a resource without endpoints, of its own name.
const RESOURCES = (await importDeclarations<Record<string, Resource>>('*/api/*/resource.ts')).flatMap(
  ([file, declared]) =>
    Object.entries(declared).map(([name, resource]): [string, Resource] => {
      if (!GROUPS.includes(resource.group[0])) throw new Error(`lib/${file} is in no group of the reference page.`);
      return [name === 'resource' ? basename(dirname(file)) : name, resource];
    }),
);
const BY_NAME = new Map(RESOURCES.sort(([, one], [, other]) => compare(one, other)));
const SCHEMA_NAMES = new Map(RESOURCES.flatMap(([, { schemaNames }]) => Object.entries(schemaNames ?? {})));

function compare({ group: [one, first] }: Resource, { group: [other, second] }: Resource): number {
  return GROUPS.indexOf(one) - GROUPS.indexOf(other) || first - second;
}

/** List every resource by name, in the order of the reference page. Reads the declarations from the disk: not for functions. */
export function allResources(): ReadonlyMap<string, Resource> {
  return BY_NAME;
}

/** List the groups of the reference page, and the resources of each. */
export function referenceGroups(): { name: string; tags: string[] }[] {
  const grouped = Map.groupBy(BY_NAME, ([, { group }]) => group[0]);
  return [...grouped].map(([name, resources]) => ({ name, tags: resources.map(([tag]) => tag) }));
}

/** Return what the resource of an operation states of its parameter; undefined where it states nothing. */
export function parameterDoc(id: OperationId, place: 'path' | 'query', name: string): ParameterDoc | undefined {
  const resource = resourceOf(id);
  const docs = BY_NAME.get(resource)?.[place];
  return docs?.[`${id.slice(resource.length + 1)}.${name}`] ?? docs?.[name];
}

/** Return the name that a resource gives to a schema, by its export or its place; undefined for none. */
export function schemaName(place: string): string | undefined {
  return SCHEMA_NAMES.get(place);
}
