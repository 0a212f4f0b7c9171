import { posix } from 'node:path';
import { ENUMERATED_PLATFORMS } from '../platforms/platform-names.ts';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../platforms/platforms.ts';

/** The guides, which are in the folders of the platforms, by their published paths. */
const GUIDE_SOURCES = new Map(PLATFORMS.map((name) => [guideOf(name), `lib/platforms/${name}/guide.md`]));

/** The documents that the site has: those for users, by section, and what each is about. */
export const DOCUMENT_SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Begin: {
    'agents.md':
      'the MCP server: access by a key or OAuth, its tools, skill and events, what protects against mistakes',
    'api.md': 'the HTTP API: a request for each task, and a table of every endpoint',
    'cli.md': 'cis: login, posts, times, plans, events, every operation, exit codes',
    'clients.md': 'libraries for TypeScript, Python, Go, Ruby and PHP, with each task in each language',
  },
  Guides: {
    'build.md': 'workspaces for the customers of a product, by stage keys',
    'isolation.md': 'what separates the customers of a product, and how it is tested',
    'publishing.md': 'the states of a post on an account, retries, and how an unknown outcome is resolved',
    'links.md': 'rules that add UTM parameters to URLs, and when they apply',
    'duplicates.md': 'which posts are duplicates, when they are compared, the period, publishing one anyway',
    'approval.md': 'who approves, what an approval covers, versions, review links, approval by passkey',
    'templates.md': 'snippets, signatures, hashtags, account sets, saved mentions and default options',
    'queues.md': 'queues with weekly slots: claims, changes of the clock, pause and resume',
    'recurrences.md':
      'posts that repeat: rules, texts in rotation, cooldowns, changes of one date or the following ones',
    'media.md': 'images and videos: uploads, limits, how files are adapted',
    'analytics.md': 'metrics with their formulas, rankings, best times, trends',
    'connect.md': 'connect an account of a platform by the authorization code flow',
    ...Object.fromEntries(PLATFORMS.map((name) => [guideOf(name), guideNote(name)])),
    'platform-webhooks.md': 'comments and mentions that platforms report',
    'sign-in.md': 'sign-in links, passkeys, sessions, device login',
    'exports.md': 'content, metrics and the audit log as files',
    'imports.md': 'content items from a file',
    'calendar-feeds.md': 'subscribe to planned posts with a calendar client',
    'audit.md': 'what is recorded, the hash chain, personal data, verification',
    'dashboard.md': 'what each screen shows, the page that authorizes an application, keys',
  },
  Behavior: {
    'reference/README.md': 'exact rules by subject: the pages of this section',
    'reference/requests.md': 'HTTP, errors, idempotency keys, ETag, lists',
    'reference/rate-limits.md': 'rate limits and their headers',
    'reference/content.md': 'content items, scheduling, retry, resolve',
    'reference/halts.md': 'stop publishing of a workspace, a platform or an account, and resume',
    'reference/outcomes.md': 'platform accounts, and what an outcome of publishing means',
    'reference/webhooks.md': 'webhook endpoints, deliveries, replay, recovery, events',
    'reference/notifications.md': 'notifications, preferences, digests by email',
    'reference/inbound-webhooks.md': 'webhooks that platforms send',
    'reference/engagements.md': 'reported engagement and metric polls',
    'reference/analytics.md': 'performance, rankings, best times, trends',
    'reference/api-keys.md': 'token requests, devices, access tokens, agent keys',
    'reference/oauth-applications.md': 'OAuth for third-party applications: metadata, PKCE, tokens',
    'reference/team.md': 'members and invitations',
    'reference/audit-log.md': 'the audit log',
  },
  Optional: {
    'sandbox.md': 'accounts that publish into the service, for tests',
    'simulator.md': 'the simulated platforms of the local service',
    'tour.md': 'five stories with the local service',
  },
};

/** The paths of the published documents in the documentation of the site. */
export const PUBLISHED_DOCUMENTS: readonly string[] = Object.values(DOCUMENT_SECTIONS).flatMap((notes) =>
  Object.keys(notes),
);

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Return the text of a document for its place at `/docs/`. A link to a document that is not published, and an image, is
 * replaced by its label.
 */
export function toPublishedMarkdown(path: string, text: string): string {
  const replaceLinks = (part: string) =>
    part.replaceAll(LINK, (link, image: string, label: string, target: string) =>
      image === '' ? publishedLink(path, label, target, link) : label,
    );
  // Code has no links.
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : replaceLinks(part)))
    .join('');
}

/** Return the URL of the page of a published document. */
export function pageOf(path: string): string {
  return `/docs/${path.replace(/(README)?\.md$/, '')}`.replace(/\/?$/, '/');
}

/**
 * Return the URL of a link of a published document in its page. Links to documents lead to their pages, and other URLs stay.
 */
export function pageUrl(from: string, target: string): string {
  if (/^(https?:|mailto:|#|\/)/.test(target)) return target;
  const [path = '', fragment] = target.split('#');
  const document = posix.join(posix.dirname(from), path);
  const url = document.endsWith('.md') ? pageOf(document) : `/docs/${document}`;
  return fragment === undefined ? url : `${url}#${fragment}`;
}

/** Return the path of the source of a published document, from the root of the repository. */
export function sourceOf(path: string): string {
  return GUIDE_SOURCES.get(path) ?? `docs/${path}`;
}

const PUBLISHED_BY_SOURCE = new Map(PUBLISHED_DOCUMENTS.map((path) => [sourceOf(path), path]));

/** Return a link of a source as its published document has it; the label of a link to what is not published. */
function publishedLink(from: string, label: string, target: string, link: string): string {
  if (/^(https?:|mailto:|#|\/)/.test(target)) return link;
  const [source = '', ...fragment] = target.split(/(?=#)/);
  const path = PUBLISHED_BY_SOURCE.get(posix.join(posix.dirname(sourceOf(from)), source));
  return path === undefined ? label : `[${label}](${posix.relative(posix.dirname(from), path)}${fragment.join('')})`;
}

/** Return the published path of the guide of a platform. */
function guideOf(name: Platform): string {
  return `connect/${name}.md`;
}

function guideNote(name: Platform): string {
  return `connect accounts on ${PLATFORM_TABLE[name].displayName}: what it needs, tokens, limits, costs, errors`;
}

/** Build `llms.txt` (llmstxt.org) from the texts of the published documents, by their paths. */
export function llmsIndex(texts: Readonly<Record<string, string>>): string {
  const sections = Object.entries(DOCUMENT_SECTIONS).map(([title, notes]) => {
    const lines = Object.entries(notes).map(([path, note]) => `- [${titleOf(texts[path]!)}](/docs/${path}): ${note}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `${HEAD}\n${sections.join('\n')}`;
}

/** Return the title of a document: its first heading. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)![1]!;
}

const HEAD = `# Content Intelligence Service

> A social-publishing API and dashboard. It schedules and publishes posts to ${ENUMERATED_PLATFORMS}, each one once, and reports their outcomes and metrics.

Programs use the API at \`/v1\` of this host, described by [the API reference](/docs/api.md), and for generators by [the OpenAPI document](/docs/openapi.json), which has almost a megabyte. Autonomous programs, such as language models, use the MCP server at \`/mcp\` of this host with an agent key, or by OAuth: they read, draft and submit, and a person decides what is published. The MCP server offers a skill (\`skill://content-intelligence/SKILL.md\`) with the steps. [All documents as one text](/docs/llms-full.txt) have 460 kB.
`;
