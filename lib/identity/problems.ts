import { defineProblem } from '../core/problems/define-problem.ts';

export const missingCredentials = /* @__PURE__ */ defineProblem({
  code: 'missing_credentials',
  status: 401,
  title: 'Authentication required',
  meaning: 'The request has no access token.',
  remedy: 'Request a token with `POST /v1/auth/token` and send it as `Authorization: Bearer <token>`.',
});

export const invalidToken = /* @__PURE__ */ defineProblem({
  code: 'invalid_token',
  status: 401,
  title: 'Invalid access token',
  meaning: 'The access token is unknown or expired, its API key was revoked, or its session ended.',
  remedy:
    'Request a new token with `POST /v1/auth/token` (valid for one hour) or `POST /v1/auth/sessions/token` ' +
    '(valid for five minutes).',
});

export const workspaceRequired = /* @__PURE__ */ defineProblem({
  code: 'workspace_required',
  status: 400,
  title: 'Workspace required',
  meaning: 'A stage key has requested an endpoint of a workspace, and the request names none.',
  remedy: 'Send the header `Workspace: ws_…` or `Workspace: external:<external id>`, or use a token for one workspace.',
});

export const workspaceMismatch = /* @__PURE__ */ defineProblem({
  code: 'workspace_mismatch',
  status: 403,
  title: 'Another workspace',
  meaning: 'The access token may not name the workspace in the header or the path, or it does not exist.',
  remedy: 'Leave the header out for the workspace of the token, or use a stage key that may name the workspace.',
});

export const externalIdTaken = /* @__PURE__ */ defineProblem({
  code: 'external_id_taken',
  status: 409,
  title: 'External id taken',
  meaning: 'Another workspace of the stage has this external id.',
  remedy:
    'Use the workspace `existing_workspace_id`, or `PUT /v1/workspaces/external/{external_id}`, which returns it.',
});

export const workspaceSuspended = /* @__PURE__ */ defineProblem({
  code: 'workspace_suspended',
  status: 409,
  title: 'Workspace suspended',
  meaning: 'The workspace is suspended: its data can be read, and nothing can be changed.',
  remedy: 'Resume the workspace with `POST /v1/workspaces/{id}/resume`.',
});

export const workspaceDeleting = /* @__PURE__ */ defineProblem({
  code: 'workspace_deleting',
  status: 409,
  title: 'Workspace is being deleted',
  meaning: 'The deletion of the workspace was requested: nothing in it can be read or changed.',
  remedy: 'Restore the workspace with `POST /v1/workspaces/{id}/restore` until its `delete_at`.',
});

export const ipNotAllowed = /* @__PURE__ */ defineProblem({
  code: 'ip_not_allowed',
  status: 403,
  title: 'IP address not allowed',
  meaning: 'The API key cannot be used from your IP address.',
  remedy: 'Send the request from one of the IP addresses in `allowed_ips` of the API key.',
});

export const ownerRequired = /* @__PURE__ */ defineProblem({
  code: 'owner_required',
  status: 403,
  title: 'Owner role required',
  meaning:
    'Only an owner can add, change or remove an owner, and only an owner can widen the approval settings ' +
    'while approvals are required.',
  remedy: 'Ask an owner of the workspace to make the change.',
});

export const otherUsersKey = /* @__PURE__ */ defineProblem({
  code: 'other_users_key',
  status: 403,
  title: 'API key of another member',
  meaning: 'The API key belongs to another member. Secrets are returned only to the user of the key.',
  remedy: 'Revoke the key with `DELETE /v1/keys/{id}`, or ask its user to roll it.',
});

export const agentNotPermitted = /* @__PURE__ */ defineProblem({
  code: 'agent_not_permitted',
  status: 403,
  title: 'Not permitted to agents',
  meaning:
    'The API key is an agent key. It reads, drafts and submits; it never publishes, schedules, approves, ' +
    'deletes or changes settings.',
  remedy: 'Submit the item for approval with `POST /v1/content/{id}/submit`, and let a person decide.',
});

export const portalNotPermitted = /* @__PURE__ */ defineProblem({
  code: 'portal_not_permitted',
  status: 403,
  title: 'Not permitted in a portal',
  meaning:
    'The session is one of a portal. It opens posts, the schedule, accounts and reports; other requests are for the members ' +
    'of the workspace and the product.',
  remedy: 'A person in a portal cannot do this: ask the product, which has a stage key, or a member of the workspace.',
});

export const agentPaused = /* @__PURE__ */ defineProblem({
  code: 'agent_paused',
  status: 403,
  title: 'Agent key paused',
  meaning: 'A person has paused the agent key.',
  remedy: 'Stop, and ask the person who is responsible for the agent. `PUT /v1/keys/{id}` resumes it.',
});

export const approvalNotPermitted = /* @__PURE__ */ defineProblem({
  code: 'approval_not_permitted',
  status: 403,
  title: 'Approval not permitted',
  meaning:
    'The workspace settings do not allow you to decide about this content item: your role cannot approve, ' +
    'you are an author of the item, or an agent wrote it and the token, also for a review link that can ' +
    'approve, is of an API key. Also returned if you change these settings, or give a member a role that can ' +
    'approve, while approvals are required and you cannot approve.',
  remedy:
    'Ask a member who has one of the `approver_roles` of `GET /v1/workspace` and did not edit the item. They ' +
    'decide about an item of an agent in the dashboard, or a reviewer by a review link that was created ' +
    'there.',
});

export const lastAdminKey = /* @__PURE__ */ defineProblem({
  code: 'last_admin_key',
  status: 403,
  title: 'Last administrator key',
  meaning:
    'The key is the last key of an owner, or the last key that can administer the workspace, and has ' +
    'permissions that you do not have.',
  remedy: 'Ask an owner to revoke the key, or create another key for that owner first.',
});

export const planRequired = /* @__PURE__ */ defineProblem({
  code: 'plan_required',
  status: 403,
  title: 'Plan upgrade required',
  meaning: 'The plan of the workspace does not include this feature.',
  remedy: 'Upgrade the workspace to `required_plan` or higher.',
  extensions: { required_plan: 'enterprise', plan: 'standard' },
});

export const invitationNotOpen = /* @__PURE__ */ defineProblem({
  code: 'invitation_not_open',
  status: 404,
  title: 'Invitation not open',
  meaning: 'No open invitation has this token. The invitation was accepted, revoked or resent, or it has expired.',
  remedy: 'Ask the sender to send a new invitation.',
});

export const alreadyMember = /* @__PURE__ */ defineProblem({
  code: 'already_member',
  status: 409,
  title: 'Already a member',
  meaning: 'A member of the workspace has this email address.',
  remedy: 'No action is required.',
});

export const alreadyInvited = /* @__PURE__ */ defineProblem({
  code: 'already_invited',
  status: 409,
  title: 'Already invited',
  meaning: 'An open invitation to this email address exists.',
  remedy: 'Wait until the invitation is accepted or expires, or resend it.',
});

export const lastOwner = /* @__PURE__ */ defineProblem({
  code: 'last_owner',
  status: 409,
  title: 'Last owner cannot be removed',
  meaning: 'The workspace must have at least one owner.',
  remedy: 'Make another member an owner first.',
});

export const tooManySecrets = /* @__PURE__ */ defineProblem({
  code: 'too_many_secrets',
  status: 409,
  title: 'Too many active secrets',
  meaning: 'The maximum number of secrets is active at the same time.',
  remedy: 'Wait until the oldest secret expires at `next_expires_at`.',
});

export const keyLimit = /* @__PURE__ */ defineProblem({
  code: 'key_limit',
  status: 409,
  title: 'API key limit reached',
  meaning:
    'The workspace has the maximum number of API keys, the stage that of stage keys, or the member that of applications and devices.',
  remedy: 'Delete an API key you no longer use, or revoke the access of an application.',
});

export const applicationKey = /* @__PURE__ */ defineProblem({
  code: 'application_key',
  status: 409,
  title: 'API key of an application',
  meaning: 'The API key belongs to an OAuth application or a device, which has a refresh token in place of a secret.',
  remedy: 'Revoke the key, and authorize the application again.',
});

export const keyExpired = /* @__PURE__ */ defineProblem({
  code: 'key_expired',
  status: 409,
  title: 'API key expired',
  meaning: 'The API key has expired and cannot receive a new secret.',
  remedy: 'Create a new API key.',
});

export const agentBudgetExceeded = /* @__PURE__ */ defineProblem({
  code: 'agent_budget_exceeded',
  status: 429,
  title: 'Budget of the agent key exceeded',
  retryable: true,
  meaning: 'The agent key has used up a budget of this day (UTC).',
  remedy: 'Wait until `resets_at`, or ask the person who is responsible for the agent for a key with a larger budget.',
});

export const sentRecently = /* @__PURE__ */ defineProblem({
  code: 'sent_recently',
  status: 429,
  title: 'Invitation sent recently',
  retryable: true,
  meaning: 'The invitation was sent less than a minute ago.',
  remedy: 'Retry after `Retry-After` seconds.',
});

export const invitationLimit = /* @__PURE__ */ defineProblem({
  code: 'invitation_limit',
  status: 429,
  title: 'Invitation email limit reached',
  retryable: true,
  meaning: 'The daily limit of invitation emails was reached for the email address or the workspace.',
  remedy: 'Retry after `Retry-After` seconds.',
});

export const workspaceLimitReached = /* @__PURE__ */ defineProblem({
  code: 'workspace_limit_reached',
  status: 409,
  title: 'Limit of the workspace reached',
  meaning: 'The workspace has as much as its limit allows.',
  remedy: 'Remove what is not needed, or have the product raise the limit with `PUT /v1/workspaces/{id}`.',
  extensions: { limit_name: 'accounts', limit: 10, used: 10 },
});
