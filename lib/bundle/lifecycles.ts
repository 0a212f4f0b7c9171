import type { EntityName } from '../app/table/entity-table.ts';
import type { Entity } from '../core/table/define-entity.ts';
import type { Lifecycle } from '../core/table/lifecycle.ts';
import { importDeclarations } from './declarations.ts';

/** The modules that declare entities, below `lib`. */
export const ENTITY_FILES = ['*/entities/*.ts', '{core,app}/*/entities.ts'];

const MODULES = await importDeclarations<Record<string, Entity | Lifecycle>>(ENTITY_FILES);

/** How the items of every entity end, and how operators find and treat them. For tools and tests, never for a function. */
export const LIFECYCLES = lifecyclesIn(MODULES.map(([, module]) => module)) as Record<EntityName, Lifecycle>;

/** Return the lifecycles that stand beside the entities in these modules. Throws for an entity without one. */
export function lifecyclesIn(modules: readonly Record<string, Entity | Lifecycle>[]): Record<string, Lifecycle> {
  const declared = modules.flatMap((module) =>
    Object.entries(module).flatMap(([constant, value]): [string, Lifecycle][] => {
      if (!constant.endsWith('Entity')) return [];
      const [{ name }, beside] = [value as Entity, constant.replace(/Entity$/, 'Lifecycle')];
      if (!(beside in module)) throw new Error(`${name} declares no lifecycle: export ${beside} beside ${constant}.`);
      return [[name, module[beside] as Lifecycle]];
    }),
  );
  return Object.fromEntries(declared);
}
