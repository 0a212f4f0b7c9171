import type { Content, Target, WebhookCreated } from 'content-intelligence';

// Compiles only if a comparison of a response with `x` does not: requests accept `x`, and responses have `twitter`. A created
// endpoint always has a secret.

export function isOnX(target: Target): boolean {
  // @ts-expect-error Responses never have `x`.
  return target.platform === 'x' || target.platform === 'twitter';
}

export function isPublishedOnX(item: Content): boolean {
  // @ts-expect-error Responses never have `x`.
  return item.platforms.includes('x') || item.platforms.some((platform) => platform === 'twitter');
}

export function nameOf(target: Target): string {
  return target.platform;
}

export function secretOf(created: WebhookCreated): string {
  return created.secret;
}
