import { type Permission, permits } from '../domain/permission.ts';
import { Refusal } from '../domain/refusal.ts';
import { reaches } from '../domain/workspace.ts';
import { settings } from '../settings.ts';
import { REALM } from './authenticate.ts';
import type { Call, Caller } from './call.ts';

/** Refuses a caller without any of the permissions, or without the plan, that the route table asks for. */
export function permit(call: Call): void {
  if (!call.caller || !call.route) return;
  const { permissions, plan } = call.route;
  if (typeof permissions === 'object') requireAnyOf(call.caller, permissions);
  const held = call.caller.workspace.plan;
  const least = plan && settings()[plan];
  if (least && !reaches(held, least)) {
    throw new Refusal('plan_required', `This needs the ${least} plan; the workspace has ${held}.`, {
      members: { required_plan: least, plan: held },
    });
  }
}

/** Refuses with 403, naming what is missing, unless the caller holds one of `needed`. */
export function requireAnyOf(caller: Caller, needed: readonly Permission[]): void {
  if (permits(caller.permissions, needed)) return;
  throw new Refusal('insufficient_scope', `This needs the permission ${needed.join(' or ')}.`, {
    members: { required_permissions: needed },
  });
}

/** The headers of every refusal for a missing permission, wherever it was found missing. RFC 6750, section 3.1. */
export function scopeHeaders(needed: readonly Permission[]): Record<string, string> {
  return {
    'www-authenticate': `Bearer realm="${REALM}", error="insufficient_scope", scope="${needed.join(' ')}"`,
    'x-accepted-permissions': needed.join(', '),
  };
}
