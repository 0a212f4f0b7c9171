import sharp from 'sharp';

/** A picture: the colors of its sky, its sun, its hills and what stands before them. */
interface Picture {
  alt: string;
  sky: [top: string, bottom: string];
  sun: { x: number; y: number; radius: number; color: string };
  hills: string[];
  motif: keyof typeof MOTIFS;
}

const SIZE = 1080;
/** The width and height of the files, in pixels. */
const FILE_SIZE = 800;

// Shapes instead of letters: a machine may have no font.
const MOTIFS = {
  cup: (color: string) => `
    <path d="M360 620h320v110a150 150 0 0 1-150 150h-20a150 150 0 0 1-150-150z" fill="${color}"/>
    <path d="M680 650h40a70 70 0 0 1 0 140h-52" fill="none" stroke="${color}" stroke-width="34"/>
    <rect x="310" y="900" width="430" height="30" rx="15" fill="${color}"/>
    <path d="M440 570q-40-50 0-100t0-100M520 570q-40-50 0-100t0-100M600 570q-40-50 0-100t0-100" fill="none"
      stroke="${color}" stroke-width="16" stroke-linecap="round" opacity=".7"/>`,
  beans: (color: string) =>
    [
      [330, 760, -30],
      [540, 690, 20],
      [750, 780, -15],
      [440, 880, 40],
      [650, 900, -50],
    ]
      .map(
        ([
          x,
          y,
          turn,
        ]) => `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="105" ry="72" fill="${color}"/>
          <path d="M-95 0q48-44 95 0t95 0" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="12"/></g>`,
      )
      .join(''),
} as const;

const DARK_SKY: Picture['sky'] = ['#12243d', '#2f6f73'];

/** The pictures that the posts of the demo show. */
export const PICTURES = {
  cup: {
    alt: 'Drawing of a steaming cup of coffee in front of hills',
    sky: ['#dbe9e4', '#f7f3ea'],
    sun: { x: 260, y: 270, radius: 90, color: '#f3c14b' },
    hills: ['#a9c0b0', '#6f927f', '#46655a'],
    motif: 'cup',
  },
  northernLights: {
    alt: 'Drawing of a cup of coffee under green northern lights',
    sky: DARK_SKY,
    sun: { x: 800, y: 220, radius: 60, color: '#f4f1de' },
    hills: ['#3fa38a', '#1f5d63', '#0e2a3a'],
    motif: 'cup',
  },
  harvest: {
    alt: 'Drawing of five coffee beans in front of a red sun',
    sky: ['#f2b5a0', '#fbe9d7'],
    sun: { x: 540, y: 330, radius: 170, color: '#d1495b' },
    hills: ['#b56576', '#6d597a', '#e8d5c4'],
    motif: 'beans',
  },
} as const satisfies Record<string, Picture>;

export type PictureName = keyof typeof PICTURES;

/** Draw a picture of the demo as a JPEG file. */
export function drawPicture(name: PictureName): Promise<Buffer> {
  return sharp(Buffer.from(toSvg(PICTURES[name])))
    .resize(FILE_SIZE)
    .jpeg({ quality: 82 })
    .toBuffer();
}

function toSvg({ sky, sun, hills, motif }: Picture): string {
  const [top, bottom] = sky;
  const ground = hills.map((color, index) => {
    const y = 560 + 130 * index;
    const [left, right] = index % 2 === 0 ? [y - 170, y + 90] : [y + 80, y - 150];
    return `<path d="M0 ${y}C270 ${left} 640 ${right} ${SIZE} ${y - 60}V${SIZE}H0z" fill="${color}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>
    </linearGradient></defs>
    <rect width="${SIZE}" height="${SIZE}" fill="url(#sky)"/>
    <circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="${sun.color}"/>
    ${ground.join('')}${MOTIFS[motif](motif === 'beans' ? '#5b3a29' : '#fff7ec')}</svg>`;
}
