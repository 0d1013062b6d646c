import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { UnfurlSubject } from '../../../shared/common/unfurl.ts'
import { Failure } from '../../domain/failure.ts'
import { DEFAULT_UNFURL, type Unfurls } from '../../domain/unfurl/unfurls.ts'
import type { AppEnv } from '../context.ts'
import { documentPolicy } from '../edge/security-headers.ts'
import { type DocumentPage, type Manifest, renderDocument } from './document.ts'
import { readStaticFiles, type StaticFiles, shippedFile } from './static-files.ts'

/** The address from which the service worker loads the app shell. */
const APP_SHELL = '/app-shell'

/** The exports of the web's server bundle; its source is `entry-server.tsx`. */
interface ServerBundle {
  render: (url: URL, fetch: typeof globalThis.fetch) => Promise<RenderedPage>
}

interface RenderedPage {
  status: number
  head: {
    title: string
    description?: string
    unfurl?: UnfurlSubject
    unlisted?: boolean
    generated?: boolean
  }
  screenFile: string
  html: string
  state: string
}

/** The web as the server uses it: prebuilt, or generated on request in development. */
export interface Web {
  files: StaticFiles
  render: ServerBundle['render']
  /** Renders the whole document around the result of `render`. */
  document: (page: DocumentPage) => string | Promise<string>
}

/** Loads what `scripts/build/web.ts` built from the folder that contains `client/` and `server/`. */
export async function loadWeb(folder: string, cluster: string): Promise<Web> {
  const client = join(folder, 'client')
  const [files, manifest, bundle] = await Promise.all([
    readStaticFiles(client),
    readFile(join(client, 'manifest.json'), 'utf8').then((text) => JSON.parse(text) as Manifest),
    import(pathToFileURL(join(folder, 'server', 'entry-server.js')).href) as Promise<ServerBundle>,
  ])
  const sheets = manifest['main.tsx']?.css ?? []
  const css = sheets.map((sheet) => shippedFile(files, `/${sheet}`)?.toString('utf8') ?? '').join('')
  // The style sheet moves from /assets/ into the page, so its URLs have to start at the root.
  const rooted = css.replaceAll(/url\((["']?)(?!["']?(?:\/|data:))\.?\/?/g, 'url($1/assets/')
  const frame = { manifest, css: rooted, cluster }
  return { files, render: bundle.render, document: (page) => renderDocument(frame, page) }
}

/**
 * Responds with the first paint of the screen at `path`, whatever address was requested; the page asks `firstWords`.
 */
export type AnswerPage = (c: Context<AppEnv>, path: string, firstWords?: string) => Promise<Response>

/**
 * A screen's requests go to the app in-process, on behalf of the person who requested the page: with their cookie,
 * their session, and the address that their requests are counted by.
 */
export function pageAnswers(
  web: Web,
  {
    ask,
    unfurls,
    publicUrl,
  }: {
    ask: (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>
    unfurls: Pick<Unfurls, 'previewOf'>
    publicUrl?: string | undefined
  },
): AnswerPage {
  return async (c, path, firstWords) => {
    const { origin } = new URL(c.req.url)
    // Concatenated rather than resolved, so that no path can be interpreted as another server.
    const url = new URL(origin + path)
    const cookie = c.req.header('cookie')
    const { requestId, log, clientAddress, readSession } = c.var
    // Node's response is the page's: it ends with it alone, and gets no listeners and headers of what the page asks.
    const { outgoing: _, ...own } = c.env ?? {}
    const bindings = { ...own, visitor: { requestId, log, clientAddress, readSession } }
    const setCookies: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (cookie) request.headers.set('cookie', cookie)
      const answer = await ask(request, bindings)
      setCookies.push(...answer.headers.getSetCookie())
      return answer
    }
    const page = await web.render(url, fetch)
    const address = (publicUrl === undefined ? origin : new URL(publicUrl).origin) + path
    const { image, isListed } = await unfurls.previewOf(page.head.unfurl)
    const head = isListed ? page.head : { ...page.head, unlisted: true }
    const nonce = beginDocument(c)
    if (firstWords !== undefined) c.header('cache-control', 'no-store')
    // If the session was extended while the page was rendered, the page's response extends the cookie.
    for (const setCookie of new Set(setCookies)) c.header('set-cookie', setCookie, { append: true })
    const asks = firstWords === undefined ? undefined : { path, words: firstWords }
    return c.html(
      web.document({ ...page, head, image, card: cardOf(page, path), address, nonce, firstWords: asks }),
      page.status as ContentfulStatusCode,
    )
  }
}

/** The address of the card by which other agents talk with what the page is about: one agent, or the whole place. */
function cardOf({ head }: RenderedPage, path: string): string | undefined {
  const card = '.well-known/agent-card.json'
  if (head.unfurl?.kind === 'agent') return `/a2a/${head.unfurl.id}/${card}`
  return path === '/' ? `/${card}` : undefined
}

/** Responds to every address that no other route handles with the first paint of its screen. */
export function pages(web: Web, answerPage: AnswerPage) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const { pathname, search } = new URL(c.req.url)
    if (pathname === APP_SHELL) return answerShell(c, web)
    // No screen finds anything there, and says so to whoever reads pages.
    if (!isReadable(pathname) && !c.req.header('accept')?.includes('text/html'))
      throw new Failure('bad_request', 'The address contains characters that no page’s address has.')
    return answerPage(c, pathname + search)
  })
}

/** Sets the headers of a document. @returns the nonce by which its policy allows its style sheet */
function beginDocument(c: Context<AppEnv>): string {
  const nonce = randomBytes(16).toString('base64url')
  c.header('cache-control', 'private, no-cache')
  // The policy grants more to phones with wallet apps, which are recognised by this header alone.
  c.header('vary', 'accept-encoding, user-agent')
  c.header('content-security-policy', documentPolicy(nonce, c.req.header('user-agent')))
  return nonce
}

/** A document without personal data, which the service worker stores for when the server cannot be reached. */
async function answerShell(c: Context<AppEnv>, web: Web): Promise<Response> {
  const nonce = beginDocument(c)
  c.header('x-robots-tag', 'noindex')
  const page = { head: { title: 'Bionic' }, image: DEFAULT_UNFURL, screenFile: '', html: '', state: '' }
  return c.html(web.document({ ...page, address: new URL(c.req.url).href, nonce }))
}

/** No address has escapes that cannot be decoded, or control characters. */
function isReadable(pathname: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
