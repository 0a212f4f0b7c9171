import type { ComponentChildren } from 'preact';
import { Fact } from '../components/facts.tsx';
import { hasText, rich, t } from '../language/texts.ts';
import { type Platform, platformName } from '../platforms.ts';
import { type Account, accountName } from './content.ts';
import { shownPieces, type TextPart } from './text-difference.ts';
import { type Difference, differencesOf, shortHash, type Version } from './version-difference.ts';

/** What is different between two submissions: a row for each field, with its text by words or what was added and removed. */
export function DifferenceList({ before, after, accounts }: { before: Version; after: Version; accounts: Account[] }) {
  const rows = differencesOf(before, after);
  if (rows.length === 0) {
    return <p>{t(before.content_hash === after.content_hash ? 'versions.same' : 'versions.notShown')}</p>;
  }
  return (
    <dl class="facts differences">
      {rows.map((row, index) => (
        <Fact key={index} name={rowName(row)}>
          {row.parts.length > 0 && <TextDifference parts={row.parts} />}
          {row.removed.map((each) => (
            <Changed key={each} change="removed">
              <Pieces change="removed" text={valueName(row, each, accounts)} />
            </Changed>
          ))}
          {row.added.map((each) => (
            <Changed key={each} change="added">
              <Pieces change="added" text={valueName(row, each, accounts)} />
            </Changed>
          ))}
          {row.isReordered && t('versions.reordered')}
        </Fact>
      ))}
    </dl>
  );
}

function rowName({ field, platform, position }: Difference): string {
  const name = t(`versions.field_${field}`, { number: position ?? 1 });
  const isOfPost = position !== null && position > 1 && field === 'media';
  const part = isOfPost ? t('versions.ofPost', { number: position, name }) : name;
  return platform ? t('versions.onPlatform', { platform: platformName(platform), name: part }) : part;
}

function valueName({ field }: Difference, value: string, accounts: Account[]): string {
  if (field === 'platforms') return platformName(value as Platform);
  if (field === 'accounts') {
    const account = accounts.find(({ id }) => id === value);
    return account ? `${accountName(account)} (${platformName(account.platform)})` : value;
  }
  const key = `versions.value_${value}`;
  return hasText(key) ? t(key) : shortHash(value);
}

function TextDifference({ parts }: { parts: TextPart[] }) {
  return (
    <p class="text-difference" dir="auto">
      {parts.map((part, index) => (
        <Changed key={index} change={part.change}>
          <Pieces {...part} />
        </Changed>
      ))}
    </p>
  );
}

/** The text of a change, with its invisible characters and those of a URL that may look like others. */
function Pieces(part: TextPart) {
  return (
    <>
      {shownPieces(part).map(({ text, isCodePoint }, position) =>
        isCodePoint ? (
          <code key={position} class="code-point">
            {text}
          </code>
        ) : (
          text
        ),
      )}
    </>
  );
}

/** Mark what was removed or added, also in words: most screen readers announce neither element. */
function Changed({ change, children }: { change: TextPart['change']; children: ComponentChildren }) {
  if (change === 'same') return <span>{children}</span>;
  return (
    <>
      {rich(`versions.part_${change}`, {
        part: () => (change === 'added' ? <ins>{children}</ins> : <del>{children}</del>),
        hidden: (text) => <span class="visually-hidden">{text}</span>,
      })}
    </>
  );
}
