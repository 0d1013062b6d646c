import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** What the look promises of every text: it is 13 px at least, and muted text has 4.5:1 on every ground it stands on. */
const web = fileURLToPath(new URL('..', import.meta.url))
const LEAST_PX = 13
const REM_PX = 16

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }))

/** The sizes of texts in a source, in pixels: utilities, declarations of style sheets, and what canvases draw. */
function sizesIn(text: string): number[] {
  const px = [
    /\btext-\[([\d.]+)px\]/g,
    /\bfont(?:-size)?:[^;{}]*?([\d.]+)px/g,
    /--text-\w+: ([\d.]+)px/g,
    /\bsize: ([\d.]+) \}/g,
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(([, size]) => Number(size)))
  const rem = [...text.matchAll(/(?:\btext-\[|\bfont(?:-size)?:[^;{}]*?|--text-\w+: )([\d.]+)rem/g)].map(
    ([, size]) => Number(size) * REM_PX,
  )
  return [...px, ...rem]
}

test('no text is smaller than 13 px', () => {
  const small = sources.flatMap(({ name, text }) =>
    sizesIn(text)
      .filter((size) => size < LEAST_PX)
      .map((size) => `${name}: ${size} px`),
  )
  expect(small).toEqual([])
  // The smallest utility without brackets has a size of its own, because the usual one is 12 px.
  const tokens = readFileSync(join(web, 'styles/tokens.css'), 'utf8')
  expect(sizesIn(tokens)).toContain(LEAST_PX)
})

type Colour = readonly [number, number, number]

const tokens = readFileSync(join(web, 'styles/tokens.css'), 'utf8')

function token(name: string): Colour {
  const hex = new RegExp(`--color-${name}: #([0-9a-f]{6});`).exec(tokens)?.[1]
  if (!hex) throw new Error(`There is no colour ${name}.`)
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(0), part(2), part(4)]
}

/** A colour that lies over another one with some opacity. */
const over = (top: Colour, ground: Colour, opacity: number): Colour => {
  const mix = (at: 0 | 1 | 2) => top[at] * opacity + ground[at] * (1 - opacity)
  return [mix(0), mix(1), mix(2)]
}

/** The relative luminance of WCAG 2.2. */
function luminance(colour: Colour): number {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const ground = token('ground')
const grounds: Record<string, Colour> = {
  ground,
  deep: token('deep'),
  raised: token('raised'),
  'the light behind the page': over([13, 58, 90], ground, 0.33),
  'a hovered card': over([15, 26, 43], ground, 1),
  'a chosen thing': over(token('cyan'), ground, 0.1),
  'a chosen thing of the wallet': over(token('violet'), ground, 0.14),
}

test.each(Object.entries(grounds))('muted and soft text have 4.5:1 on %s', (_, under) => {
  for (const name of ['muted', 'soft']) expect(contrast(token(name), under), name).toBeGreaterThanOrEqual(4.5)
})

test.each(Object.entries(grounds))('what frames a field or a checkbox has 3:1 on %s', (_, under) => {
  expect(contrast(token('field'), under)).toBeGreaterThanOrEqual(3)
})

test.each([
  ['styles/effects.css', /\.input \{[^}]*border: 1px solid var\(--color-field\)/],
  ['ui/form/checkbox-field.tsx', /type="checkbox"[^>]*className="[^"]* border-field /],
  ['blocks/messages/message-composer.tsx', /className="panel hairline cut before:bg-field /],
])('a field is framed in that colour in %s', (name, frame) => {
  expect(sources.find((source) => source.name === name)?.text).toMatch(frame)
})
