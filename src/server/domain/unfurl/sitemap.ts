import type { Db } from '../../db/connect/connect.ts'
import { countListed, type Listing, readListed } from '../../db/unfurl/listed-addresses.ts'

/** In one sitemap (sitemaps.org). */
const MOST_ADDRESSES = 50_000

/** In milliseconds; collecting the addresses costs more than most requests. */
const KEEP_MS = 10 * 60_000

/** A full sitemap has some megabytes. */
const MOST_KEPT = 4

const rooms = [
  '/',
  '/vacant',
  '/chat',
  '/isolated',
  '/realm',
  '/join',
  '/swarm',
  '/social',
  '/launch',
  '/nest',
  '/archives',
]

/** Paths of pages, or of other sitemaps if there are too many. */
export type Sitemap = { is: 'pages' | 'index'; paths: readonly string[] }

/** The public screens, the public agents and the listed realms, for search engines. */
export interface Sitemaps {
  root(): Promise<Sitemap>
  /** Null if the index refers to no such sitemap; pages count from 1. */
  page(listing: Listing | 'rooms', page: number): Promise<Sitemap | null>
}

export function createSitemaps({
  db,
  clock,
  perSitemap = MOST_ADDRESSES,
}: {
  db: Db
  clock: () => Date
  perSitemap?: number
}): Sitemaps {
  const kept = new Map<string, { until: number; sitemap: Promise<Sitemap | null> }>()

  function recent<Any extends Sitemap | null>(name: string, collect: () => Promise<Any>): Promise<Any> {
    const now = clock().getTime()
    const there = kept.get(name)
    if (there && there.until > now) return there.sitemap as Promise<Any>
    const sitemap = collect()
    kept.delete(name)
    kept.set(name, { until: now + KEEP_MS, sitemap })
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    sitemap.catch(() => {
      if (kept.get(name)?.sitemap === sitemap) kept.delete(name)
    })
    return sitemap
  }

  async function collectPage(listing: Listing, page: number): Promise<string[]> {
    const ids = await readListed(db, listing, { page, perPage: perSitemap })
    return ids.map((id) => `/${listing === 'agents' ? 'chat' : 'realm'}/${id}`)
  }

  return {
    root: () =>
      recent('root', async () => {
        const counts = await countListed(db)
        if (rooms.length + counts.agents + counts.realms <= perSitemap) {
          const listed = await Promise.all([collectPage('agents', 0), collectPage('realms', 0)])
          return { is: 'pages', paths: [...rooms, ...listed.flat()].slice(0, perSitemap) }
        }
        const pagesOf = (listing: Listing) =>
          Array.from(
            { length: Math.ceil(counts[listing] / perSitemap) },
            (_, page) => `/sitemap-${listing}-${page + 1}.xml`,
          )
        const all = ['/sitemap-rooms-1.xml', ...pagesOf('agents'), ...pagesOf('realms')]
        return { is: 'index', paths: all.slice(0, MOST_ADDRESSES) }
      }),

    page(listing, page) {
      if (listing === 'rooms') return Promise.resolve(page === 1 ? { is: 'pages', paths: rooms } : null)
      return recent(`${listing} ${page}`, async () => {
        const paths = await collectPage(listing, page - 1)
        return paths.length > 0 ? { is: 'pages', paths } : null
      })
    },
  }
}
