import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** Maps that were read, as long as nothing else needs their memory: the largest takes some 20 MB. */
const maps = new Map<string, WeakRef<{ map: SourceMap | null }>>()

/**
 * Names the source in the frames of a stack that come from the bundle; all others stay as they are. Node could do so
 * itself (`--enable-source-maps`), but it reads every map at the start, which costs 55 MB; here a map is read for the
 * first fault.
 * @param stack lines as V8 writes them
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

/** What has no map, such as a package that stays outside the bundle, names its own file. */
function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  } catch {
    return null
  }
}
