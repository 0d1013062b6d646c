import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** A cache of source maps that the garbage collector may clear: the largest takes about 20 MB. */
const maps = new Map<string, WeakRef<{ map: SourceMap | null }>>()

/**
 * Names sources in a stack in place of the bundle. Node's `--enable-source-maps` reads every map at the start, which
 * costs 55 MB; here a map is read when the first error needs it.
 */
export function nameSources(stack: string): string {
  return stack.replace(/(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return place
    const source = new URL(entry.originalSource, file).href
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)?.deref()
  if (known) return known.map
  const read = { map: readMap(file) }
  maps.set(file, new WeakRef(read))
  return read.map
}

/** Null for a file without a map, such as a package outside the bundle. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  } catch {
    return null
  }
}
