import { describe, expect, it } from 'vitest';
import './english.ts';
import { type Template, variablesIn, withHandles, withValues } from '../../dashboard/src/content/template-texts.ts';
import { applyTemplate } from '../../dashboard/src/screens/composer/apply-template.ts';
import { bodyOf, emptyInput, inputOf, isIncomplete } from '../../dashboard/src/screens/templates/template-input.ts';

const template = (fields: Partial<Template>): Template => ({
  ...{ id: 'tpl_1', name: 'Acme', kind: 'snippet', text: null, variables: null, accounts: null, handles: null },
  ...{ platform_options: null, created_by: 'usr_1', created_at: '', updated_at: '', ...fields },
});
const DRAFT = { text: '', platforms: ['twitter', 'linkedin'] as const, accounts: [], options: {}, firstComment: '' };
const draft = (fields: object = {}) => ({ ...DRAFT, platforms: [...DRAFT.platforms], ...fields });
const account = (id: string, platform: string) => ({ id, platform }) as never;

describe('the variables of a text', () => {
  it('are its placeholders without those of mentions', () => {
    expect(variablesIn('{{a}} {{@b}} {{ c }} {{a}} {{d_1}}')).toEqual(['a', 'd_1']);
  });

  it('have their values as they are, and stay without one', () => {
    expect(withValues('{{a}} {{b}} {{constructor}}', { a: '{{b}} $&' })).toBe('{{b}} $& {{b}} {{constructor}}');
  });
});

describe('the preview of an item', () => {
  const mentions = [template({ kind: 'mention', name: 'Acme', handles: { twitter: '@acme' } })];
  const item = (description: string) => ({
    ...{ title: '', description, platforms: ['twitter' as const, 'linkedin' as const] },
    ...{ thread: [], first_comment: 'By {{@acme}}', platform_options: {} },
  });

  it('has the handles of mentions on each platform, and their names where there is none', () => {
    const { platform_options } = withHandles(item('Hi {{@ACME}} {{@Other}}'), mentions);
    expect(platform_options).toMatchObject({
      twitter: { text: 'Hi @acme {{@Other}}', first_comment: 'By @acme' },
      linkedin: { text: 'Hi Acme {{@Other}}', first_comment: 'By Acme' },
    });
  });
});

describe('a template in the composer', () => {
  it('follows the text that is there after an empty line', () => {
    const snippet = template({ text: 'Hello {{a}}' });
    expect(applyTemplate(draft(), snippet, { a: 'A' }, [])).toEqual({ text: 'Hello A' });
    expect(applyTemplate(draft({ text: 'Hi ' }), snippet, { a: 'A' }, [])).toEqual({ text: 'Hi\n\nHello A' });
  });

  it('is a placeholder for a mention, whose handle depends on the platform', () => {
    const mention = template({ kind: 'mention', handles: {} });
    expect(applyTemplate(draft({ text: 'Hi' }), mention, {}, [])).toEqual({ text: 'Hi {{@Acme}}' });
  });

  it('selects the accounts of a set, and names those of platforms with several', () => {
    const set = template({ kind: 'account_set', accounts: ['acc_1', 'acc_3'] });
    const accounts = [account('acc_1', 'twitter'), account('acc_2', 'twitter'), account('acc_3', 'linkedin')];
    const { platforms, accounts: named } = applyTemplate(draft(), set, {}, accounts);
    expect([platforms?.toSorted(), named]).toEqual([['linkedin', 'twitter'], ['acc_1']]);
  });

  it('keeps a deleted account of a set, which the API rejects until it is taken out', () => {
    const set = template({ kind: 'account_set', accounts: ['acc_3', 'acc_lost'] });
    expect(applyTemplate(draft(), set, {}, [account('acc_3', 'linkedin')]).accounts).toEqual(['acc_lost']);
  });

  it('gives default options where the draft has none of its own', () => {
    const options = template({
      kind: 'options',
      platform_options: { linkedin: { visibility: 'connections', link: 'https://a.example/' } },
    });
    const own = { linkedin: { link: 'https://b.example/' } };
    expect(applyTemplate(draft({ options: own }), options, {}, []).options).toEqual({
      linkedin: { visibility: 'connections', link: 'https://b.example/' },
    });
  });
});

describe('the form of a template', () => {
  it('sends the fields of its kind, and a default for each variable of the text', () => {
    const input = {
      ...emptyInput('snippet'),
      name: ' Launch ',
      text: '{{a}} {{b}}',
      defaults: { a: 'A', c: 'C' },
      accounts: ['acc_1'],
    };
    expect(bodyOf(input)).toEqual({ name: 'Launch', text: '{{a}} {{b}}', variables: { a: 'A', b: null } });
  });

  it.each([
    template({ text: '{{a}}', variables: { a: null } }),
    template({ kind: 'account_set', accounts: ['acc_1'] }),
    template({ kind: 'mention', handles: { twitter: '@acme' } }),
    template({ kind: 'options', platform_options: { linkedin: { visibility: 'connections', first_comment: 'More' } } }),
  ])('shows what a template has: %j', (stored) => {
    const { text, variables, accounts, handles, platform_options, name } = stored;
    const all = Object.entries({ name, text, variables, accounts, handles, platform_options });
    expect(bodyOf(inputOf(stored))).toEqual(Object.fromEntries(all.filter(([, value]) => value !== null)));
    expect(isIncomplete(inputOf(stored))).toBe(false);
  });

  it.each(['snippet', 'account_set', 'mention', 'options'] as const)(
    'is incomplete without the field of %s',
    (kind) => {
      expect(isIncomplete({ ...emptyInput(kind), name: 'A' })).toBe(true);
    },
  );
});
