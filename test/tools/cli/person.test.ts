import { expect, it } from 'vitest';
import { identify, isAbout } from '../../../tools/cli/person.ts';

it('a connection that a person has requested is about the person: it has their name and email address', () => {
  const member = { entity: 'Member', id: 'usr_1', email: 'ada@example.com' };
  const person = identify('ada@example.com', [member]);
  expect(isAbout({ entity: 'ConnectFlow', user_id: 'usr_1' }, person)).toBe(true);
  expect(isAbout({ entity: 'ConnectFlow', user_id: 'usr_2' }, person)).toBe(false);
});

it('a comment of a person in a portal is about the person of its name, and about no other one of the portal', () => {
  const grace = identify('Grace Hopper', []);
  const comment = { entity: 'ReviewComment', author_id: 'usr_portal', author_name: 'Grace Hopper' };
  expect(isAbout(comment, grace)).toBe(true);
  expect(isAbout({ ...comment, author_name: 'Ada Lovelace' }, grace)).toBe(false);
});
