import * as z from 'zod/mini';
import { lazy } from '../../core/api/lazy.ts';
import { PLATFORMS } from '../platform.ts';

/** The platform of a response. */
export const platformName = lazy(() => z.enum(PLATFORMS));
