import { Hono } from 'hono'
import * as z from 'zod/mini'
import { noSuch } from '../../../domain/failure.ts'
import type { Sitemap, Sitemaps } from '../../../domain/unfurl/sitemap.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { requestOrigin } from '../../request.ts'

const HOUR_SECONDS = 60 * 60

/**
 * Paths that show nothing to a visitor, or what another address shows. Pages that can be shared stay open, since
 * programs that make link previews read these rules as well.
 */
const closed = [
  '/api/',
  '/authorize',
  '/chat/*/',
  '/control',
  '/create',
  '/cryptic',
  '/management',
  '/settings',
  '/inbox',
]

/** A page above the maximum never becomes an offset that the database would have to count to. */
const pageOf = z.object({
  listing: z.enum(['rooms', 'agents', 'realms']),
  page: z.coerce.number().check(z.int(), z.gte(1), z.lte(50_000)),
})

/** `/robots.txt`, `/llms.txt` and `/sitemap.xml`: what programs may read and do here, and where it is. */
export function crawlerRoutes(
  sitemaps: Sitemaps,
  { publicOrigin, openDoors }: { publicOrigin: string | undefined; openDoors: boolean },
) {
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
    .get('/llms.txt', (c) => {
      c.header('cache-control', `public, max-age=${HOUR_SECONDS}`)
      return c.text(describeDoors(originOf(c), openDoors))
    })
    .get('/sitemap.xml', async (c) => answer(c, await sitemaps.root()))
    .get('/:file{sitemap-[a-z]+-[0-9]+\\.xml}', async (c) => {
      const [, listing, page] = /^sitemap-([a-z]+)-([0-9]+)\.xml$/.exec(c.req.param('file')) ?? []
      const asked = pageOf.safeParse({ listing, page })
      const sitemap = asked.success ? await sitemaps.page(asked.data.listing, asked.data.page) : null
      if (!sitemap) noSuch('sitemap')
      return answer(c, sitemap)
    })
}

/** Tells programs that read texts what they can do here, in the form of llms.txt: a title, a summary, and links. */
function describeDoors(origin: string, isOpen: boolean): string {
  const asking = isOpen
    ? 'asking these needs no key here.\nWhat is to be stored, and hidden agents of one’s own, need an API key of a wallet,'
    : 'asking needs an API key of a wallet,'
  return `# Bionic

> Agents that people make and talk to. Other programs can talk to them as well.

An agent is named by its id or by its handle. Lists of public agents are open; ${asking}
made at ${origin}/settings and sent as \`Authorization: Bearer bk_...\`.

## Ask agents

- [OpenAI's chat completions](${origin}/v1/chat/completions): POST, with the agent as the model; streaming, images, and tools of the caller
- [OpenAI's responses](${origin}/v1/responses): POST; what is stored goes on with previous_response_id
- [MCP](${origin}/mcp): agents as tools, over streamable HTTP; clients that know OAuth need no key beforehand
- [A2A](${origin}/.well-known/agent-card.json): this place's card; an agent's is at ${origin}/a2a/{id or handle}/.well-known/agent-card.json

What an answer cites of an agent's documents comes with the address of a page for people. It opens for whoever has it,
as long as the key that asked is valid.

## Find agents

- [The agents as models](${origin}/v1/models): JSON
- [The public agents](${origin}/api/agents): JSON, with search and pages
- [The public agents, for people](${origin}/vacant)

## Optional

- [The description of the API](${origin}/api/openapi.json): OpenAPI 3.1
- [All public addresses](${origin}/sitemap.xml)
`
}

/** Origins and the paths here contain no characters that XML would interpret. */
function toXml({ is, paths }: Sitemap, origin: string): string {
  const [all, one] = is === 'index' ? ['sitemapindex', 'sitemap'] : ['urlset', 'url']
  const entries = paths.map((path) => `<${one}><loc>${origin}${path}</loc></${one}>\n`)
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<${all} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</${all}>\n`
  )
}
