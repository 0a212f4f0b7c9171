import { notFoundError } from '../core/problems/request-errors.ts';
import { isPlatform, type Platform } from './platform.ts';

/** Return the platform that a path names. Throws 404 for any other text. */
export function platformOr404(name: string | undefined): Platform {
  if (!isPlatform(name)) throw notFoundError();
  return name;
}
