import { COMMAND_NAMES, COMMANDS, SHORTCUTS } from './commands.ts';
import type { Context } from './context.ts';
import { EXIT } from './failures.ts';
import { COMMON_FLAGS, type Flag } from './flags.ts';
import { flagsOf } from './operation-flags.ts';
import { OPERATIONS, RESOURCES } from './operations.ts';
import { suggestion, UsageError } from './usage.ts';

const BASH = `_cis() {
  local IFS=$'\\n'
  COMPREPLY=($(cis __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [ \${#COMPREPLY[@]} -gt 0 ] || compopt -o default 2>/dev/null
}
complete -F _cis cis`;

const ZSH = `#compdef cis
_cis() {
  local -a found
  found=("\${(@f)$(cis __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n \${found[1]} ]]; then compadd -a found; else _files; fi
}
compdef _cis cis`;

const FISH = `function __cis_complete
  set -l words (commandline -opc) (commandline -ct)
  cis __complete $words[2..-1] 2>/dev/null
end
complete -c cis -a '(__cis_complete)'`;

const SCRIPTS: Readonly<Record<string, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** Print the completion script of a shell. */
export async function completion({ given, output }: Context): Promise<number> {
  const [shell = ''] = given.positionals;
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  const shells = Object.keys(SCRIPTS);
  if (script === undefined) throw new UsageError(`Name a shell: ${shells.join(', ')}.${suggestion(shell, shells)}`);
  output.text(script);
  return EXIT.success;
}

/** List the words that complete the last one: commands, resources, verbs, flags, and known values of a flag. */
export function completions(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  return candidates(words).filter((word) => word.startsWith(last));
}

function candidates(words: readonly string[]): string[] {
  const [first = '', second = ''] = words;
  if (words.length <= 1) return [...COMMAND_NAMES, ...Object.keys(RESOURCES)];
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) {
    if (first === 'profiles' && words.length === 2) return ['use'];
    if (first === 'completion' && words.length === 2) return Object.keys(SCRIPTS);
    return flagWords(command.flags, words);
  }
  const shortcut = SHORTCUTS.find(({ name }) => name === first);
  if (shortcut) return candidates([shortcut.words[0], shortcut.words[1], ...words.slice(1)]);
  if (first === 'help') return candidates(words.slice(1));
  const operations = OPERATIONS.filter(({ resource }) => resource === first);
  if (words.length === 2) return operations.map(({ verb }) => verb);
  const operation = operations.find(({ verb }) => verb === second);
  return operation ? flagWords(flagsOf(operation), words) : [];
}

function flagWords(flags: readonly Flag[], words: readonly string[]): string[] {
  const known = [...flags, ...COMMON_FLAGS].filter(({ kind }) => kind !== 'secret');
  const previous = known.find(({ name }) => `--${name}` === words.at(-2));
  if (previous && previous.kind !== 'switch') return [...(previous.values ?? [])];
  return words.at(-1)?.startsWith('-') ? known.map(({ name }) => `--${name}`) : [];
}
