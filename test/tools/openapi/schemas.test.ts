import { describe, expect, it } from 'vitest';
import { clientDocument } from '../../../tools/openapi/client-document.ts';
import { openapi } from '../../../tools/openapi/openapi.ts';
import { placesOf } from '../../../tools/openapi/schema-places.ts';

// What generators of types require of the schemas of both documents.

type Json = Record<string, unknown>;
type Document = Json & { components: Record<string, Record<string, Json>> };

const copy = (document: Json) => JSON.parse(JSON.stringify(document)) as Document;

describe.each([
  ['the document', copy(openapi())],
  ['the client document', copy(clientDocument())],
])('the schemas of %s', (_, document) => {
  const places = placesOf(document);

  it('have a name where they have fields or several values', () => {
    const inline = places.filter(({ isRoot, schema }) => !isRoot && ('properties' in schema || 'enum' in schema));
    expect(inline.map(({ path }) => path)).toEqual([]);
  });

  it('have one name for each structure', () => {
    const structures = new Set<string>();
    for (const [name, schema] of Object.entries(document.components.schemas!)) {
      if (!('enum' in schema)) continue;
      const text = JSON.stringify(schema.enum);
      expect(structures.has(text), name).toBe(false);
      structures.add(text);
    }
    for (const name of ['MediaItem', 'ThreadPart', 'PlatformOptions', 'ContentSummary', 'Platform', 'ContentStatus']) {
      expect(document.components.schemas).toHaveProperty(name);
    }
  });

  it('have no siblings of a reference', () => {
    const withSiblings = places.filter(({ schema }) => '$ref' in schema && Object.keys(schema).length > 1);
    expect(withSiblings.map(({ path }) => path)).toEqual([]);
  });

  it('have no name of a security scheme', () => {
    const names = new Set(Object.keys(document.components.schemas!).map((name) => name.toLowerCase()));
    const schemes = Object.keys(document.components.securitySchemes!);
    expect(schemes.filter((name) => names.has(name.toLowerCase()))).toEqual([]);
  });

  it('have no field with the name of the schema, from which Python generators make one variable', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas!)) {
      const variable = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
      // One that is a plain value has no variable of its own.
      const field = (properties as Record<string, Json>)[variable];
      if (field) expect(field.type, name).not.toBe('array');
    }
  });

  it('of the token request have the form of OAuth 2.0 only', () => {
    const { properties } = document.components.schemas!.TokenRequest as { properties: Json };
    const grants = ['client_id', 'client_secret', 'grant_type', 'device_code', 'refresh_token'];
    const limits = ['code', 'redirect_uri', 'code_verifier', 'resource', 'workspace', 'scope'];
    expect(Object.keys(properties)).toEqual([...grants, ...limits]);
  });
});
