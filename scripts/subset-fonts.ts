import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run fonts`: makes the product's two fonts from their packages: Western European characters, and the weights and
 * features that the design uses. Every first visit downloads the first file of each.
 */
/**
 * Without contextual and stylistic alternates: those are a quarter of Inter, and turn typed characters, such as ->,
 * into other signs. Headings are set in Oxanium with letter spacing, with which its kerning is not visible.
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
type Characters = readonly (readonly [first: number, last: number])[]

/**
 * Two files for each font. A browser downloads the second one only for a page with one of its characters: nearly half
 * of a font are accented letters, and most pages have none. `type.css` repeats both lists as `unicode-range`.
 */
const slices: Record<'' | '-accents', Characters> = {
  '': [
    [0x20, 0x7e],
    [0xa0, 0xa0],
    [0xb7, 0xb7],
    [0xd7, 0xd7],
    [0x2010, 0x2027],
    [0x2030, 0x203a],
    [0x2122, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2212],
  ],
  '-accents': [
    [0xa1, 0xb6],
    [0xb8, 0xd6],
    [0xd8, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x20ac, 0x20ac],
  ],
}

type Subset = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: 'woff2'
    variationAxes: { wght: (typeof faces)['inter']['weights'] }
    keepFeatures: string[]
  },
) => Promise<Buffer>

// Installed by the npm script for this one run, so the compiler does not know it.
const packageName = 'subset-font'
const { default: subset } = (await import(packageName)) as { default: Subset }

const textOf = (characters: Characters) =>
  characters
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset))
    .map((point) => String.fromCodePoint(point))
    .join('')
const output = fileURLToPath(new URL('../src/web/fonts', import.meta.url))

for (const [face, { weights, features }] of Object.entries(faces)) {
  const folder = dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${face}/package.json`)))
  const whole = await readFile(join(folder, 'files', `${face}-latin-wght-normal.woff2`))
  for (const [slice, characters] of Object.entries(slices)) {
    const small = await subset(whole, textOf(characters), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
      keepFeatures: features,
    })
    await writeFile(join(output, `${face}${slice}.woff2`), small)
    console.log(`${face}${slice}: ${whole.length} -> ${small.length} bytes`)
  }
  await writeFile(join(output, `${face}-LICENSE.txt`), await readFile(join(folder, 'LICENSE')))
}
