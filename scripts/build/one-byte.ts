import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decode, encode, type SourceMapMappings } from '@jridgewell/sourcemap-codec'
import { parse } from 'rolldown/utils'

/** Takes white space and comments out of code, and keeps its names: a stack names functions by them. */
export const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const

/** What V8 can't keep in one byte: a single such character in a file makes two bytes of each of its characters. */
const WIDE = /[^\0-\xff]/g

/**
 * Writes every wide character of a folder's JavaScript as an escape, and moves the positions in its source maps accordingly.
 * A process keeps the text of the code that it runs, so this is half of the memory for it.
 * @throws {Error} for a character that can't be written so: one that a backslash escapes already, or a name beyond the
 *   Basic Multilingual Plane
 */
export async function writeInOneByte(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
  await Promise.all(files.map((entry) => rewrite(join(entry.parentPath, entry.name))))
}

async function rewrite(file: string): Promise<void> {
  const code = await readFile(file, 'utf8')
  if (code.search(WIDE) === -1) return
  const map: { mappings: string } = JSON.parse(await readFile(`${file}.map`, 'utf8'))
  const lines = code.split('\n')
  const mappings = decode(map.mappings)
  for (const [line, segments] of mappings.entries()) move(segments, lines[line] ?? '')
  const written = escaped(code)
  // The tree that it found is left where it is: taking it over costs three times as much as parsing.
  const { errors } = await parse(file, written)
  if (errors[0]) throw new Error(`Escapes broke ${file}: ${errors[0].message}`)
  await writeFile(file, written)
  await writeFile(`${file}.map`, JSON.stringify({ ...map, mappings: encode(mappings) }))
}

/** Code with the same meaning: in strings, templates, patterns and names an escape stands for its character. */
export function escaped(code: string): string {
  return code.replace(WIDE, (character, at: number) => {
    const backslashes = /\\*$/.exec(code.slice(Math.max(0, at - 100), at))?.[0].length ?? 0
    if (backslashes % 2 === 1) throw new Error(`“\\${character}” can't be escaped once more.`)
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

const ESCAPE_LENGTH = '\\u2026'.length

/** Moves a line's segments as far to the right as the escapes before them make the line longer. */
function move(segments: SourceMapMappings[number], line: string): void {
  let before = 0
  let next = nextWide(line, 0)
  for (const segment of segments) {
    while (next < segment[0]) {
      before++
      next = nextWide(line, next + 1)
    }
    segment[0] += before * (ESCAPE_LENGTH - 1)
  }
}

/** @returns where the next wide character stands; infinity if there is none */
function nextWide(line: string, from: number): number {
  WIDE.lastIndex = from
  return WIDE.exec(line)?.index ?? Number.POSITIVE_INFINITY
}
