import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run fonts`: makes the two faces as the product ships them, from their packages: Western European characters, and the
 * weights and features that the look uses. Every first visit downloads them.
 */
/**
 * Without contextual and stylistic alternates: those are a quarter of Inter, and turn what people type, such as ->, into other
 * signs. Headings are set in Oxanium with space between the letters, where its kerning can't be seen.
 */
const faces = {
  inter: {
    weights: { min: 400, max: 600, default: 400 },
    features: ['kern', 'liga', 'ccmp', 'mark', 'mkmk', 'tnum'],
  },
  oxanium: {
    weights: { min: 400, max: 700, default: 400 },
    features: ['liga', 'ccmp', 'mark', 'mkmk', 'tnum'],
  },
}
const characters: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2010, 0x2027],
  [0x2030, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
]

type Subset = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2'
    variationAxes: { wght: (typeof faces)['inter']['weights'] }
    keepFeatures: string[]
  },
) => Promise<Buffer>

// Fetched by the npm script for this one run, so the compiler does not know it.
const packageName = 'subset-font'
const { default: subset } = (await import(packageName)) as { default: Subset }

const text = characters
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset))
  .map((point) => String.fromCodePoint(point))
  .join('')
const output = fileURLToPath(new URL('../src/web/fonts', import.meta.url))

for (const [face, { weights, features }] of Object.entries(faces)) {
  const folder = dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${face}/package.json`)))
  const whole = await readFile(join(folder, 'files', `${face}-latin-wght-normal.woff2`))
  const small = await subset(whole, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    keepFeatures: features,
  })
  await writeFile(join(output, `${face}.woff2`), small)
  await writeFile(join(output, `${face}-LICENSE.txt`), await readFile(join(folder, 'LICENSE')))
  console.log(`${face}: ${whole.length} -> ${small.length} bytes`)
}
