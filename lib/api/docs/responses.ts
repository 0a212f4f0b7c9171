import * as z from 'zod';
import { lazy } from '../lazy.ts';

/** An answer that is text and no JSON. */
export const TextResponse = lazy(() => z.string());
