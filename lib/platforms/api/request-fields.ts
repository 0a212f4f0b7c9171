import * as z from 'zod/mini';
import { build, distinct } from '../../core/api/request-fields.ts';
import { PLATFORM_ALIASES, PLATFORMS, type Platform, resolveAlias } from '../platform.ts';

type PlatformAlias = keyof typeof PLATFORM_ALIASES;

/** The names of the platforms in requests. */
export const PLATFORM_NAMES = [...PLATFORMS, ...(Object.keys(PLATFORM_ALIASES) as PlatformAlias[])] as const;

/** A platform of a request: `x` is taken for `twitter`. See docs/reference/content.md. */
export const platform = /* @__PURE__ */ build(() =>
  z.pipe(
    z.enum(PLATFORM_NAMES),
    z.transform((name): Platform => resolveAlias(name)),
  ),
);

export const platforms = /* @__PURE__ */ build(() =>
  distinct(platform, PLATFORMS.length).check(z.minLength(1, 'Must contain at least one platform.')),
);
