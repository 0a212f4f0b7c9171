import { expect, it } from 'vitest';
import { identify, isAbout } from '../../../tools/cli/person.ts';

it('a connection that a person has requested is about the person: it has their name and email address', () => {
  const member = { entity: 'Member', id: 'usr_1', email: 'ada@example.com' };
  const person = identify('ada@example.com', [member]);
  expect(isAbout({ entity: 'ConnectFlow', user_id: 'usr_1' }, person)).toBe(true);
  expect(isAbout({ entity: 'ConnectFlow', user_id: 'usr_2' }, person)).toBe(false);
});
