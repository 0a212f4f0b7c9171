import type { ApiKeyWithUsage } from '../store/api-keys.ts';
import { toCredentialView } from './credential-view.ts';

/** Build the API representation of a stage key, without its secrets. */
export function toStageKeyView(record: ApiKeyWithUsage, nowMs: number) {
  return { ...toCredentialView(record, nowMs), workspaces: record.key.workspaces ?? ('*' as const) };
}
