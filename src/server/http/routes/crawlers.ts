import { Hono } from 'hono'
import * as z from 'zod/mini'
import { Failure } from '../../domain/failure.ts'
import type { Sitemap, Sitemaps } from '../../domain/unfurl/sitemap.ts'
import type { AppContext, AppEnv } from '../context.ts'
import { requestOrigin } from '../request.ts'

/** As often as a search engine may come back for the same, in seconds. */
const HOUR_SECONDS = 60 * 60

/**
 * What shows nothing to somebody who is not signed in, or the same again at another address. What can be shared stays
 * open, since programs that show previews read these rules, too.
 */
const closed = ['/api/', '/chat/*/', '/control', '/create', '/cryptic', '/management', '/settings']

/** A number that no index reaches is none, and never an offset that a database would have to count to. */
const pageOf = z.object({
  listing: z.enum(['rooms', 'agents', 'realms']),
  page: z.coerce.number().check(z.int(), z.gte(1), z.lte(50_000)),
})

/**
 * `/robots.txt` and `/sitemap.xml`: what programs may read here, and where it is.
 * @param publicOrigin where people reach the server; without it, where the request went
 */
export function crawlerRoutes(sitemaps: Sitemaps, publicOrigin: string | undefined) {
  const originOf = (c: AppContext) => publicOrigin ?? requestOrigin(c)
  const answer = (c: AppContext, sitemap: Sitemap) => {
    c.header('cache-control', `public, max-age=${HOUR_SECONDS}`)
    c.header('content-type', 'application/xml; charset=utf-8')
    return c.body(toXml(sitemap, originOf(c)))
  }
  return new Hono<AppEnv>()
    .get('/robots.txt', (c) => {
      const rules = closed.map((path) => `Disallow: ${path}`).join('\n')
      c.header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      return c.text(`User-agent: *\n${rules}\n\nSitemap: ${originOf(c)}/sitemap.xml\n`)
    })
    .get('/sitemap.xml', async (c) => answer(c, await sitemaps.root()))
    .get('/:file{sitemap-[a-z]+-[0-9]+\\.xml}', async (c) => {
      const [, listing, page] = /^sitemap-([a-z]+)-([0-9]+)\.xml$/.exec(c.req.param('file')) ?? []
      const asked = pageOf.safeParse({ listing, page })
      const sitemap = asked.success ? await sitemaps.page(asked.data.listing, asked.data.page) : null
      if (!sitemap) throw new Failure('not_found', 'There is no such sitemap.')
      return answer(c, sitemap)
    })
}

/** An origin and the paths here have no character in them that XML would read otherwise. */
function toXml({ is, paths }: Sitemap, origin: string): string {
  const [all, one] = is === 'index' ? ['sitemapindex', 'sitemap'] : ['urlset', 'url']
  const entries = paths.map((path) => `<${one}><loc>${origin}${path}</loc></${one}>\n`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${all} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</${all}>\n`
  )
}
