import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS, NOTIFICATION_KINDS } from '../../lib/notifications/rules/kinds.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const NOTIFICATIONS_DOC_PATH = 'docs/reference/notifications.md';

/** Render docs/reference/notifications.md with every kind. */
export function renderNotificationsDoc(): string {
  const document = readFileSync(join(import.meta.dirname, '../..', NOTIFICATIONS_DOC_PATH), 'utf8');
  const rows = NOTIFICATION_KINDS.map((kind) => {
    const { permission, docs } = KINDS[kind];
    return `| \`${kind}\` | ${docs.when} | ${docs.who ?? `members with \`${permission}\``} |`;
  });
  const head = ['| kind | when | who receives it |', '|---|---|---|'];
  return replaceGeneratedSection(document, [...head, ...rows].join('\n'));
}
