import { t } from '../language/texts.ts';

/** Return why an item cannot be edited, or null. */
export function editObstacle({
  status,
  editable_fields,
}: {
  status: string;
  editable_fields: string[];
}): string | null {
  if (editable_fields.length > 0) return null;
  return t('content.editObstacle', { status });
}

/** Return whether more than the time of an item can be changed. */
export function isTextEditable({ editable_fields }: { editable_fields: string[] }): boolean {
  return editable_fields.some((field) => field !== 'scheduled_at');
}
