import { RecentMap } from '../../base/recent-map.ts'
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
export class Sitemaps {
  readonly #options: { db: Db; clock: () => Date }
  readonly #perSitemap: number
  readonly #kept = new RecentMap<string, { at: number; sitemap: Promise<Sitemap | null> }>(MOST_KEPT)

  constructor(options: { db: Db; clock: () => Date; perSitemap?: number }) {
    this.#options = options
    this.#perSitemap = options.perSitemap ?? MOST_ADDRESSES
  }

  root(): Promise<Sitemap> {
    return this.#recent('root', () => this.#collectRoot())
  }

  /** Null if the index refers to no such sitemap; pages count from 1. */
  page(listing: Listing | 'rooms', page: number): Promise<Sitemap | null> {
    if (listing === 'rooms') return Promise.resolve(page === 1 ? { is: 'pages', paths: rooms } : null)
    return this.#recent(`${listing} ${page}`, async () => {
      const paths = await this.#collectPage(listing, page - 1)
      return paths.length > 0 ? { is: 'pages', paths } : null
    })
  }

  /** What it lists has changed in a way that can't wait. */
  forget(): void {
    this.#kept.clear()
  }

  #recent<Any extends Sitemap | null>(name: string, collect: () => Promise<Any>): Promise<Any> {
    const kept = this.#kept
    const now = this.#options.clock().getTime()
    const there = kept.get(name)
    if (there && Math.abs(now - there.at) < KEEP_MS) return there.sitemap as Promise<Any>
    const sitemap = collect()
    kept.set(name, { at: now, sitemap })
    sitemap.catch(() => {
      if (kept.get(name)?.sitemap === sitemap) kept.delete(name)
    })
    return sitemap
  }

  async #collectRoot(): Promise<Sitemap> {
    const counts = await countListed(this.#options.db)
    if (rooms.length + counts.agents + counts.realms <= this.#perSitemap) {
      const listed = await Promise.all([this.#collectPage('agents', 0), this.#collectPage('realms', 0)])
      return { is: 'pages', paths: [...rooms, ...listed.flat()].slice(0, this.#perSitemap) }
    }
    const pagesOf = (listing: Listing) =>
      Array.from(
        { length: Math.ceil(counts[listing] / this.#perSitemap) },
        (_, page) => `/sitemap-${listing}-${page + 1}.xml`,
      )
    const all = ['/sitemap-rooms-1.xml', ...pagesOf('agents'), ...pagesOf('realms')]
    return { is: 'index', paths: all.slice(0, MOST_ADDRESSES) }
  }

  async #collectPage(listing: Listing, page: number): Promise<string[]> {
    const ids = await readListed(this.#options.db, listing, { page, perPage: this.#perSitemap })
    return ids.map((id) => `/${listing === 'agents' ? 'chat' : 'realm'}/${id}`)
  }
}
