import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/**
 * That `by_parent` has every workspace, and every item that operator commands find only there: written by `workspace
 * -- index-table`, and by `workspace -- create` in a new table.
 */
export const operatorIndexEntity = /* @__PURE__ */ defineEntity({
  name: 'OperatorIndex',
  pk: 'OPERATORINDEX',
  sk: 'OPERATORINDEX',
});

export const operatorIndexLifecycle: Lifecycle = { ending: 'work', found: 'stage' };
