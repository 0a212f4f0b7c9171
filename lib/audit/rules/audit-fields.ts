import type { AuditMode } from '../../core/table/audit-modes.ts';
import { FIELDS } from './field-table.ts';
import type { AuditedKind } from './resource-types.ts';

/** List the logged fields of an entity with their modes. `isRequested`: the change was made by a request. */
export function auditedFields(kind: AuditedKind, isRequested: boolean): [string, AuditMode][] {
  return Object.entries(FIELDS[kind]).filter(([, mode]) => mode === 'always' || (isRequested && mode !== 'never'));
}
