import type { Content } from '../../content/rules/content.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import type { NamedTemplates } from './named-templates.ts';
import { insertValues, type Mention, parseRequestText, parseTemplateText, variablesIn } from './template-text.ts';

/** A text whose variables have their values. Its saved mentions depend on the platform. */
export type ComposedText = (string | Mention)[];

const TEXT_ROLES = ['snippet', 'signature', 'hashtags'] as const;

/** What stands between the text, the signature and the hashtags: an empty line. */
const BETWEEN = '\n\n';

/**
 * Compose the text of an item: the snippet or its own text, then the signature, then the hashtags. Undefined if the
 * request has no text. Throws 422 for a value of a variable that no template has.
 */
export function composeText(
  { title, description }: { title?: string | undefined; description?: string | undefined },
  templates: NamedTemplates,
  current: Content | null,
): ComposedText | undefined {
  const texts = TEXT_ROLES.map((role) => expand(role, templates));
  assertKnownVariables(templates);
  const [snippet, ...following] = texts;
  if (snippet && description !== undefined) {
    throw fieldError('/templates/snippet', 'not_with_description', 'Cannot be combined with description.');
  }
  const endings = following.filter((each) => each !== null);
  const base =
    snippet ?? (description === undefined ? undefined : parseRequestText(description, '/description', templates));
  if (endings.length === 0) return base;
  if (base) return join([base, ...endings]);
  // The text of a new item without a description is its title. What follows that of an existing one may be there already.
  if (current === null && title !== undefined) return join([parseRequestText(title, '/title', templates), ...endings]);
  throw fieldError('/description', 'required', 'Required with a signature or hashtags, unless a snippet is given.');
}

/** Return the text of a template with the values of its variables, or null if the request names none. */
function expand(role: (typeof TEXT_ROLES)[number], { byRole, variables }: NamedTemplates): ComposedText | null {
  const template = byRole.get(role);
  if (!template) return null;
  const segments = parseTemplateText(template.text!, `/templates/${role}`);
  return insertValues(segments, template.variables ?? {}, variables, template.name);
}

function assertKnownVariables({ byRole, variables }: NamedTemplates): void {
  const known = TEXT_ROLES.flatMap((role) => variablesIn(parseTemplateText(byRole.get(role)?.text ?? '', '')));
  const unknown = Object.keys(variables).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const detail = `None of the templates has the variable ${unknown}.`;
  throw fieldError(`/templates/variables/${unknown}`, 'unknown_variable', detail);
}

function join(texts: ComposedText[]): ComposedText {
  return texts.flatMap((text, index) => (index === 0 ? text : [BETWEEN, ...text]));
}
