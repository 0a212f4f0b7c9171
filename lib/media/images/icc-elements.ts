// The data of a tag: its type, four reserved bytes, and what the type defines (ICC.1:2022, section 10).
const TYPE_BYTES = 8;
const XYZ_BYTES = 20;
const CHROMATIC_ADAPTATION_BYTES = 44;
const CICP_BYTES = 12;
/** The numbers of a parametric curve by its function. */
const CURVE_PARAMETERS = [1, 3, 4, 5, 7];
const MATRIX_BYTES = 48;
const GRID_BYTES = 20;
const LUT_HEADER_BYTES = 32;

/**
 * Return the data of a tag that defines colors, without reserved bytes and what follows or lies between its numbers.
 * Null for a type that defines no colors, and for data that its type does not permit.
 */
export function colorElement(data: Buffer): Buffer | null {
  if (data.length < TYPE_BYTES) return null;
  const type = data.toString('latin1', 0, 4);
  if (type === 'mAB ' || type === 'mBA ') return lutElement(data, type);
  const bytes = elementBytes(data, type);
  return bytes === null || bytes > data.length ? null : withoutReserved(data.subarray(0, bytes));
}

/** The length of an element of a type without parts; null for another type. */
function elementBytes(data: Buffer, type: string): number | null {
  if (type === 'XYZ ') return XYZ_BYTES;
  if (type === 'sf32') return CHROMATIC_ADAPTATION_BYTES;
  if (type === 'cicp') return CICP_BYTES;
  if (data.length < 12) return null;
  if (type === 'curv') return 12 + 2 * data.readUInt32BE(8);
  if (type === 'para') return parametricCurveBytes(data);
  if (data.length < 52) return null;
  const [inputs, outputs, grid] = [data[8]!, data[9]!, data[10]!];
  const cells = grid ** inputs * outputs;
  if (type === 'mft1') return 48 + 256 * inputs + cells + 256 * outputs;
  if (type !== 'mft2') return null;
  return 52 + 2 * (data.readUInt16BE(48) * inputs + cells + data.readUInt16BE(50) * outputs);
}

function parametricCurveBytes(data: Buffer): number | null {
  const parameters = CURVE_PARAMETERS[data.readUInt16BE(8)];
  return parameters === undefined ? null : 12 + 4 * parameters;
}

function withoutReserved(element: Buffer): Buffer {
  const copy = Buffer.from(element);
  copy.fill(0, 4, TYPE_BYTES);
  const type = copy.toString('latin1', 0, 4);
  if (type === 'para') copy.fill(0, 10, 12);
  if (type === 'mft1' || type === 'mft2') copy[11] = 0;
  return copy;
}

/** Rebuild a table whose offsets name the parts: curves, a matrix and a grid. */
function lutElement(data: Buffer, type: 'mAB ' | 'mBA '): Buffer | null {
  if (data.length < LUT_HEADER_BYTES) return null;
  const [inputs, outputs] = [data[8]!, data[9]!];
  const [b, matrix, m, grid, a] = [12, 16, 20, 24, 28].map((at) => data.readUInt32BE(at)) as [number, ...number[]];
  // The matrix is on the side of the connection space.
  const [nearSpace, nearDevice] = type === 'mAB ' ? [outputs, inputs] : [inputs, outputs];
  const parts = [
    curves(data, b, nearSpace),
    block(data, matrix!, MATRIX_BYTES),
    curves(data, m!, nearSpace),
    gridOf(data, grid!, inputs, outputs),
    curves(data, a!, nearDevice),
  ];
  if (parts.includes(null)) return null;
  const header = Buffer.alloc(LUT_HEADER_BYTES);
  header.write(type, 'latin1');
  header.set([inputs, outputs], 8);
  let end = LUT_HEADER_BYTES;
  for (const [index, part] of (parts as Buffer[]).entries()) {
    if (part.length > 0) header.writeUInt32BE(end, 12 + 4 * index);
    end += part.length;
  }
  return Buffer.concat([header, ...(parts as Buffer[])]);
}

/** The bytes at an offset, which is 0 for an absent part; null outside of the data. */
function block(data: Buffer, offset: number, bytes: number): Buffer | null {
  if (offset === 0) return Buffer.alloc(0);
  return offset + bytes > data.length ? null : padded(data.subarray(offset, offset + bytes));
}

function curves(data: Buffer, offset: number, count: number): Buffer | null {
  const found: Buffer[] = [];
  let position = offset;
  for (let index = 0; offset !== 0 && index < count; index++) {
    const curve = colorElement(data.subarray(position));
    if (curve === null || !['curv', 'para'].includes(curve.toString('latin1', 0, 4))) return null;
    found.push(padded(curve));
    position += padded(curve).length;
  }
  return Buffer.concat(found);
}

function gridOf(data: Buffer, offset: number, inputs: number, outputs: number): Buffer | null {
  if (offset === 0) return Buffer.alloc(0);
  if (offset + GRID_BYTES > data.length || inputs > 16) return null;
  const points = data.subarray(offset, offset + inputs);
  const precision = data[offset + 16]!;
  const cells = points.reduce((product, count) => product * count, outputs);
  const found = block(data, offset, GRID_BYTES + cells * precision);
  found?.fill(0, inputs, 16).fill(0, 17, GRID_BYTES);
  return found;
}

/** A copy whose length is a multiple of four. */
export function padded(element: Buffer): Buffer {
  return Buffer.concat([element, Buffer.alloc(-element.length & 3)]);
}
