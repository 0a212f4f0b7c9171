import * as z from 'zod/mini';
import { MAX_ACCOUNTS } from '../../rules/content-targets.ts';

/** Accounts that a request names by their ids. */
export const accounts = z.array(z.string().check(z.maxLength(64))).check(
  z.maxLength(MAX_ACCOUNTS),
  z.refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates.'),
  z.meta({ uniqueItems: true }),
);
