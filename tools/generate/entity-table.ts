import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importDeclarations } from '../../lib/bundle/declarations.ts';
import { ENTITY_FILES, lifecyclesIn } from '../../lib/bundle/lifecycles.ts';
import type { Entity } from '../../lib/core/table/define-entity.ts';
import type { Lifecycle } from '../../lib/core/table/lifecycle.ts';
import { table } from '../markdown/markdown.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';
import { type Import, renderHead, renderRows } from './module-text.ts';

export const ENTITY_TABLE_PATH = 'lib/app/table/entity-table.ts';
export const LIFECYCLE_TABLE_PATH = 'lib/app/table/lifecycle-table.ts';
export const TABLE_DOC_PATH = 'docs/table.md';
export const FIELD_TABLE_PATH = 'lib/audit/rules/field-table.ts';
export const RESOURCE_TYPES_PATH = 'lib/audit/rules/resource-types.ts';

const SOURCE = 'the entities of the features';
const LIB = join(import.meta.dirname, '../../lib');

/** A declared entity, the name of its export, and its module, as a path below `lib`. */
interface Declared {
  entity: Entity;
  name: string;
  file: string;
}

const MODULES = await importDeclarations<Record<string, Entity>>(ENTITY_FILES);
const FILES = MODULES.map(([file]) => file);

/** Every entity, which each feature declares in its `entities/`. */
const DECLARED = MODULES.flatMap(([file, module]): Declared[] => {
  const entities = Object.entries(module).filter(([name]) => name.endsWith('Entity'));
  return entities.map(([name, entity]) => ({ entity, name, file }));
}).sort((one, other) => (one.entity.name < other.entity.name ? -1 : 1));

/** Render the table of all entities. */
export function renderEntityTable(): string {
  return `${renderHead(SOURCE, importsOf(DECLARED))}

/** Every entity, by its name. */
export const ENTITIES = {
${renderRows(DECLARED.map(({ entity, name }) => `${entity.name}: ${name}`))}};

export type EntityName = keyof typeof ENTITIES;
`;
}

/** Render the table of how the items of all entities end. Throws for an entity without a lifecycle. */
export function renderLifecycleTable(): string {
  lifecyclesIn(MODULES.map(([, module]) => module as Record<string, Entity | Lifecycle>));
  const lifecycles = DECLARED.map(({ entity, name, file }) => {
    return { entity, name: name.replace(/Entity$/, 'Lifecycle'), file };
  });
  const types: Import[] = [
    ['../../core/table/lifecycle.ts', 'type { Lifecycle }'],
    ['./entity-table.ts', 'type { EntityName }'],
  ];
  return `${renderHead(SOURCE, [...importsOf(lifecycles), ...types])}

/** How the items of every entity end, and where they are. */
export const LIFECYCLES: Record<EntityName, Lifecycle> = {
${renderRows(lifecycles.map(({ entity, name }) => `${entity.name}: ${name}`))}};
`;
}

/** List the imports of what is declared, by the names of its exports. */
function importsOf(declared: readonly { name: string; file: string }[]): Import[] {
  const namesOf = (file: string) => declared.filter((each) => each.file === file).map(({ name }) => name);
  const files = FILES.filter((file) => namesOf(file).length > 0);
  return files.map((file) => [`../../${file}`, `{ ${namesOf(file).sort().join(', ')} }`]);
}

/** Render the public types of the audited resources. */
export function renderResourceTypes(): string {
  const rows = DECLARED.flatMap(({ entity: { name, resource } }) => (resource ? [`${name}: '${resource}'`] : []));
  return `${renderHead(SOURCE)}

/** The audited entities and their public resource types. */
export const RESOURCE_TYPES = {
${renderRows(rows)}} as const;

export type AuditedKind = keyof typeof RESOURCE_TYPES;
export type ResourceType = (typeof RESOURCE_TYPES)[AuditedKind];
`;
}

/** Render the table of how the fields of audited records are logged. A bundle has it without what else is declared. */
export function renderFieldTable(): string {
  const audited = DECLARED.filter(({ entity }) => entity.resource).map(({ entity, name, file }) => ({
    kind: entity.name,
    name: name.replace(/Entity$/, 'Audit'),
    file,
  }));
  const imports: Import[] = [
    ...importsOf(audited),
    ['../../core/table/audit-modes.ts', 'type { AuditMode }'],
    ['./resource-types.ts', 'type { AuditedKind }'],
  ];
  return `${renderHead(SOURCE, imports)}

/** How each field of the audited records is logged. */
export const FIELDS: Record<AuditedKind, Readonly<Record<string, AuditMode>>> = {
${renderRows(audited.map(({ kind, name }) => `${kind}: ${name}`))}};
`;
}

/** Render docs/table.md: a row for each entity, with what the comment above its declaration says. */
export function renderTableDoc(): string {
  const comments = new Map(FILES.flatMap((file) => commentsIn(readFileSync(join(LIB, file), 'utf8'))));
  const rows = DECLARED.map(({ entity, name }) => {
    const indexes = (['status', 'category', 'parent', 'due'] as const).flatMap((index) => {
      const [pk, sk] = [entity[`${index}_pk`], index === 'due' ? entity.due_sk : entity.list_sk];
      return pk ? [`\`by_${index}\`: \`${pk}\`, \`${sk}\``] : [];
    });
    return [entity.name, `\`${entity.pk}\``, `\`${entity.sk}\``, indexes.join('<br>'), comments.get(name) ?? ''];
  });
  const head = ['Entity', 'pk', 'sk', 'Indexes', 'Description'];
  return replaceGeneratedSection(readFileSync(join(LIB, '..', TABLE_DOC_PATH), 'utf8'), table(head, rows));
}

/** Return the comments of the declarations of a module, each as one line, by the names of the exports. */
function commentsIn(source: string): [name: string, comment: string][] {
  const declarations = source.matchAll(/^\/\*\*((?:(?!\*\/).)*)\*\/\nexport const (\w+) =/gms);
  return [...declarations].map(([, comment, name]) => [name!, comment!.replaceAll(/\s*\n \*/g, '').trim()]);
}
