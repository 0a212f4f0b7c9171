import { DATA_ONLY, type Prompt } from './prompt.ts';

// biome-ignore format: one argument per line.
const ARGUMENTS = [
  { name: 'week', description: 'The week, such as 2026-W48.', required: true, pattern: /^\d{4}-W\d{2}$/ },
  { name: 'zone', description: 'The time zone of the audience.', required: false, pattern: /^[A-Za-z0-9_+/-]{1,64}$/ },
];

/** Plan the posts of a week. */
export const planWeek: Prompt = {
  name: 'plan_week',
  title: 'Plan a week',
  description: 'Plan the posts of a week and draft them for approval.',
  arguments: ARGUMENTS,
  text: ({ week, zone = 'UTC' }) =>
    `Plan the posts of the week ${week}. Read the resource cis://plan/${week}, then read_rules, list_accounts, read_metrics for 30d, and propose_time with the zone ${zone}. Suggest posts for the free times, and ask me which of them I want. Draft those with draft_post, check each with check_draft, and submit them with submit_for_approval, with the proposed time as the note. ${DATA_ONLY}`,
};
