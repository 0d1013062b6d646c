import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run picture-fonts`: makes the fonts with which pictures of links are drawn, from their packages: those of the
 * product, and Noto for names with characters that they lack. They are uncompressed TrueType files, because the drawing
 * program reads no WOFF2 and nobody downloads them. It also writes a list of the characters that they have.
 */

interface Axis {
  min: number
  max: number
}

type Subset = (
  font: Buffer,
  text: string | undefined,
  options: {
    targetFormat: 'sfnt'
    noHinting: boolean
    keepAllGlyphs: boolean
    variationAxes?: Record<string, number | Axis>
  },
) => Promise<Buffer>

interface Face {
  /** Its name in this product. */
  name: string
  /** A file of a package. */
  from: string
  /** The characters that are kept; all if absent. */
  keep?: string
  /** Its weight; absent if the file has a single weight already. */
  weight?: number | Axis
}

/** All characters of an encoding in these rows; older encodings are ordered by frequency. */
function rowsOf(encoding: string, [firstRow, lastRow]: readonly [number, number], firstTrail = 0xa1): string {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for (let lead = firstRow; lead <= lastRow; lead++)
    for (let trail = firstTrail; trail <= 0xfe; trail++) text += decoder.decode(new Uint8Array([lead, trail]))
  return text.replace(/[\p{ASCII}\ufffd]/gu, '')
}

const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, offset) => first + offset))

const cjkSigns = range(0x3001, 0x3011) + range(0x3014, 0x301b) + range(0xff01, 0xff5e)
const kana = range(0x3041, 0x3096) + range(0x3099, 0x309e) + range(0x30a0, 0x30ff)
/** The first levels of the Chinese and the Japanese standard, and the common characters of Taiwan's and Hong Kong's. */
const han =
  rowsOf('gb2312', [0xb0, 0xd7]) + rowsOf('euc-jp', [0xb0, 0xcf]) + rowsOf('big5', [0xa4, 0xc6], 0x40)
const hangul = rowsOf('euc-kr', [0xb0, 0xc8])

const product = (face: string, slice: string) =>
  `@fontsource-variable/${face}/files/${face}-${slice}-wght-normal.woff2`
const noto = (script: string) => product(`noto-sans-${script}`, script)
const weights = { min: 400, max: 700 }

const faces: readonly Face[] = [
  ...['latin', 'latin-ext'].map((slice) => ({
    name: `oxanium-${slice}`,
    from: product('oxanium', slice),
    weight: weights,
  })),
  ...['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'greek'].map((slice) => ({
    name: `inter-${slice}`,
    from: product('inter', slice),
    weight: weights,
  })),
  ...['hebrew', 'arabic', 'devanagari', 'thai'].map((script) => ({
    name: `noto-${script}`,
    from: noto(script),
    weight: 500,
  })),
  {
    name: 'noto-han',
    from: '@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf',
    keep: cjkSigns + kana + han,
  },
  {
    name: 'noto-hangul',
    from: '@expo-google-fonts/noto-sans-kr/500Medium/NotoSansKR_500Medium.ttf',
    keep: hangul,
  },
  { name: 'noto-emoji', from: '@expo-google-fonts/noto-emoji/500Medium/NotoEmoji_500Medium.ttf' },
]

/** Installed by the npm script for this one run, so the compiler does not know them. */
const fetched = { subset: 'subset-font', shaper: 'harfbuzzjs' }
const { default: subset } = (await import(fetched.subset)) as { default: Subset }
const shaper = (await import(fetched.shaper)) as {
  Blob: new (data: Uint8Array) => object
  Face: new (data: object) => { collectUnicodes(): Iterable<number> }
}

const charactersOf = (font: Uint8Array) => new shaper.Face(new shaper.Blob(font)).collectUnicodes()

/** The location of a file of a package, such as `@scope/name/files/a.woff2`; the package need not export it. */
function locate(file: string): { folder: string; path: string } {
  const [scope, name, ...rest] = file.split('/')
  const folder = dirname(fileURLToPath(import.meta.resolve(`${scope}/${name}/package.json`)))
  return { folder, path: join(folder, ...rest) }
}

const output = fileURLToPath(new URL('../src/server/domain/unfurl', import.meta.url))
await mkdir(join(output, 'fonts'), { recursive: true })
const drawable = new Set<number>()
const licences = new Map<string, string>()
for (const { name, from, keep, weight } of faces) {
  const { folder, path } = locate(from)
  const small = await subset(await readFile(path), keep, {
    targetFormat: 'sfnt',
    noHinting: true,
    keepAllGlyphs: keep === undefined,
    ...(weight !== undefined && { variationAxes: { wght: weight } }),
  })
  for (const character of charactersOf(small)) drawable.add(character)
  await writeFile(join(output, 'fonts', `${name}.ttf`), small)
  const licence = await readFile(join(folder, 'LICENSE_FONT'), 'utf8').catch(() =>
    readFile(join(folder, 'LICENSE'), 'utf8'),
  )
  licences.set(licence, [licences.get(licence), `${name}.ttf`].filter(Boolean).join(', '))
  console.log(`${(small.length / 1024).toFixed(0).padStart(6)} KB  ${name}.ttf`)
}
await writeFile(
  join(output, 'fonts', 'LICENSES.txt'),
  [...licences].map(([licence, files]) => `${files}\n\n${licence.trim()}\n`).join('\n\n'),
)
const characters = [...drawable].filter((point) => point > 0x20).sort((a, b) => a - b)
// Split into lines, so that differences are readable.
const lines = String.fromCodePoint(...characters).match(/.{1,64}/gu) ?? []
await writeFile(join(output, 'characters.txt'), `${lines.join('\n')}\n`)
console.log(`${characters.length} characters`)
