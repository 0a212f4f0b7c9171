import { Check } from '../../components/checks.tsx';
import { SelectField, TextField } from '../../components/form.tsx';
import type { Uploads } from '../../content/use-uploads.ts';
import { t } from '../../language/texts.ts';
import { describePlatform, type Platform, platformName } from '../../platforms.ts';
import { Disclosure } from './disclosure.tsx';
import { type Draft, type DraftOptions, isCustomized } from './draft.ts';
import { FilesField } from './files-field.tsx';
import { MentionArea } from './mention-area.tsx';
import { OwnField } from './own-field.tsx';
import { errorsAt, linkHint } from './rules.ts';
import { ThreadField } from './thread-field.tsx';
import type { FieldErrors } from './use-checks.ts';

interface CustomizeProps {
  draft: Draft;
  errors: FieldErrors;
  uploads: Uploads;
  onOptions: (platform: Platform, change: DraftOptions) => void;
}

/** What each chosen platform publishes in place of the fields of all platforms. */
export function Customize({ draft, errors, uploads, onOptions }: CustomizeProps) {
  return (
    <>
      {draft.platforms.map((platform) => {
        const options = draft.options[platform] ?? {};
        return (
          <Disclosure
            key={platform}
            title={t('composer.customizeFor', { platform: platformName(platform) })}
            summary={summaryOf(options)}
            isUsed={isCustomized(options)}
            hasError={errorsAt(errors, `/platform_options/${platform}`) !== null}
          >
            <PlatformFields
              draft={draft}
              platform={platform}
              options={options}
              errors={errors}
              uploads={uploads}
              onChange={(change) => onOptions(platform, change)}
            />
          </Disclosure>
        );
      })}
    </>
  );
}

const FIELDS = ['text', 'files', 'thread', 'firstComment', 'link', 'visibility'] as const;

/** Name the fields that options replace, for example `own text, files`. */
function summaryOf(options: DraftOptions): string {
  const fields = FIELDS.filter((field) => options[field] !== undefined).map((field) => t(`composer.own_${field}`));
  return fields.length === 0 ? '' : t('composer.ownFields', { fields: fields.join(', ') });
}

function choices(of: 'files' | 'thread' | 'comment') {
  return { same: t('composer.sameAsDefault'), own: t(`composer.custom_${of}`), none: t(`composer.no_${of}`) };
}

interface PlatformFieldsProps {
  draft: Draft;
  platform: Platform;
  options: DraftOptions;
  errors: FieldErrors;
  uploads: Uploads;
  onChange: (change: DraftOptions) => void;
}

function PlatformFields({ draft, platform, options, errors, uploads, onChange }: PlatformFieldsProps) {
  const name = { platform: platformName(platform) };
  const { showsLinkCards, hasThreads, visibilities } = describePlatform(platform);
  const own = `/platform_options/${platform}`;
  const at = (field: string) => errorsAt(errors, `${own}/${field}`);
  return (
    <>
      <Check
        label={t('composer.customTextFor', name)}
        checked={options.text !== undefined}
        onChecked={(checked) => onChange({ text: checked ? draft.text : undefined })}
      />
      {options.text !== undefined && (
        <MentionArea
          label={t('composer.textFor', name)}
          error={at('text')}
          rows={4}
          value={options.text}
          onValue={(text) => onChange({ text })}
        />
      )}
      <OwnField
        label={t('composer.filesFor', name)}
        choices={choices('files')}
        value={options.files}
        isNone={options.files?.length === 0}
        error={at('media')}
        values={{ own: draft.files, none: [] }}
        onValue={(files) => onChange({ files })}
      >
        <FilesField
          legend={t('composer.filesFor', name)}
          files={options.files ?? []}
          pointer={`${own}/media`}
          errors={errors}
          uploads={uploads}
          onFiles={(files) => onChange({ files })}
        />
      </OwnField>
      {hasThreads && (
        <OwnField
          label={t('composer.threadFor', name)}
          choices={choices('thread')}
          value={options.thread}
          isNone={options.thread?.length === 0}
          error={at('thread')}
          values={{ own: draft.thread, none: [] }}
          onValue={(thread) => onChange({ thread })}
        >
          <ThreadField
            legend={t('composer.threadFor', name)}
            thread={options.thread ?? []}
            pointer={`${own}/thread`}
            errors={errors}
            uploads={uploads}
            onThread={(thread) => onChange({ thread })}
          />
        </OwnField>
      )}
      <OwnField
        label={t('composer.commentFor', name)}
        choices={choices('comment')}
        value={options.firstComment}
        isNone={!options.firstComment}
        error={at('first_comment')}
        values={{ own: draft.firstComment, none: null }}
        onValue={(firstComment) => onChange({ firstComment })}
      >
        <MentionArea
          label={t('composer.commentTextFor', name)}
          rows={2}
          value={options.firstComment ?? ''}
          error={at('first_comment')}
          onValue={(firstComment) => onChange({ firstComment })}
        />
      </OwnField>
      {showsLinkCards && (
        <TextField
          label={t('composer.linkPreviewFor', name)}
          type="url"
          hint={linkHint(platform)}
          value={options.link ?? ''}
          error={at('link')}
          onValue={(link) => onChange({ link: link === '' ? undefined : link })}
        />
      )}
      {visibilities.length > 1 && (
        <SelectField
          label={t('composer.visibilityOn', name)}
          options={visibilities.map((value) => ({ value, label: t(`composer.visibility_${value}`) }))}
          value={options.visibility ?? 'public'}
          error={at('visibility')}
          onValue={(value) => onChange({ visibility: value === 'public' ? undefined : value })}
        />
      )}
    </>
  );
}
