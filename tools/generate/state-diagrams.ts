import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { APPROVAL_ACTIONS } from '../../lib/content/rules/approval/approval-states.ts';
import { ENTRY_TRANSITIONS, type EntryState, type NextState } from '../../lib/content/rules/schedule-entry.ts';
import { table } from '../markdown/markdown.ts';
import { replaceGeneratedSection } from '../markdown/replace-generated-section.ts';

export const PUBLISHING_DOC_PATH = 'docs/publishing.md';
export const APPROVAL_DOC_PATH = 'docs/approval.md';

/** Why an entry goes from a state to another one: `null` where the state says it. A missing row does not compile. */
const REASONS: { [From in EntryState]: Record<NextState<From>, string | null> } = {
  pending: {
    claimed: 'due',
    failed: 'too late, or not approved',
    pending: 'rescheduled',
    cancelled: null,
  },
  claimed: {
    claimed: 'lease expired',
    sending: 'written before the request',
    failed: 'rejected before sending',
    pending: 'retried later, or preparation continued',
    published: 'a previous attempt is live',
    unconfirmed: 'a previous attempt is live, without its id',
    continuing: 'retried later, or a previous attempt is live',
    interrupted: 'rejected before sending',
  },
  sending: {
    published: 'confirmed',
    failed: 'rejected',
    pending: 'not sent, or rate limited',
    unconfirmed: 'outcome unknown',
    continuing: 'part confirmed, or not sent',
    interrupted: 'rejected',
  },
  unconfirmed: {
    unconfirmed: 'not found, checked again',
    published: 'found, or resolved manually',
    sending: 'sent again under the same key',
    pending: 'proved absent',
    failed: 'resolved manually, or item deleted after the last check',
    continuing: 'part found or resolved, or proved absent',
    interrupted: 'resolved manually, or item deleted after the last check',
  },
  continuing: {
    claimed: 'due',
    continuing: 'released after a halt',
    interrupted: 'too late, not approved, or item deleted',
    published: 'nothing left',
  },
  published: {},
  failed: {},
  cancelled: {},
  interrupted: {},
};

/** Render docs/publishing.md with the states of a schedule entry. */
export function renderPublishingDoc(): string {
  const arrows = Object.entries(ENTRY_TRANSITIONS).flatMap(([from, states]) =>
    states.length === 0
      ? [`${from} --> [*]`]
      : states.map((to) => `${from} --> ${to}${labelOf(from as EntryState, to)}`),
  );
  return withDiagram(PUBLISHING_DOC_PATH, ['[*] --> pending', ...arrows]);
}

function labelOf(from: EntryState, to: EntryState): string {
  const reasons: Record<EntryState, Record<string, string | null>> = REASONS;
  const reason = reasons[from][to];
  return reason === null ? '' : `: ${reason}`;
}

/** Render docs/approval.md with the states of an approval, and the requests that change them. */
export function renderApprovalDoc(): string {
  const arrows = Object.entries(APPROVAL_ACTIONS).flatMap(([action, { from, to }]) =>
    from.map((status) => `${status} --> ${to}: ${action}`),
  );
  const requests = Object.entries(APPROVAL_ACTIONS).filter(([, { permission }]) => permission !== null);
  const rows = requests.map(([action, { permission, event }]) => [
    `\`POST /v1/content/{id}/${action}\``,
    `\`${permission}\``,
    event === null ? 'none' : `\`${event}\``,
  ]);
  const of = table(['request', 'permission', 'event'], rows);
  return withDiagram(APPROVAL_DOC_PATH, ['[*] --> not_submitted', ...arrows], `\n\n${of}`);
}

function withDiagram(path: string, arrows: string[], after = ''): string {
  const document = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const lines = ['stateDiagram-v2', ...arrows.map((arrow) => `  ${arrow}`)];
  return replaceGeneratedSection(document, `\`\`\`mermaid\n${lines.join('\n')}\n\`\`\`${after}`);
}
