import { useRef } from 'preact/hooks';
import { TextField } from '../../components/form.tsx';
import { type Draft, type DraftImage, imagePointer } from './draft.ts';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';

const MAX_IMAGES = 10;

interface ImagesFieldProps {
  draft: Draft;
  errors: FieldErrors;
  onImages: (images: DraftImage[]) => void;
}

/** The images of a post: addresses on the web, each with its alternative text. */
export function ImagesField({ draft, errors, onImages }: ImagesFieldProps) {
  const { images } = draft;
  const add = useRef<HTMLButtonElement>(null);
  const change = (key: number, field: Partial<DraftImage>) =>
    onImages(images.map((image) => (image.key === key ? { ...image, ...field } : image)));
  const general = errors.find(({ pointer }) => pointer === '/media')?.detail;
  return (
    <fieldset>
      <legend>Images</legend>
      {images.map((image, index) => {
        const pointer = imagePointer(draft, image.key);
        const at = (field: string) => (pointer === null ? null : errorsAt(errors, `${pointer}${field}`));
        const ofRow =
          pointer === null
            ? null
            : errorsAt(
                errors.filter((error) => error.pointer === pointer),
                pointer,
              );
        return (
          <fieldset key={image.key} class="image-row">
            <legend>Image {index + 1}</legend>
            {image.mediaId === undefined ? (
              <TextField
                label="Address"
                type="url"
                value={image.url}
                onValue={(url) => change(image.key, { url })}
                error={at('/url') ?? ofRow}
                {...(index === 0
                  ? { hint: 'An https address that the platforms can load, for example of your website.' }
                  : {})}
              />
            ) : (
              <p>
                File <code>{image.mediaId}</code> of the media library
                {at('/media_id') && <span class="field-error"> {at('/media_id')}</span>}
              </p>
            )}
            <TextField
              label="Alternative text"
              value={image.alt}
              maxLength={1000}
              onValue={(alt) => change(image.key, { alt })}
              error={at('/alt')}
              {...(index === 0 ? { hint: 'Describe the image for people who cannot see it.' } : {})}
            />
            <button
              type="button"
              class="small"
              onClick={() => {
                onImages(images.filter(({ key }) => key !== image.key));
                add.current?.focus();
              }}
            >
              Remove image {index + 1}
            </button>
          </fieldset>
        );
      })}
      {general && <p class="field-error">{general}</p>}
      <button
        ref={add}
        type="button"
        disabled={images.length >= MAX_IMAGES}
        onClick={() => {
          const key = Math.max(-1, ...images.map((image) => image.key)) + 1;
          onImages([...images, { key, url: '', alt: '', type: 'image' }]);
        }}
      >
        Add an image
      </button>
    </fieldset>
  );
}
