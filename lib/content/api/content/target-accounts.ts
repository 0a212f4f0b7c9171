import * as z from 'zod/mini';
import { distinct } from '../../../core/api/request-fields.ts';
import { MAX_ACCOUNTS } from '../../rules/content-targets.ts';

/** Accounts that a request names by their ids. */
export const accounts = distinct(z.string().check(z.maxLength(64)), MAX_ACCOUNTS);
