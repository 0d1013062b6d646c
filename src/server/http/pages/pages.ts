import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'
import { Failure } from '../../domain/failure.ts'
import type { Unfurls } from '../../domain/unfurl/unfurls.ts'
import type { AppEnv } from '../context.ts'
import { documentPolicy } from '../edge/security-headers.ts'
import { type DocumentPage, type Manifest, renderDocument } from './document.ts'
import { readStaticFiles, type StaticFiles } from './static-files.ts'

/** What the built web's server bundle exports; `entry-server.tsx` is its source. */
interface ServerBundle {
  render: (url: URL, fetch: typeof globalThis.fetch) => Promise<RenderedPage>
}

interface RenderedPage {
  status: number
  head: { title: string; description?: string; unfurl?: UnfurlSubject }
  screenFile: string
  html: string
  state: string
}

/** The web, as the server holds it: built, or in development made as it is asked for. */
export interface Web {
  files: StaticFiles
  render: ServerBundle['render']
  /** The whole page around what `render` made. */
  document: (page: DocumentPage) => string | Promise<string>
}

/**
 * Loads what `scripts/build/web.ts` made.
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
  const frame = { manifest, css: rooted, cluster }
  return { files, render: bundle.render, document: (page) => renderDocument(frame, page) }
}

/**
 * Answers every address that nothing else took with the first paint of its screen. The screen's questions go to the
 * app itself, in-process, in the name of whoever asked for the page: with their cookie, their session, and the address
 * that their requests are counted by.
 */
export function pages(
  web: Web,
  {
    ask,
    unfurls,
    publicUrl,
  }: {
    ask: (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>
    unfurls: Pick<Unfurls, 'addressOf'>
    publicUrl?: string | undefined
  },
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const url = new URL(c.req.url)
    if (!isReadable(url.pathname))
      throw new Failure('bad_request', 'The address has characters in it that no page’s address has.')
    const cookie = c.req.header('cookie')
    const { requestId, log, clientAddress, readSession } = c.var
    const bindings = { ...c.env, visitor: { requestId, log, clientAddress, readSession } }
    const setCookies: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (cookie) request.headers.set('cookie', cookie)
      const answer = await ask(request, bindings)
      setCookies.push(...answer.headers.getSetCookie())
      return answer
    }
    const page = await web.render(url, fetch)
    // Joined rather than resolved, so that no path can be read as another server.
    const address =
      (publicUrl === undefined ? url.origin : new URL(publicUrl).origin) + url.pathname + url.search
    const image = await unfurls.addressOf(page.head.unfurl)
    const nonce = randomBytes(16).toString('base64url')
    c.header('cache-control', 'private, no-cache')
    // The policy gives phones with wallet apps more, and they are known by this header alone.
    c.header('vary', 'accept-encoding, user-agent')
    c.header('content-security-policy', documentPolicy(nonce, c.req.header('user-agent')))
    // A session that was extended as the page started has its cookie extended by the page.
    for (const setCookie of new Set(setCookies)) c.header('set-cookie', setCookie, { append: true })
    return c.html(web.document({ ...page, image, address, nonce }), page.status as ContentfulStatusCode)
  })
}

/** Whether the escapes of a path stand for text; the router of the pages would stumble over others. */
function isReadable(pathname: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
