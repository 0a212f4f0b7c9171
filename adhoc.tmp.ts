import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { outcomeOf, shownPixels, violatedRules } from './test/media/published-images.ts';
const root = '/tmp/pil/pillow-11.3.0/Tests/images';
const files = (readdirSync(root, { recursive: true }) as string[]).filter((f) => statSync(join(root, f)).isFile()).sort();
const counts: Record<string, number> = {};
let bad = 0, accepted = 0;
for (const name of files) {
  const bytes = readFileSync(join(root, name));
  let outcome;
  try { outcome = await outcomeOf(bytes); } catch (e) { console.log('THROW', name, e); bad++; continue; }
  if ('code' in outcome) { counts[outcome.code] = (counts[outcome.code] ?? 0) + 1;
    if (!['unsupported_type','heic_not_supported'].includes(outcome.code)) {
      const ok = await sharp(bytes).toColourspace('srgb').raw().toBuffer().then(() => 'sharp decodes it', (e) => 'sharp: ' + e.message.split('\n')[0]);
      console.log(outcome.code, name, '|', outcome.message, '|', ok);
    }
    continue; }
  accepted++;
  let reference: Buffer, dims;
  try {
    const upright = await sharp(bytes, { failOn: 'none' }).autoOrient().flatten({ background: '#fff' }).toColourspace('srgb').removeAlpha().png().toBuffer();
    dims = await sharp(upright).metadata();
    reference = upright;
  } catch (e) { console.log('NOREF', name, (e as Error).message); continue; }
  const expected = await shownPixels(reference, dims, 8);
  for (const r of outcome.received) {
    if ('rule' in r) { counts['unsupported ' + r.platform + ' ' + r.rule] = (counts['unsupported ' + r.platform + ' ' + r.rule] ?? 0) + 1; continue; }
    try {
      const v = await violatedRules(r.platform, r.bytes);
      if (v.length) { console.log('VIOLATES', name, r.platform, v); bad++; }
      const got = await shownPixels(r.bytes, dims, 8);
      const diffs = got.map((x, i) => Math.abs(x - expected[i]!));
      const mean = diffs.reduce((a, b) => a + b) / diffs.length, max = Math.max(...diffs);
      if (mean > 4 || max > 24) { console.log('DIFF', name, r.platform, mean.toFixed(1), max, dims.width, dims.height, outcome.file.content_type, outcome.file.width, outcome.file.height); bad++; }
    } catch (e) { console.log('BROKEN', name, r.platform, (e as Error).message.split('\n')[0]); bad++; }
  }
}
console.log({ files: files.length, accepted, bad, counts });
