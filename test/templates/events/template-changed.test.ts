import { describe, expect, it } from 'vitest';
import { editTemplate, newTemplate, type Template } from '../../../lib/templates/rules/template.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-01-01T00:00:00.000Z';
const owner = { id: 'tpl_1', workspaceId: 'ws_1', userId: 'usr_1' };
const made = newTemplate({ kind: 'snippet', name: 'Launch', text: 'Out now.' }, owner, Date.parse(AT));
const edited = { ...editTemplate(made, { text: 'Out today.' }, Date.parse(AT)), version: 1 };

/** Return the events of a change of a template. */
function eventsOf(before: Template | null, after: Template | null) {
  return deriveEvents('Template', { before, after, changedAt: AT });
}

describe('template.changed', () => {
  it.each([
    ['created', null, made, 'tpl_1/created'],
    ['updated', made, edited, 'tpl_1/updated/1'],
    ['deleted', edited, null, 'tpl_1/deleted'],
  ])('is derived from the change by which a template is %s, without its text', (change, before, after, dedupKey) => {
    const data = { id: 'tpl_1', name: 'Launch', kind: 'snippet', change };
    expect(eventsOf(before, after)).toEqual([{ type: 'template.changed', dedupKey, timestamp: AT, data }]);
  });
});
