/** The document whose code is shown in one language at a time. */
export const CLIENTS_DOCUMENT = 'clients.md';

/** The languages of the blocks of the document, by the name of their fence, and how the page names them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  python: 'Python',
  go: 'Go',
  ruby: 'Ruby',
  php: 'PHP',
  sh: 'curl',
};

/** The word after the fence of a block that is shown with the tab of its language. */
const TAB = 'tab';

/** The style of the tabs. A browser without `:has` shows the blocks of all languages. */
export const TABS_STYLE = [
  'fieldset{position:sticky;top:3.5rem;display:flex;flex-wrap:wrap;gap:0 .25rem;margin:1.5rem 0;padding:.25rem 0;border:0;border-bottom:1px solid var(--line);background:light-dark(#fff,#11151b)}',
  'legend{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}',
  'label{padding:.4rem .6rem;border-bottom:3px solid transparent;cursor:pointer}',
  'label:has(:checked){border-color:currentColor;font-weight:600}',
  'label:has(:focus-visible){outline:2px solid;outline-offset:-2px}',
  'input{position:absolute;opacity:0}',
  'main h2{scroll-margin-top:4rem}',
  ...Object.keys(LANGUAGES).map((each) => `body:has(#tab-${each}:checked) .block:not(.${each}){display:none}`),
  // The tabs name the language. Without them, each block does.
  '@supports selector(:has(*)){.block h3{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}}',
].join('');

/** Build the tabs, one per language. They apply to all blocks, and need no script. */
export function languageTabs(): string {
  const tabs = Object.entries(LANGUAGES).map(
    ([id, name], index) =>
      `<label><input type="radio" name="language" id="tab-${id}"${index === 0 ? ' checked' : ''}>${name}</label>`,
  );
  return `<fieldset><legend>Language</legend>${tabs.join('')}</fieldset>`;
}

/** Mark the blocks of the document that a line names with their language, and leave out this line. */
export function withTabs(markdown: string): string {
  return markdown.replaceAll(/^\*\*[^*\n]+\*\*\n\n```(\w+)\n/gm, (_, fence: string) => {
    if (!(fence in LANGUAGES)) throw new Error(`docs/clients.md has a block in a language without a tab: ${fence}`);
    return `\`\`\`${fence} ${TAB}\n`;
  });
}

/** Return what wraps the code of a marked block, by the words after its fence. Null for other blocks. */
export function tabOf(words: string): ((code: string) => string) | null {
  const [fence = '', mark] = words.split(' ');
  if (mark !== TAB) return null;
  return (code) => `<div class="block ${fence}"><h3>${LANGUAGES[fence]}</h3>${code}</div>\n`;
}
