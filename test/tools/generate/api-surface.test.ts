import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../lib/bundle/documents.ts';
import { renderSurface } from '../../../tools/generate/api-surface.ts';
import { schemaText } from '../../../tools/generate/schema-text.ts';

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: string;
  'x-permissions': string[];
  parameters: Json[];
  responses: Record<string, Json>;
}
interface Schema extends Json {
  required: string[];
  properties: Record<string, Json>;
  enum: string[];
}
interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Json> } & Record<string, Json>;
}

const read = () => JSON.parse(readDocument('openapi.json')) as Document;
const document = read();
const linesOf = (given: Document) => renderSurface(given).trimEnd().split('\n');
const before = linesOf(document);

/** What a change of the document removes from the surface, and adds to it. */
function diff(change: (changed: Document) => void): { removed: string[]; added: string[] } {
  const changed = read();
  change(changed);
  const after = linesOf(changed);
  return {
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  };
}

const TEXTS = ['description', 'summary', 'examples', 'example', 'tags'];

/** Every value inside `part` that is not a text, by its path, with what removes it from a copy or negates it there. */
function changesOf(part: object, path: string[] = []): { path: string; inCopy: (copy: object) => void }[] {
  return Object.entries(part).flatMap(([name, value]) => {
    if (TEXTS.includes(name) && path.at(-1) !== 'properties') return [];
    const at = [...path, name];
    const inCopy = (copy: object) => {
      const parent = path.reduce<Json>((inside, key) => inside[key] as Json, copy as Json);
      if (typeof value === 'boolean') parent[name] = !value;
      else if (Array.isArray(parent)) parent.splice(Number(name), 1);
      else delete parent[name];
    };
    const inside = typeof value === 'object' && value !== null ? changesOf(value, at) : [];
    return [{ path: at.join('/'), inCopy }, ...inside];
  });
}

/** Leave out the example of a body or a parameter, which is larger than the rest. */
function withoutExample(this: object, name: string, value: unknown): unknown {
  return name === 'example' && 'schema' in this ? undefined : value;
}

/** What the text omits of `part`: changing it gives the same text. */
function omitted(part: object, textOf: (part: Json) => string): string[] {
  const plain = JSON.parse(JSON.stringify(part, withoutExample)) as Json;
  const whole = textOf(plain);
  const unchanged = changesOf(plain).filter(({ inCopy }) => {
    const copy = structuredClone(plain);
    inCopy(copy);
    try {
      return textOf(copy) === whole;
    } catch {
      return false;
    }
  });
  return unchanged.map(({ path }) => path);
}

describe('the surface of the API', () => {
  it('has a line for each operation, event and schema', () => {
    const count = (paths: Document['paths']) => Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    const expected = count(document.paths) + count(document.webhooks) + Object.keys(document.components.schemas).length;
    const parts = before.filter((line) => /^(GET|POST|PUT|DELETE|event|\w+ =) ?/.test(line));
    expect(parts).toHaveLength(expected);
  });

  it('has every part of each schema', () => {
    const missing = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      omitted(schema, schemaText).map((path) => `${name}/${path}`),
    );
    // The values of an enumeration show their type. That an object has no known field says nothing.
    const says = (path: string) => !isTypeOfValues(path) && path !== 'PlatformWebhook/properties';
    expect(missing.filter(says)).toEqual([]);
  });

  it.each(['paths', 'webhooks'] as const)('has every part of each operation of `%s`', (place) => {
    const components = { ...document.components, schemas: {} };
    const missing = Object.entries(document[place]).flatMap(([path, methods]) => {
      const none = { ...document, paths: {}, webhooks: {}, components };
      const textOf = (given: Json) => renderSurface({ ...none, [place]: { [path]: given } });
      return omitted(methods, textOf).map((part) => `${path}/${part}`);
    });
    // The scopes are the permissions, which another test compares. The id of an event is its name.
    const isRepeated = (part: string) => /\/security\/\d+(\/oauth2\/\d+)?$|^[a-z_.]+\/post\/operationId$/.test(part);
    expect(missing.filter((part) => !isRepeated(part))).toEqual([]);
  });

  it.each<[string, (changed: Document) => void, string, string]>([
    [
      'a field is removed',
      ({ components }) => void delete components.schemas.Account!.properties.handle,
      'handle: string | null; ',
      '',
    ],
    [
      'a field becomes optional',
      ({ components }) => void components.schemas.Account!.required.splice(0, 1),
      ' id: string;',
      ' id?: string;',
    ],
    ['a value is removed', ({ components }) => void components.schemas.Platform!.enum.pop(), ' | "bluesky"', ''],
    [
      'a limit is lowered',
      ({ components }) => void Object.assign(components.schemas.AccountUpdate!.properties.name!, { maxLength: 10 }),
      'name?: string<1..100 ',
      'name?: string<1..10 ',
    ],
    [
      'a parameter becomes required',
      ({ paths }) => void Object.assign(paths['/analytics/trends']!.get!.parameters[0]!, { required: true }),
      'query window?:',
      'query window:',
    ],
    [
      'a permission is another one',
      ({ paths }) => void paths['/accounts/{id}']!.get!['x-permissions'].splice(0, 1, 'team:read'),
      'permission accounts:read',
      'permission team:read',
    ],
    [
      'an operation has another id',
      ({ paths }) => void Object.assign(paths['/accounts/{id}']!.get!, { operationId: 'accounts.read' }),
      'accounts.get,',
      'accounts.read,',
    ],
    [
      'a response is removed',
      ({ paths }) => void delete paths['/accounts/{id}']!.get!.responses['404'],
      ', 404 not_found',
      '',
    ],
  ])('changes in one line, and there in one place, when %s', (_, change, from, to) => {
    const { removed, added } = diff(change);
    expect(removed).toHaveLength(1);
    expect(added).toEqual([removed[0]!.replace(from, to)]);
  });

  it('loses the line of an operation that is removed', () => {
    const { removed, added } = diff(({ paths }) => void delete paths['/accounts/{id}']!.get);
    expect([removed.length, added.length]).toEqual([1, 0]);
    expect(removed[0]).toMatch(/^GET \/accounts\/\{id\} accounts\.get, /);
  });

  it('stays as it is when texts, examples or the order of fields change', () => {
    const { removed, added } = diff(({ paths, components }) => {
      const { Account } = components.schemas;
      Object.assign(Account!, { description: 'Another text.', required: Account!.required.toReversed() });
      Account!.properties = Object.fromEntries(Object.entries(Account!.properties).reverse());
      Object.assign(Account!.properties.id!, { description: 'Another text.', examples: ['acc_1'] });
      Object.assign(paths['/accounts/{id}']!.get!, { summary: 'Another text' });
    });
    expect([removed, added]).toEqual([[], []]);
  });

  it.each<[string, (changed: Document) => void]>([
    ['a schema', ({ components }) => void Object.assign(components.schemas.Account!, { contains: {} })],
    ['an operation', ({ paths }) => void Object.assign(paths['/accounts/{id}']!.get!, { contains: {} })],
    [
      'a parameter',
      ({ paths }) => void Object.assign(paths['/analytics/trends']!.get!.parameters[0]!, { contains: {} }),
    ],
    ['a response', ({ components }) => void Object.assign(components.responses.NotFound!, { contains: {} })],
  ])('cannot be written for %s with a part that it would omit', (_, change) => {
    expect(() => diff(change)).toThrow('The surface has no text for contains.');
  });
});

function isTypeOfValues(path: string): boolean {
  const keys = path.split('/');
  if (keys.pop() !== 'type') return false;
  const [name, ...inside] = keys;
  const schema = inside.reduce<Json>((at, key) => at[key] as Json, document.components.schemas[name!]!);
  return 'enum' in schema || 'const' in schema;
}
