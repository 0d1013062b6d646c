import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from './context.ts'
import { type DocumentFrame, type Manifest, renderDocument } from './document.ts'
import { readStaticFiles, type StaticFiles } from './static-files.ts'

/** What the built web's server bundle exports; `entry-server.tsx` is its source. */
interface ServerBundle {
  render: (url: URL, fetch: typeof globalThis.fetch) => Promise<RenderedPage>
}

interface RenderedPage {
  status: number
  head: { title: string; description?: string; image?: string }
  screenFile: string
  html: string
  state: string
}

/** The built web, as the server holds it. */
export interface Web {
  files: StaticFiles
  frame: DocumentFrame
  render: ServerBundle['render']
}

/**
 * Loads what `scripts/build-web.ts` made.
 * @param folder the folder that holds `client/` and `server/`
 */
export async function loadWeb(folder: string, cluster: string): Promise<Web> {
  const client = join(folder, 'client')
  const [files, manifest, bundle] = await Promise.all([
    readStaticFiles(client),
    readFile(join(client, 'manifest.json'), 'utf8').then((text) => JSON.parse(text) as Manifest),
    import(pathToFileURL(join(folder, 'server', 'entry-server.js')).href) as Promise<ServerBundle>,
  ])
  const sheets = manifest['main.tsx']?.css ?? []
  const css = sheets.map((sheet) => files.get(`/${sheet}`)?.bytes.toString('utf8') ?? '').join('')
  // The sheet moves from /assets/ into the page, so its addresses have to start at the root.
  const rooted = css.replaceAll(/url\((["']?)(?!["']?(?:\/|data:))\.?\/?/g, 'url($1/assets/')
  return { files, frame: { manifest, css: rooted, cluster }, render: bundle.render }
}

/**
 * Answers every address that nothing else took with the first paint of its screen. The screen's questions go to the
 * app itself, in-process, with the cookie and the address of whoever asked for the page.
 */
export function pages(
  web: Web,
  ask: (request: Request, env: object) => Response | Promise<Response>,
  publicUrl?: string,
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const url = new URL(c.req.url)
    const cookie = c.req.header('cookie')
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (cookie) request.headers.set('cookie', cookie)
      return ask(request, { ...c.env, page: c.var })
    }
    const page = await web.render(url, fetch)
    const address = new URL(url.pathname + url.search, publicUrl ?? url.origin).href
    c.header('cache-control', 'private, no-cache')
    return c.html(renderDocument(web.frame, { ...page, address }), page.status as ContentfulStatusCode)
  })
}
