import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../lib/core/values/name-key.ts';
import { applyTemplates } from '../../../lib/templates/rules/apply-templates.ts';
import { NO_TEMPLATES } from '../../../lib/templates/rules/named-templates.ts';
import { renderFor } from '../../../lib/templates/rules/render-mentions.ts';
import { newTemplate, type TemplateInput, type TemplateKind } from '../../../lib/templates/rules/template.ts';
import { insertValues, parseItemText, parseTemplateText } from '../../../lib/templates/rules/template-text.ts';

const OWNER = { id: 'tpl_01K00000000000000000000000', workspaceId: 'ws_1', userId: 'usr_1' };
const make = (kind: TemplateKind, name: string, input: TemplateInput) =>
  newTemplate({ ...input, kind, name }, OWNER, 0);

// Texts that look like placeholders, replacement patterns of JavaScript, and names of its objects.
const PIECES = [
  '{{',
  '}}',
  '{',
  '}',
  '@',
  'a',
  'constructor',
  '__proto__',
  '{{a}}',
  '{{@Acme}}',
  '{{b}}',
  '$&',
  '$1',
  ' ',
  '\n',
  'é',
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 20 })
  .map((all) => all.join(''));
const plainText = anyText.map((text) => text.replaceAll('{', '('));

describe('the text of a template', () => {
  it('contains every value exactly as it was given, between the texts of the template', () => {
    const parts = fc.array(fc.tuple(plainText, fc.constantFrom('a', 'b', 'constructor'), anyText), { maxLength: 10 });
    fc.assert(
      fc.property(parts, plainText, (given, end) => {
        const values = Object.fromEntries(given.map(([, name, value]) => [name, value]));
        const text = given.map(([before, name]) => `${before}{{${name}}}`).join('') + end;
        const composed = insertValues(parseTemplateText(text, '/text'), {}, values, 'A template');
        const expected = given.map(([before, name]) => before + values[name]).join('') + end;
        expect(renderFor(null, composed, NO_TEMPLATES)).toBe(expected);
      }),
    );
  });

  it('is rejected, or parsed into parts that make the same text, whatever it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let parsed: ReturnType<typeof parseTemplateText>;
        try {
          parsed = parseTemplateText(text, '/text');
        } catch (error) {
          expect(error).toMatchObject({ code: 'validation_failed' });
          return;
        }
        const again = parsed.map((part) => {
          if (typeof part === 'string') return part;
          return 'variable' in part ? `{{${part.variable}}}` : `{{@${part.mention}}}`;
        });
        expect(again.join('')).toBe(text);
      }),
    );
  });
});

describe('the text of an item', () => {
  it('stays as it is except for its saved mentions', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const again = parseItemText(text, '/description').map((part) =>
          typeof part === 'string' ? part : `{{@${part.mention}}}`,
        );
        expect(again.join('')).toBe(text);
      }),
    );
  });

  it('shows the handle of each platform as it is, also one that looks like a placeholder', () => {
    const handle = anyText.filter((text) => text !== '');
    fc.assert(
      fc.property(plainText, handle, plainText, (before, twitter, after) => {
        const mentions = new Map([[nameKey('Acme'), make('mention', 'Acme', { handles: { twitter } })]]);
        const description = `${before}{{@acme}}${after}`;
        const templates = { ...NO_TEMPLATES, isUsed: true, mentions };
        const item = { platforms: ['twitter', 'linkedin'] as const, current: null };
        const made = applyTemplates({ title: 'A', description }, templates, item);
        expect(made.description).toBe(`${before}Acme${after}`);
        const isSame = twitter === 'Acme';
        expect(made.platform_options).toEqual(isSame ? {} : { twitter: { text: before + twitter + after } });
      }),
    );
  });

  it('is text as it is where a mention never ends', () => {
    const text = '{{@{{@'.repeat(1600);
    expect(parseItemText(text, '/description')).toEqual([text]);
  });
});
