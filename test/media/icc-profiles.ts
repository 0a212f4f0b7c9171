import sharp from 'sharp';

/** The tags of a profile by their signature. */
type Tags = Record<string, Buffer>;

/** A profile that sharp contains: `p3` (matrix and curves, version 4) or `cmyk` (tables, version 2). */
export async function builtInProfile(name: 'p3' | 'cmyk'): Promise<Buffer> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } });
  const { icc } = await sharp(await image.withIccProfile(name).jpeg().toBuffer()).metadata();
  return icc!;
}

/** Read the tags of a profile. */
export function tagsOf(profile: Buffer): Tags {
  const tags = Array.from({ length: profile.readUInt32BE(128) }, (_, index): [string, Buffer] => {
    const at = 132 + 12 * index;
    const start = profile.readUInt32BE(at + 4);
    return [profile.toString('latin1', at, at + 4), profile.subarray(start, start + profile.readUInt32BE(at + 8))];
  });
  return Object.fromEntries(tags);
}

/** Write a profile: a header, tags one after the other, and `mark` behind each of them and in unused header fields. */
export function profileOf(header: Buffer, tags: Tags, mark = ''): Buffer {
  const entries = Object.entries(tags);
  const table = Buffer.alloc(4 + 12 * entries.length);
  table.writeUInt32BE(entries.length);
  const gap = Buffer.from(mark.padEnd(Math.ceil(mark.length / 4) * 4));
  let end = 128 + table.length;
  const parts = entries.map(([signature, data], index) => {
    table.write(signature, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(end, 8 + 12 * index);
    table.writeUInt32BE(data.length, 12 + 12 * index);
    const part = Buffer.concat([data, Buffer.alloc(-data.length & 3), gap]);
    end += part.length;
    return part;
  });
  const start = Buffer.from(header.subarray(0, 128));
  // The vendor, the platform, the device, the model, the creator, the id, and what is reserved.
  for (const [at, bytes] of [
    [4, 4],
    [40, 4],
    [48, 8],
    [80, 4],
    [84, 16],
    [100, 28],
  ] as const) {
    if (mark) start.fill(mark, at, at + bytes);
  }
  start.writeUInt32BE(end, 0);
  return Buffer.concat([start, table, ...parts]);
}

/** A profile as a display has it: with its name, its serial number, its calibration, and marks where none is read. */
export async function displayProfile(mark: string): Promise<Buffer> {
  const p3 = await builtInProfile('p3');
  const text = (type: string) => Buffer.concat([Buffer.from(`${type}\0\0\0\0`), Buffer.from(mark)]);
  const tags = tagsOf(p3);
  const numbers = Object.fromEntries(
    Object.entries(tags).map(([signature, data]) => [signature, Buffer.concat([data, Buffer.from(mark)])]),
  );
  const utf16 = Buffer.from(mark, 'utf16le').swap16();
  const name = Buffer.concat([tags.desc!.subarray(0, 28), utf16]);
  name.writeUInt32BE(utf16.length, 20);
  const private_ = { desc: name, cprt: text('text'), mmod: text('mmod'), vcgt: text('vcgt'), dmnd: text('desc') };
  return profileOf(p3, { ...numbers, ...private_, targ: text('text'), meta: text('dict') }, mark);
}

/** A profile of version 4 whose tables are parts behind each other, with a mark between them. */
export async function tableProfile(mark: string): Promise<Buffer> {
  const p3 = await builtInProfile('p3');
  const curve = (gamma: number) => {
    const data = Buffer.alloc(16);
    data.write('para', 'latin1');
    data.writeInt32BE(Math.round(gamma * 65_536), 12);
    return data;
  };
  const three = (gamma: number) => Buffer.concat([curve(gamma), curve(gamma), curve(gamma), Buffer.from(mark)]);
  const grid = Buffer.alloc(20 + 8 * 3 * 2);
  grid.fill(2, 0, 3);
  grid[16] = 2;
  // The corners of the cube, each on itself, halved for the connection space.
  for (let corner = 0; corner < 8; corner++) {
    [corner & 4, corner & 2, corner & 1].forEach((bit, index) => {
      grid.writeUInt16BE(bit ? 30_000 : 0, 20 + (corner * 3 + index) * 2);
    });
  }
  const matrix = Buffer.alloc(48);
  for (const at of [0, 16, 32]) matrix.writeInt32BE(65_536, at);
  const parts = [
    three(1),
    Buffer.concat([matrix, Buffer.from(mark)]),
    three(1.1),
    Buffer.concat([grid, Buffer.from(mark)]),
    three(2.2),
  ];
  const padded = parts.map((part) => Buffer.concat([part, Buffer.alloc(-part.length & 3)]));
  const header = Buffer.alloc(32);
  header.write('mAB ', 'latin1');
  header.set([3, 3], 8);
  let end = 32;
  for (const [index, part] of padded.entries()) {
    header.writeUInt32BE(end, 12 + 4 * index);
    end += part.length;
  }
  const { wtpt, chad, desc, cprt } = tagsOf(p3) as Record<'wtpt' | 'chad' | 'desc' | 'cprt', Buffer>;
  return profileOf(p3, { desc, cprt, wtpt, chad, A2B0: Buffer.concat([header, ...padded]) }, mark);
}
