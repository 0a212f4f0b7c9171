import * as z from 'zod';
import { lazy } from '../lazy.ts';

export const hash = lazy(() => z.string().describe('A SHA-256 hash as 64 hexadecimal digits.'));
