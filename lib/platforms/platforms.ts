import type { Platform } from '../domain/platform.ts';
import { instagram } from './instagram/publish.ts';
import { linkedin } from './linkedin/publish.ts';
import type { Publisher } from './publisher.ts';
import { x } from './twitter/publish.ts';

/** Every platform and how it is published to. */
export const PUBLISHERS: Record<Platform, Publisher> = { instagram, twitter: x, linkedin };
