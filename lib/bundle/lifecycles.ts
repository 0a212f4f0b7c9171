import type { Entity } from '../core/table/define-entity.ts';
import type { Lifecycle } from '../core/table/lifecycle.ts';

/** The modules that declare entities, below `lib`. */
export const ENTITY_FILES = ['*/entities/*.ts', '{core,app}/*/entities.ts'];

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
