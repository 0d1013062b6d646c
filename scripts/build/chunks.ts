import type { Plugin } from 'vite'

/** What a file costs whoever loads it besides its bytes: the headers of an answer, and what it compresses worse for being alone. */
const FILE_BYTES = 1000

/** What is left of a byte of a module once it is minified and compressed. */
const COMPRESSED = 0.2

/** As many files at most are shared by screens. */
const MOST = 40

/** A module of the product or of a package. */
export interface ChunkModule {
  id: string
  /** What it imports, other than lazily. */
  imports: readonly string[]
  size: number
}

/** Modules that are loaded as one file, by so many screens. */
interface Cluster {
  modules: readonly ChunkModule[]
  screens: ReadonlySet<string>
  bytes: number
}

/**
 * Decides which modules the browser loads in one file, by the screens that load them: what the same screens load stands
 * together, and small files are joined as long as that costs all screens together less than it spares them. No list of
 * files has to be kept.
 * @param isScreen whether a module is a screen
 * @param initial the ids of what the entry loads at once, for every screen
 * @returns the ids of each file, the entry's first, each before those whose modules import its modules
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
  const clusters = new Map<string, Cluster>()
  for (const [id, screens] of screensOf) {
    const one = byId.get(id)
    if (!one || screens.size < 2) continue
    const key = [...screens].sort().join('\n')
    const before = clusters.get(key)
    const bytes = (before?.bytes ?? 0) + one.size * COMPRESSED
    clusters.set(key, { screens, bytes, modules: [...(before?.modules ?? []), one] })
  }
  const isCore = (ids: readonly string[]) => ids.some((id) => initial.has(id))
  const files = sorted(joined([...clusters.values()])).map((one) => one.modules.map(({ id }) => id))
  return [...files.filter(isCore), ...files.filter((ids) => !isCore(ids))]
}

/** What a module loads at once, itself included. */
function closureOf(id: string, byId: ReadonlyMap<string, ChunkModule>): Set<string> {
  const seen = new Set([id])
  for (const one of seen) for (const next of byId.get(one)?.imports ?? []) seen.add(next)
  return seen
}

const costOf = ({ screens, bytes }: Cluster) => screens.size * (bytes + FILE_BYTES)

function join(one: Cluster, other: Cluster): Cluster {
  return {
    modules: [...one.modules, ...other.modules],
    screens: new Set([...one.screens, ...other.screens]),
    bytes: one.bytes + other.bytes,
  }
}

/** Joins two clusters, those first that spare the most, for as long as two are left that spare something. */
function joined(clusters: readonly Cluster[]): Cluster[] {
  let rest = [...clusters]
  for (;;) {
    const needs = needsOf(rest)
    let best: { pair: [Cluster, Cluster]; spared: number } | undefined
    for (const [index, one] of rest.entries())
      for (const other of rest.slice(index + 1)) {
        const spared = costOf(one) + costOf(other) - costOf(join(one, other))
        const wanted = rest.length > MOST || spared > 0
        if (wanted && spared > (best?.spared ?? Number.NEGATIVE_INFINITY) && !isBetween(needs, one, other))
          best = { pair: [one, other], spared }
      }
    if (!best) return rest
    const { pair } = best
    rest = [...rest.filter((one) => !pair.includes(one)), join(...pair)]
  }
}

/** Which clusters the modules of each import from. */
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

/** Whether one cluster needs another through a third: joined, they and the third would need each other. */
function isBetween(needs: ReadonlyMap<Cluster, ReadonlySet<Cluster>>, one: Cluster, other: Cluster): boolean {
  const leads = (from: Cluster, to: Cluster) => {
    const seen = new Set([...(needs.get(from) ?? [])].filter((next) => next !== to))
    for (const next of seen) for (const after of needs.get(next) ?? []) seen.add(after)
    return seen.has(to)
  }
  return leads(one, other) || leads(other, one)
}

/** Each before those that need it. */
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

/** The chunks as the bundler takes them, and what tells them which modules there are. */
export function screenChunks(): {
  plugin: Plugin
  groups: { name: string; priority: number; test: (id: string) => boolean }[]
} {
  /** By the module: which of the shared files it is in. */
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
          modules.push({ id, imports: info.importedIds, size: info.code?.length ?? 0 })
          if (info.isEntry) entries.push(id)
        }
        const byId = new Map(modules.map((one) => [one.id, one]))
        const initial = new Set(entries.flatMap((id) => [...closureOf(id, byId)]))
        const isScreen = (id: string) => id.includes('/src/web/app/routes/')
        fileOf.clear()
        for (const [file, ids] of clusterByScreens(modules, isScreen, initial).entries())
          for (const id of ids) fileOf.set(id, file)
      },
    },
    // What a module needs itself goes along with it where no file before it has it: the first has to have the priority.
    groups: Array.from({ length: MOST }, (_, file) => ({
      name: file === 0 ? 'core' : `shared-${file}`,
      priority: MOST - file,
      test: (id: string) => fileOf.get(id) === file,
    })),
  }
}
