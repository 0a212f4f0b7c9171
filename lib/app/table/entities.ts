import { defineEntity } from '../../core/table/define-entity.ts';

/**
 * That `by_parent` has every workspace, and every item that operator commands find only there: written by `workspace
 * -- index-table`, and by `workspace -- create` in a new table.
 */
export const operatorIndexEntity = /* @__PURE__ */ defineEntity({
  name: 'OperatorIndex',
  pk: 'OPERATORINDEX',
  sk: 'OPERATORINDEX',
});
