import { describe, expect, it } from 'vitest';
import { newContent } from '../../../lib/content/rules/change/new-content.ts';
import { type Content, postFor } from '../../../lib/content/rules/content.ts';
import { applyLinkRules } from '../../../lib/link-rules/rules/apply-link-rules.ts';
import type { LinkRule } from '../../../lib/link-rules/rules/link-rule.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00.000Z');

function item(fields: object = {}): Content {
  const owner = { id: 'cnt_1', workspaceId: 'ws_1', userId: 'usr_1' };
  const input = { title: 'T', description: 'https://example.com', platforms: ['twitter' as const] };
  return { ...newContent(input, owner, NOW_MS), ...fields };
}

function rule(parameters: LinkRule['parameters'], fields: Partial<LinkRule> = {}): LinkRule {
  const scope = { scope: 'workspace', platform: null, label: null } as const;
  return { id: 'lnk_1', ...scope, hosts: [], parameters, created_at: '', ...fields };
}

const names = new Map([
  ['lbl_launch', 'Launch'],
  ['lbl_summer', 'Summer 26'],
]);
const apply = (content: Content, rules: LinkRule[]) => applyLinkRules(content, { rules, names }, NOW_MS);
const textOf = (content: Content, rules: LinkRule[]) => postFor(apply(content, rules), 'twitter').text;

describe('applyLinkRules', () => {
  it('replaces the placeholders, and leaves out a parameter without a value', () => {
    const rules = [rule({ utm_source: '{platform}', utm_term: '{date}', utm_campaign: '{campaign}' })];
    expect(textOf(item(), rules)).toBe('https://example.com?utm_source=twitter&utm_term=2026-11-20');
    expect(textOf(item({ campaign: 'lbl_summer' }), rules)).toContain('utm_campaign=Summer%2026');
  });

  it('applies the rule of a label to items with it, over that of the platform', () => {
    const rules = [
      rule({ utm_medium: 'label' }, { scope: 'label', label: 'lbl_launch' }),
      rule({ utm_medium: 'platform' }, { scope: 'platform', platform: 'twitter' }),
    ];
    expect(textOf(item(), rules)).toBe('https://example.com?utm_medium=platform');
    expect(textOf(item({ labels: ['lbl_launch'] }), rules)).toBe('https://example.com?utm_medium=label');
  });

  it('applies the rule of a label that was deleted to no item', () => {
    const rules = [rule({ utm_medium: 'label' }, { scope: 'label', label: 'lbl_deleted' })];
    expect(textOf(item({ labels: ['lbl_deleted'] }), rules)).toBe('https://example.com');
  });

  it('adds to the thread, the first comment and the linked page', () => {
    const content = item({
      thread: [{ text: 'https://a.example', media: [] }],
      first_comment: 'https://b.example',
      platform_options: { twitter: { link: 'https://c.example/' } },
    });
    const applied = apply(content, [rule({ utm_term: 'x' })]);
    expect(postFor(applied, 'twitter').link).toBe('https://c.example/?utm_term=x');
  });

  it('keeps the rules for the hosts of the URLs on a platform only', () => {
    const content = item({
      description: 'https://a.example',
      first_comment: 'https://sub.b.example.',
      platform_options: { twitter: { link: 'https://c.example/' } },
    });
    const hosts = ['a.example', 'b.example', 'c.example', 'd.example', 'example'];
    const rules = hosts.map((host) => rule({ utm_term: host }, { hosts: [host] }));
    const stored = apply(content, rules).link_parameters?.twitter;
    expect(stored?.flatMap((each) => each.hosts)).toEqual(['a.example', 'b.example', 'c.example', 'example']);
  });

  it('returns the same item where no rule changes a URL', () => {
    const content = item({ description: 'No URL' });
    expect(apply(content, [rule({ utm_term: 'x' })])).toBe(content);
  });

  it('removes what a rule had added that is gone', () => {
    const applied = apply(item(), [rule({ utm_term: 'x' })]);
    expect(apply(applied, []).link_parameters).toBeUndefined();
  });
});
