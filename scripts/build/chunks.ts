import type { Plugin } from 'vite'

/** The cost of a further file in bytes: the headers of a response, and worse compression. */
const FILE_BYTES = 1000

/** The same for a file of what one screen alone loads at once: less, so that only what is tiny burdens other screens. */
const OWN_FILE_BYTES = 700

/** The fraction of a module's bytes that remains after minification and compression. */
const COMPRESSED = 0.2

/** The fraction of a module of sentences that stays in it: nearly all go to where they are shown. */
const SENTENCES_LEFT = 0.1

/** The maximum number of files that screens share. */
const MOST = 40

/** A module of the product or of a package. */
export interface ChunkModule {
  id: string
  /** Its static imports. */
  imports: readonly string[]
  /** Its dynamic imports. */
  lazyImports?: readonly string[]
  size: number
}

/** Modules that are loaded as one file, and the screens that load it. */
interface Cluster {
  modules: readonly ChunkModule[]
  screens: ReadonlySet<string>
  bytes: number
}

/**
 * Decides which modules the browser loads in one file, by the screens that load them: modules of the same screens share
 * a file, and small files are merged as long as that costs all screens together less than it saves. What one screen
 * loads at once and another later would be a file of its own, so it joins one if that saves anything. No list of files
 * has to be maintained.
 * @param isScreen whether a module is a screen
 * @param initial the ids of the modules that the entry loads at once, for every screen
 * @returns the ids of each file, the entry's first, each file before those that import from it
 */
export function clusterByScreens(
  modules: readonly ChunkModule[],
  isScreen: (id: string) => boolean,
  initial: ReadonlySet<string>,
): string[][] {
  const byId = new Map(modules.map((one) => [one.id, one]))
  const all = modules.flatMap(({ id }) => (isScreen(id) ? [id] : []))
  const screensOf = new Map([...initial].map((id) => [id, new Set(all)]))
  for (const screen of all)
    for (const id of closureOf(screen, byId)) {
      if (isScreen(id)) continue
      screensOf.set(id, (screensOf.get(id) ?? new Set()).add(screen))
    }
  const isLoadedLater = usedByTwo(all, byId, initial)
  const clusters = new Map<string, Cluster>()
  for (const [id, screens] of screensOf) {
    const one = byId.get(id)
    if (!one || (screens.size < 2 && !isLoadedLater(id))) continue
    const key = [...screens].sort().join('\n')
    const before = clusters.get(key)
    const bytes = (before?.bytes ?? 0) + one.size * COMPRESSED
    clusters.set(key, { screens, bytes, modules: [...(before?.modules ?? []), one] })
  }
  const isCore = (ids: readonly string[]) => ids.some((id) => initial.has(id))
  const every = [...clusters.values()]
  const shared = joined(every.filter(isShared), FILE_BYTES)
  const withOwn = joined([...shared, ...every.filter((one) => !isShared(one))], OWN_FILE_BYTES)
  const files = sorted(withOwn.filter(isShared)).map((one) => one.modules.map(({ id }) => id))
  return [...files.filter(isCore), ...files.filter((ids) => !isCore(ids))]
}

/** All modules that a module loads at once, including itself. */
function closureOf(id: string, byId: ReadonlyMap<string, ChunkModule>): Set<string> {
  const seen = new Set([id])
  for (const one of seen) for (const next of byId.get(one)?.imports ?? []) seen.add(next)
  return seen
}

/** Tells whether at least two screens load a module, at once or later. */
function usedByTwo(
  screens: readonly string[],
  byId: ReadonlyMap<string, ChunkModule>,
  initial: ReadonlySet<string>,
): (id: string) => boolean {
  const counts = new Map<string, number>()
  for (const screen of screens) {
    const seen = new Set([screen, ...initial])
    for (const id of seen) {
      const { imports = [], lazyImports = [] } = byId.get(id) ?? {}
      for (const next of [...imports, ...lazyImports]) if (!screens.includes(next)) seen.add(next)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return (id) => (counts.get(id) ?? 0) > 1
}

const isShared = ({ screens }: Cluster) => screens.size > 1

function join(one: Cluster, other: Cluster): Cluster {
  return {
    modules: [...one.modules, ...other.modules],
    screens: new Set([...one.screens, ...other.screens]),
    bytes: one.bytes + other.bytes,
  }
}

/**
 * Merges clusters, those with the highest saving first, as long as a merge saves anything.
 * @param fileBytes the cost of a further file
 */
function joined(clusters: readonly Cluster[], fileBytes: number): Cluster[] {
  const costOf = ({ screens, bytes }: Cluster) => screens.size * (bytes + fileBytes)
  let rest = [...clusters]
  for (;;) {
    const needs = needsOf(rest)
    const tooMany = rest.filter(isShared).length > MOST
    let best: { pair: [Cluster, Cluster]; spared: number } | undefined
    for (const [index, one] of rest.entries())
      for (const other of rest.slice(index + 1)) {
        const spared = costOf(one) + costOf(other) - costOf(join(one, other))
        const wanted = tooMany || spared > 0
        if (wanted && spared > (best?.spared ?? Number.NEGATIVE_INFINITY) && !isBetween(needs, one, other))
          best = { pair: [one, other], spared }
      }
    if (!best) return rest
    const { pair } = best
    rest = [...rest.filter((one) => !pair.includes(one)), join(...pair)]
  }
}

/** The clusters from which the modules of each cluster import. */
function needsOf(clusters: readonly Cluster[]): Map<Cluster, Set<Cluster>> {
  const clusterOf = new Map(clusters.flatMap((one) => one.modules.map(({ id }) => [id, one] as const)))
  return new Map(
    clusters.map((one) => {
      const needs = new Set<Cluster>()
      for (const { imports } of one.modules)
        for (const id of imports) {
          const needed = clusterOf.get(id)
          if (needed && needed !== one) needs.add(needed)
        }
      return [one, needs]
    }),
  )
}

/**
 * Whether one cluster imports another through a third one: merging the two would create a circular import with the
 * third.
 */
function isBetween(needs: ReadonlyMap<Cluster, ReadonlySet<Cluster>>, one: Cluster, other: Cluster): boolean {
  const leads = (from: Cluster, to: Cluster) => {
    const seen = new Set([...(needs.get(from) ?? [])].filter((next) => next !== to))
    for (const next of seen) for (const after of needs.get(next) ?? []) seen.add(after)
    return seen.has(to)
  }
  return leads(one, other) || leads(other, one)
}

/** Sorts each cluster before those that import from it. */
function sorted(clusters: readonly Cluster[]): Cluster[] {
  const needs = needsOf(clusters)
  const order = new Set<Cluster>()
  const add = (one: Cluster) => {
    if (order.has(one)) return
    for (const needed of needs.get(one) ?? []) add(needed)
    order.add(one)
  }
  clusters.forEach(add)
  return [...order]
}

/** What whoever runs a place sees, or nobody sees twice: it decides nothing about the files of other screens. */
const rarelySeen = /\/routes\/(?:desk|place|rules|crisis)\b/

/** Whether a module has the texts of a folder that every screen uses some of, and none all of. */
const isTexts = (id: string) => /\/src\/web\/(app|blocks)\/texts\.tsx?$/.test(id)

const isSentences = (id: string) => /\/src\/web\/.*\/texts\.tsx?$/.test(id)

/** The chunks in the bundler's format, and the plugin that collects the modules. */
export function screenChunks(): {
  plugin: Plugin
  groups: { name: string; priority: number; test: (id: string) => boolean }[]
} {
  /** The index of the shared file of each module. */
  const fileOf = new Map<string, number>()
  return {
    plugin: {
      name: 'screen-chunks',
      apply: 'build',
      buildEnd() {
        const modules: ChunkModule[] = []
        const entries: string[] = []
        for (const id of this.getModuleIds()) {
          const info = this.getModuleInfo(id)
          if (!info) continue
          // Nearly all sentences are inlined where they are shown; what is left of these files is a file of its own.
          if (isTexts(id)) continue
          const imports = info.importedIds.filter((imported) => !isTexts(imported))
          modules.push({
            id,
            imports,
            lazyImports: info.dynamicallyImportedIds,
            size: (info.code?.length ?? 0) * (isSentences(id) ? SENTENCES_LEFT : 1),
          })
          if (info.isEntry) entries.push(id)
        }
        const byId = new Map(modules.map((one) => [one.id, one]))
        const initial = new Set(entries.flatMap((id) => [...closureOf(id, byId)]))
        const isScreen = (id: string) => id.includes('/src/web/app/routes/') && !rarelySeen.test(id)
        fileOf.clear()
        for (const [file, ids] of clusterByScreens(modules, isScreen, initial).entries())
          for (const id of ids) fileOf.set(id, file)
      },
    },
    // A chunk also gets the dependencies that no file before it has, so the first one needs the highest priority.
    groups: [
      { name: 'texts', priority: MOST + 1, test: isTexts },
      ...Array.from({ length: MOST }, (_, file) => ({
        name: file === 0 ? 'core' : `shared-${file}`,
        priority: MOST - file,
        test: (id: string) => fileOf.get(id) === file,
      })),
    ],
  }
}
