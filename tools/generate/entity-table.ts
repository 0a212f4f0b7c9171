import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importDeclarations } from '../../lib/bundle/declarations.ts';
import { ENTITY_FILES } from '../../lib/bundle/lifecycles.ts';
import type { Entity } from '../../lib/core/table/define-entity.ts';
import { table } from '../markdown/markdown.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const ENTITY_TABLE_PATH = 'lib/app/table/entity-table.ts';
export const TABLE_DOC_PATH = 'docs/table.md';
export const FIELD_TABLE_PATH = 'lib/audit/rules/field-table.ts';
export const RESOURCE_TYPES_PATH = 'lib/audit/rules/resource-types.ts';

const LINE_WIDTH = 120;
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
  const imports = FILES.map((file) => {
    const names = DECLARED.filter((each) => each.file === file).map(({ name }) => name);
    return importOf(names.sort(), `../../${file}`);
  });
  return `// Generated from the entities of the features by \`npm run generate\`; do not edit.
${imports.join('\n')}

/** Every entity, by its name. */
export const ENTITIES = {
${DECLARED.map(({ entity, name }) => `  ${entity.name}: ${name},\n`).join('')}};

export type EntityName = keyof typeof ENTITIES;
`;
}

/** Render an import as the formatter does: with a line per name where one line is too long. */
function importOf(names: string[], path: string): string {
  const line = `import { ${names.join(', ')} } from '${path}';`;
  if (line.length <= LINE_WIDTH) return line;
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${path}';`;
}

/** Render the public types of the audited resources. */
export function renderResourceTypes(): string {
  const rows = DECLARED.flatMap(({ entity: { name, resource } }) => (resource ? [`  ${name}: '${resource}',\n`] : []));
  return `// Generated from the entities of the features by \`npm run generate\`; do not edit.

/** The audited entities and their public resource types. */
export const RESOURCE_TYPES = {
${rows.join('')}} as const;

export type AuditedKind = keyof typeof RESOURCE_TYPES;
export type ResourceType = (typeof RESOURCE_TYPES)[AuditedKind];
`;
}

/** Render the table of how the fields of audited records are logged. A bundle has it without what else is declared. */
export function renderFieldTable(): string {
  const audited = DECLARED.filter(({ entity }) => entity.resource);
  const auditOf = (name: string) => name.replace(/Entity$/, 'Audit');
  const imports = FILES.flatMap((file) => {
    const names = audited.filter((each) => each.file === file).map(({ name }) => auditOf(name));
    return names.length === 0 ? [] : [[`../../${file}`, importOf(names.sort(), `../../${file}`)] as const];
  });
  const modes = '../../core/table/audit-modes.ts';
  const kinds = './resource-types.ts';
  const all = [
    ...imports,
    [modes, `import type { AuditMode } from '${modes}';`] as const,
    [kinds, `import type { AuditedKind } from '${kinds}';`] as const,
  ];
  return `// Generated from the entities of the features by \`npm run generate\`; do not edit.
${all
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([, line]) => line)
  .join('\n')}

/** How each field of the audited records is logged. */
export const FIELDS: Record<AuditedKind, Readonly<Record<string, AuditMode>>> = {
${audited.map(({ entity, name }) => `  ${entity.name}: ${auditOf(name)},\n`).join('')}};
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
