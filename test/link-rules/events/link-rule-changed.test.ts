import { describe, expect, it } from 'vitest';
import { addRule, type LinkRules, removeRule, replaceRule } from '../../../lib/link-rules/rules/link-rule.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-01-01T00:00:00.000Z';
const FIELDS = { scope: 'workspace' as const, platform: null, label: null, hosts: [], created_at: AT };
const first = { ...FIELDS, id: 'lnk_1', parameters: { utm_source: 'first' } };
const second = { ...FIELDS, id: 'lnk_2', parameters: { utm_source: 'second' } };
const edited = { ...second, hosts: ['example.com'] };

const one = { ...addRule({ id: 'ws_1', workspace_id: 'ws_1', rules: [], version: 0 }, first), version: 1 };
const two = { ...addRule(one, second), version: 2 };
const changed = { ...replaceRule(two, edited), version: 3 };
const removed = { ...removeRule(changed, 'lnk_2'), version: 4 };

/** Return the events of a change of the rules of a workspace. */
function eventsOf(before: LinkRules | null, after: LinkRules) {
  return deriveEvents('LinkRules', { before, after, changedAt: AT }).map(({ type, dedupKey, data }) => [
    ...[type, dedupKey, data],
  ]);
}

describe('link_rule.changed', () => {
  it.each([
    ['created', one, two, 'lnk_2/created', second],
    ['updated', two, changed, 'lnk_2/updated/3', edited],
    ['deleted', changed, removed, 'lnk_2/deleted', edited],
  ])('is derived for the rule that is %s, and not for the others', (change, before, after, dedupKey, rule) => {
    expect(eventsOf(before, after)).toEqual([['link_rule.changed', dedupKey, { ...rule, change }]]);
  });

  it('is derived for the first rule of a workspace', () => {
    expect(eventsOf(null, one)).toEqual([['link_rule.changed', 'lnk_1/created', { ...first, change: 'created' }]]);
  });

  it('is not derived from a change that leaves every rule as it was', () => {
    expect(eventsOf(two, { ...two, version: 3 })).toEqual([]);
  });
});
