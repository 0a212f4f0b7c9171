import type { Platform } from '../domain/platform.ts';
import { instagram } from './instagram.ts';
import { linkedin } from './linkedin.ts';
import type { Publisher } from './publisher.ts';
import { x } from './x.ts';

/** Every platform and how it is published to. */
export const PUBLISHERS: Record<Platform, Publisher> = { instagram, twitter: x, linkedin };
