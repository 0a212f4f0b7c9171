import { hasAnyPermission, type Permission } from '../../core/api/permission.ts';
import { planAtLeast } from '../../core/config/plans.ts';
import { settings } from '../../core/config/settings.ts';
import { insufficientScope } from '../../core/problems/problems.ts';
import { planRequired, portalNotPermitted, workspaceDeleting, workspaceSuspended } from '../problems.ts';
import { agentError } from '../rules/agent-key.ts';
import { REALM } from '../rules/challenge.ts';
import type { Caller, RequestContext } from './request-context.ts';

/**
 * Assert that the caller has a permission and the plan that the endpoint requires, and that the endpoint is open to an agent or a
 * person in a portal. Throws 403, and 409 for a change in a workspace that is suspended, and any request in one that is being
 * deleted.
 */
export function authorize(context: RequestContext): void {
  if (!context.caller || !context.endpoint) return;
  const { permissions, plan: planSetting, agents, portals, ownApplications } = context.endpoint;
  if (context.caller.agent && !agents) throw agentError('request this endpoint');
  if (context.caller.portal && !portals) throw portalNotPermitted('A portal session cannot request this endpoint.');
  const isOpen = ownApplications && context.caller.signedInAt !== null;
  if (typeof permissions === 'object' && !isOpen) assertAnyPermission(context.caller, permissions);
  const { plan, suspension, deletion } = context.caller.workspace;
  if (deletion) throw workspaceDeleting('The workspace is being deleted: nothing in it can be read or changed.');
  if (suspension?.scope === 'all' && context.endpoint.method !== 'GET') {
    throw workspaceSuspended('The workspace is suspended: nothing can be changed until it is resumed.');
  }
  const minimumPlan = planSetting && settings()[planSetting];
  if (minimumPlan && !planAtLeast(plan, minimumPlan)) {
    throw planRequired(`This feature requires the ${minimumPlan} plan. The workspace has the ${plan} plan.`, {
      extensions: { required_plan: minimumPlan, plan },
    });
  }
}

/** Assert that the caller has one of the permissions. Throws 403 `insufficient_scope` that lists them. */
export function assertAnyPermission(caller: Pick<Caller, 'permissions'>, needed: readonly Permission[]): void {
  if (hasAnyPermission(caller.permissions, needed)) return;
  throw insufficientScope(`This request requires the permission ${needed.join(' or ')}.`, {
    extensions: { required_permissions: needed },
  });
}

/** Build the headers of an `insufficient_scope` response. RFC 6750, section 3.1. */
export function insufficientScopeHeaders(needed: readonly Permission[]): Record<string, string> {
  return {
    'www-authenticate': `Bearer realm="${REALM}", error="insufficient_scope", scope="${needed.join(' ')}"`,
    'x-accepted-permissions': needed.join(', '),
  };
}
