import type { Schemas } from '../api/client.ts';
import type { AgentTerms } from './agent-budgets.ts';

export type Key = Schemas['Key'];

/** An API key that a member has created for an agent. */
export type AgentKey = Key & { agent: AgentTerms };

/** An API key that an approval has created: of an application that uses OAuth, or of a command line. */
export type Grant = Key & { oauth_client: NonNullable<Key['oauth_client']> };

/** Divide API keys into those of applications, those of agents with a secret of their own, and the others. */
export function splitKeys(keys: readonly Key[]): { grants: Grant[]; agents: AgentKey[]; others: Key[] } {
  const isGrant = (key: Key): key is Grant => key.oauth_client !== null;
  const isAgent = (key: Key): key is AgentKey => key.agent !== null && !isGrant(key);
  return {
    grants: keys.filter(isGrant),
    agents: keys.filter(isAgent),
    others: keys.filter((key) => !isGrant(key) && !isAgent(key)),
  };
}
