import { settings } from '../config/settings.ts';
import { ApiError } from '../domain/api-error.ts';
import { hasAnyPermission, type Permission } from '../domain/identity/permission.ts';
import { planAtLeast } from '../domain/identity/workspace.ts';
import { REALM } from './authenticate.ts';
import type { Caller, RequestContext } from './request-context.ts';

/** Refuses a caller without any of the permissions, or without the plan, that the route table asks for. */
export function authorize(call: RequestContext): void {
  if (!call.caller || !call.route) return;
  const { permissions, plan } = call.route;
  if (typeof permissions === 'object') assertAnyPermission(call.caller, permissions);
  const held = call.caller.workspace.plan;
  const least = plan && settings()[plan];
  if (least && !planAtLeast(held, least)) {
    throw new ApiError(
      'plan_required',
      `This feature requires the ${least} plan. The workspace has the ${held} plan.`,
      {
        extensions: { required_plan: least, plan: held },
      },
    );
  }
}

/** Refuses with 403, naming what is missing, unless the caller holds one of `needed`. */
export function assertAnyPermission(caller: Caller, needed: readonly Permission[]): void {
  if (hasAnyPermission(caller.permissions, needed)) return;
  throw new ApiError('insufficient_scope', `This request requires the permission ${needed.join(' or ')}.`, {
    extensions: { required_permissions: needed },
  });
}

/** The headers of every refusal for a missing permission, wherever it was found missing. RFC 6750, section 3.1. */
export function insufficientScopeHeaders(needed: readonly Permission[]): Record<string, string> {
  return {
    'www-authenticate': `Bearer realm="${REALM}", error="insufficient_scope", scope="${needed.join(' ')}"`,
    'x-accepted-permissions': needed.join(', '),
  };
}
