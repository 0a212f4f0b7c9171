import type { PolicyDocs, RatePolicy } from '../../core/rate-limit/policy.ts';

/** Requests that a workspace causes to one receiver host in a UTC minute, test deliveries included. */
export const RECEIVER_REQUESTS_PER_MINUTE = 1_200;
/**
 * Challenges in an hour: those that one agent key can cause, those that one workspace can cause to one host, and those to
 * one host over all workspaces. One workspace must not take those of the others, whose receivers may have the same host.
 */
const VERIFICATIONS_PER_AGENT_AND_HOUR = 30;
const VERIFICATIONS_PER_WORKSPACE_HOST_AND_HOUR = 60;
const VERIFICATIONS_PER_HOST_AND_HOUR = 600;

/** What the documents state of the limit that a response reports. */
export const POLICY_DOCS = {
  receiver: { problem: 'the requests to one webhook receiver' },
} as const satisfies PolicyDocs;

/** Return the rate limit of the requests that a workspace causes to a receiver host. */
export function receiverPolicy(group: string, host: string): RatePolicy<keyof typeof POLICY_DOCS> {
  return { name: 'receiver', subjectId: `${group}/${host}`, limit: RECEIVER_REQUESTS_PER_MINUTE, seconds: 60 };
}

/** Return the limits of the challenges that an agent key causes, and of those to a receiver host. */
export function verificationPolicies(workspaceId: string, clientId: string, host: string): RatePolicy[] {
  const policy = { name: 'verification', seconds: 3600 } as const;
  return [
    { ...policy, subjectId: `${clientId}/verification`, limit: VERIFICATIONS_PER_AGENT_AND_HOUR },
    {
      ...policy,
      subjectId: `${workspaceId}/verification/${host}`,
      limit: VERIFICATIONS_PER_WORKSPACE_HOST_AND_HOUR,
    },
    { ...policy, subjectId: `verification/${host}`, limit: VERIFICATIONS_PER_HOST_AND_HOUR },
  ];
}
