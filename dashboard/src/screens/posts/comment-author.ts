import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';
import type { NameOf } from '../../member-names.ts';

/** Name who wrote a comment: an agent with the member who is responsible for it, a member, or an external reviewer. */
export function commentAuthor(
  { author_id, author_name, agent }: Pick<Schemas['ReviewComment'], 'author_id' | 'author_name' | 'agent'>,
  nameOf: NameOf,
): string {
  if (agent) return t('content.agentFor', { agent: agent.name, name: nameOf(agent.user_id) });
  return nameOf(author_id, author_name);
}
