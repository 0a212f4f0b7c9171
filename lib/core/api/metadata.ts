import * as z from 'zod/mini';
import { build, textSchema } from './request-fields.ts';

const MAX_METADATA_ENTRIES = 50;
const MAX_KEY_LENGTH = 40;

function areKeys(names: string[]): boolean {
  return names.every((name) => name !== '' && [...name].length <= MAX_KEY_LENGTH && !/\p{C}/u.test(name));
}

/** Values that a caller keeps with a resource, by names of its choice. */
export const metadata = /* @__PURE__ */ build(() =>
  z.record(z.string(), textSchema(500)).check(
    z.refine((entries) => Object.keys(entries).length <= MAX_METADATA_ENTRIES, 'Must have at most 50 entries.'),
    z.refine((entries) => areKeys(Object.keys(entries)), 'Keys must have 1 to 40 visible characters.'),
    z.meta({ maxProperties: MAX_METADATA_ENTRIES, propertyNames: { minLength: 1, maxLength: MAX_KEY_LENGTH } }),
  ),
);
