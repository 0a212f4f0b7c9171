import { afterAll, describe, expect, it } from 'vitest';
import german from '../../dashboard/languages/de.json' with { type: 'json' };
import english from '../../dashboard/languages/en.json' with { type: 'json' };
import spanish from '../../dashboard/languages/es.json' with { type: 'json' };
import french from '../../dashboard/languages/fr.json' with { type: 'json' };
import { setTexts } from '../../dashboard/src/language/texts.ts';
import { commentAuthor } from '../../dashboard/src/screens/posts/comment-author.ts';

const nameOf = (id: string | null, recorded: string | null = null) => recorded ?? (id === 'usr_1' ? 'Ada' : 'you');
const agent = { id: 'key_1', name: 'planner', user_id: 'usr_1' };

describe('the author of a comment', () => {
  afterAll(() => setTexts(english, 'en', 'en-GB'));

  it.each([
    ['en', english, 'planner (agent, responsible: Ada)'],
    ['de', german, 'planner (Agent, verantwortlich: Ada)'],
    ['es', spanish, 'planner (agente, responsable: Ada)'],
    ['fr', french, 'planner (agent, responsable : Ada)'],
  ])('is an agent with the member who is responsible for it: %s', (language, texts, shown) => {
    setTexts(texts, language, language);
    expect(commentAuthor({ author_id: 'usr_1', author_name: null, agent }, nameOf)).toBe(shown);
  });

  it('is a member or an external reviewer by their name', () => {
    expect(commentAuthor({ author_id: 'usr_1', author_name: null, agent: null }, nameOf)).toBe('Ada');
    expect(commentAuthor({ author_id: 'rvl_1', author_name: 'Grace', agent: null }, nameOf)).toBe('Grace');
  });
});
