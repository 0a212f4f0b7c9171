import type { FieldError } from '../problems/request-errors.ts';

/** Maximum number of levels of arrays and objects in a request body. No schema has more than six. */
export const MAX_JSON_DEPTH = 32;

type Position = { value: unknown; depth: number; pointer: string; topPointer: string };

/**
 * Find the positions in parsed JSON that the service cannot process, in their order: nested too deeply, text with an
 * unpaired surrogate, which the table cannot store, or a field `__proto__`, which schemas of records skip. Without recursion, because the caller chooses the depth. The pointer
 * of a position that is too deep is that of its top-level field.
 */
export function* structureErrors(body: unknown): Generator<FieldError> {
  const positions: Position[] = [{ value: body, depth: 1, pointer: '', topPointer: '' }];
  for (let position = positions.pop(); position; position = positions.pop()) {
    const { value, depth, pointer, topPointer } = position;
    if (typeof value === 'string' && !value.isWellFormed()) yield unicodeError(pointer);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_JSON_DEPTH) {
      const detail = `Must not be nested in more than ${MAX_JSON_DEPTH} levels.`;
      yield { pointer: topPointer, code: 'nested_too_deeply', detail };
      continue;
    }
    const children = Object.entries(value).map(([name, child]) => ({ name, child, at: childPointer(pointer, name) }));
    for (const { name, at } of children) {
      if (!name.isWellFormed()) yield unicodeError(at);
      // An element of a list has errors of its own.
      if (name === '__proto__' && !/\/\d/.test(pointer)) {
        yield { pointer: at, code: 'unknown_field', detail: 'Unknown field.' };
      }
    }
    // The last position is taken first.
    for (const { child, at } of children.reverse()) {
      positions.push({ value: child, depth: depth + 1, pointer: at, topPointer: topPointer || at });
    }
  }
}

function childPointer(pointer: string, name: string): string {
  return `${pointer}/${name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function unicodeError(pointer: string): FieldError {
  return { pointer, code: 'invalid_unicode', detail: 'Must not contain unpaired surrogates.' };
}
