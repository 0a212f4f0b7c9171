import { importFromPlatforms } from '../../lib/bundle/declarations.ts';
import { PLATFORMS } from '../../lib/platforms/names.ts';
import { type Import, renderHead, renderRows } from './module-text.ts';

export const FACT_TABLES_PATH = 'lib/platforms/fact-tables.ts';
export const ADAPTER_TABLES_PATH = 'lib/platforms/adapter-tables.ts';

/** One table: what it has per platform, the export that it collects, and what stands for a platform without it. */
interface Table {
  name: string;
  doc: string;
  type: string;
  collects: string;
  /** What stands for a platform with the export; by default the export itself. */
  present?: string;
  absent?: string;
}

// There is a table per kind of fact, and per part of an adapter, because a bundle has the whole tables that it uses: one
// that validates names has none, few have the code that counts texts, and only the parsers of webhooks need zod.

const FACT_TABLES: Table[] = [
  {
    name: 'PLATFORM_TABLE',
    doc: 'Per platform: URLs, tokens, ids, metrics and webhooks.',
    type: 'Record<Platform, PlatformDefinition>',
    collects: 'definition',
  },
  {
    name: 'CONTENT_FORMATS',
    doc: 'Per platform: what its posts may contain, and how it counts.',
    type: 'Record<Platform, ContentFormat>',
    collects: 'content',
  },
  {
    name: 'READ_PRICES_USD',
    doc: 'Per platform: the price of reading the metrics of a post once per UTC day, in US dollars.',
    type: 'Record<Platform, number>',
    collects: 'READ_PRICE_USD',
    absent: '0',
  },
  {
    name: 'LINK_FINDERS',
    doc: 'Per platform: what it links in a text. Only the page of a reviewer shows links.',
    type: 'Record<Platform, FindLinks>',
    collects: 'findLinks',
  },
  {
    name: 'LINK_CARD_RULES',
    doc: 'Per platform: the cards of links that this service makes. Null where the platform shows none, or makes its own.',
    type: 'Record<Platform, LinkCardRule | null>',
    collects: 'linkCard',
    absent: 'null',
  },
];

/** A fact about the adapter: what describes platforms has no adapter. */
const CONNECTOR_TABLE: Table = {
  name: 'HAS_CONNECTOR',
  doc: 'Per platform: whether a person can connect an account by an authorization code.',
  type: 'Record<Platform, boolean>',
  collects: 'connector',
  present: 'true',
  absent: 'false',
};

const ADAPTER_TABLES: Table[] = [
  {
    name: 'PUBLISHERS',
    doc: 'Per platform, the code that publishes, reconciles, refreshes tokens and reads metrics.',
    type: 'Record<Platform, Publisher>',
    collects: 'publisher',
  },
  {
    name: 'CONNECTORS',
    doc: 'Per platform that supports it, the code that connects an account by an authorization code.',
    type: 'Partial<Record<Platform, OAuthConnector>>',
    collects: 'connector',
  },
  {
    name: 'POST_READERS',
    doc: 'Per platform whose URLs of posts do not contain the ids of the post and its account, the code that reads the post.',
    type: 'Partial<Record<Platform, PostReader>>',
    collects: 'readPost',
  },
  {
    name: 'WEBHOOK_PARSERS',
    doc: "Per platform that sends webhooks, the parser of a verified body into comments and mentions of a platform's account.",
    type: 'Partial<Record<Platform, (body: unknown, accountId: string) => InboundEngagement[]>>',
    collects: 'parseWebhook',
  },
];

/** Render the tables of the facts of all platforms, from the exports of `lib/platforms/<name>/facts/facts.ts`. */
export async function renderFactTables(): Promise<string> {
  const imports: Import[] = [
    ...PLATFORMS.map((name) => [`./${name}/facts/facts.ts`, `* as ${name}`] as const),
    ['./kit/definition/link-card.ts', 'type { LinkCardRule }'],
    ['./kit/definition/platform-definition.ts', 'type { ContentFormat, PlatformDefinition }'],
    ['./kit/text/text-links.ts', 'type { FindLinks }'],
    ['./names.ts', 'type { Platform }'],
  ];
  const tables = [
    ...(await tablesOf(FACT_TABLES, 'facts/facts.ts')),
    ...(await tablesOf([CONNECTOR_TABLE], 'adapter/adapter.ts')),
  ];
  return render(imports, tables, 'facts');
}

/** Render the tables of the adapters of all platforms, from the exports of `lib/platforms/<name>/adapter/adapter.ts`. */
export async function renderAdapterTables(): Promise<string> {
  const imports: Import[] = [
    ...PLATFORMS.map((name) => [`#adapters/${name}`, `* as ${name}`] as const),
    ['./kit/oauth-connector.ts', 'type { OAuthConnector }'],
    ['./kit/post-reader.ts', 'type { PostReader }'],
    ['./kit/publisher.ts', 'type { InboundEngagement, Publisher }'],
    ['./names.ts', 'type { Platform }'],
  ];
  return render(imports, await tablesOf(ADAPTER_TABLES, 'adapter/adapter.ts'), 'adapters');
}

function render(imports: Import[], tables: string[], kind: string): string {
  return `${renderHead(`the ${kind} of the platforms`, imports)}

${tables.join('\n')}`;
}

async function tablesOf(tables: Table[], file: string): Promise<string[]> {
  const modules = await importFromPlatforms<object>(file);
  return tables.map(({ name, doc, type, collects, present, absent }) => {
    const rows = modules.flatMap(([platform, module]) => {
      const value = collects in module ? (present ?? `${platform}.${collects}`) : absent;
      return value === undefined ? [] : [`${platform}: ${value}`];
    });
    return `/** ${doc} */\nexport const ${name}: ${type} = {\n${renderRows(rows)}};\n`;
  });
}
