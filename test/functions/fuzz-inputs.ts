import fc from 'fast-check';

// What careless, hostile and broken clients put where something else belongs: half of it made up by
// fast-check, half of it known to have broken somebody.

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

const odd = fc.constantFrom<unknown>(
  null,
  true,
  '',
  ' \n\t',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufffd',
  '\ufeff\uffff',
  '\u202eoverride',
  '\u200b',
  '__proto__',
  'constructor',
  '#',
  '../..',
  '%00',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '+275760-09-13T00:00:00Z',
  'x'.repeat(20_000),
  '😀'.repeat(5_000),
  -1,
  0,
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER,
  5e-324,
  {},
  [],
  deep(1_000),
  Array.from({ length: 10_000 }, () => 1),
  Array.from({ length: 10_000 }, () => ({})),
  Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field_${index}`, index])),
);

const value = fc.oneof(odd, fc.jsonValue(), fc.string({ unit: 'binary' }));

const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'status',
  'workspace_id',
  'version',
  '',
];

/** How a good body is spoiled at one of its places, counted from its beginning. */
interface Spoiling {
  at: number;
  how: 'replace' | 'drop' | 'add' | 'repeat';
  name: string;
  value: unknown;
}

const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'drop', 'add', 'repeat'),
  name: fc.oneof(fc.constantFrom(...NAMES), fc.string()),
  value,
});

/** A body as it is made of a good one: spoiled in one to three places, another JSON value, or no JSON. */
type Bodies = { spoilings: Spoiling[] } | { value: unknown } | { text: string } | { cutAt: number };

export const anyBody: fc.Arbitrary<Bodies> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ spoilings: fc.array(spoiling, { minLength: 1, maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ value }) },
  { weight: 1, arbitrary: fc.record({ text: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ cutAt: fc.nat(200) }) },
);

/** The text of such a body. */
export function bodyText(made: Bodies, good: unknown): string {
  if ('text' in made) return made.text;
  if ('value' in made) return JSON.stringify(made.value);
  if ('cutAt' in made) return JSON.stringify(good).slice(0, made.cutAt);
  const held = { body: structuredClone(good) };
  for (const each of made.spoilings) spoil(held, each);
  return JSON.stringify(held.body) ?? '';
}

function spoil(held: object, { at, how, name, value }: Spoiling): void {
  const places = placesIn(held);
  const place = places[at % places.length];
  // The whole body was left out before.
  if (!place) return;
  const { inside, key } = place;
  const found = Reflect.get(inside, key) as unknown;
  if (how === 'replace') put(inside, key, value);
  else if (how === 'drop') Reflect.deleteProperty(inside, key);
  else if (how === 'add') put(typeof found === 'object' && found !== null ? found : inside, name, value);
  else put(inside, key, [found, found]);
}

/** Every place in a value: the object or list, and the name in it. Of long lists only the beginning. */
function placesIn(inside: object): { inside: object; key: string }[] {
  return Object.keys(inside)
    .slice(0, 50)
    .flatMap((key) => {
      const found = Reflect.get(inside, key) as unknown;
      const isDeeper = typeof found === 'object' && found !== null && !Array.isArray(found);
      return [{ inside, key }, ...(isDeeper ? placesIn(found) : listPlaces(found))];
    });
}

function listPlaces(found: unknown): { inside: object; key: string }[] {
  if (!Array.isArray(found)) return [];
  return found.slice(0, 3).flatMap((each, index) => {
    const isDeeper = typeof each === 'object' && each !== null && !Array.isArray(each);
    return [{ inside: found, key: String(index) }, ...(isDeeper ? placesIn(each as object) : [])];
  });
}

// An assignment to `__proto__` would set the prototype; a caller's JSON has it as a field.
function put(inside: object, key: string, value: unknown): void {
  // A list has no named fields in JSON.
  if (Array.isArray(inside) && !Object.hasOwn(inside, key)) return void inside.push(structuredClone(value));
  Object.defineProperty(inside, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

const text = fc.oneof(
  odd.map((each) => (typeof each === 'string' ? each : String(JSON.stringify(each)).slice(0, 5_000))),
  fc.string({ unit: 'binary' }),
  fc.string(),
);

/** A query with some of these parameters and others; one given twice arrives with a comma, as the gateway does it. */
export function anyQuery(known: string[]): fc.Arbitrary<Record<string, string>> {
  const given = fc.oneof(
    text,
    fc.constantFrom('1', '0', '101', '1.5', '1e3', '１', 'true', '7d', '24h', 'draft', 'pending', 'twitter'),
    fc.tuple(text, text).map((twice) => twice.join(',')),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const name =
    known.length === 0 ? text : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, text);
  return fc
    .array(fc.tuple(name, given), { minLength: 1, maxLength: 3 })
    .map((pairs) => Object.fromEntries(pairs) as Record<string, string>);
}

/** What stands in a path where an id belongs. */
export const anyParameter: fc.Arbitrary<string> = fc.oneof(
  text,
  fc.constantFrom(
    '.',
    '..',
    '%2e%2e',
    '%2f',
    'cnt_',
    'cnt_#CONTENT',
    'cnt_%00',
    'cnt_０１K00000000000000000000000',
  ),
  fc
    .string({ unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), minLength: 26, maxLength: 26 })
    .map((random) => `cnt_${random}`),
);

/** Values of headers that mean something here, of what can stand in a header at all. */
export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'idempotency-key',
    'x-request-id',
    'content-type',
    'accept',
    'if-match',
    'if-none-match',
    'origin',
    'x-forwarded-for',
    'x-http-method-override',
    'authorization',
  ),
  fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
    fc.constantFrom(
      '',
      '*',
      '"',
      '""',
      'W/"1"',
      '"a", "b"',
      'application/xml',
      'Bearer',
      'Basic x',
      '\u00ff',
    ),
  ),
  { minKeys: 1, maxKeys: 3 },
);
