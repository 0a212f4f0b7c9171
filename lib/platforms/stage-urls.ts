import { settings } from '../core/config/settings.ts';
import type { Platform } from './platform.ts';

/** The URLs of a platform. `code`: of the endpoint that exchanges an authorization code. */
interface StageUrls {
  api: string;
  token: string;
  code: string;
  authorize: string;
}

/** Return the URLs of a platform, as the stage sets them. */
export function stageUrlsOf(platform: Platform): StageUrls {
  const { platformUrls, tokenUrls, codeUrls, authorizeUrls } = settings();
  return {
    api: platformUrls[platform]!,
    token: tokenUrls[platform]!,
    code: codeUrls[platform]!,
    authorize: authorizeUrls[platform]!,
  };
}
