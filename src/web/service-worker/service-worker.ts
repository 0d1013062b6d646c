import { answerOfServer } from './answer-of-server.ts'
import { asset } from './asset.ts'
import type { Build, FromWorker } from './messages.ts'
import { showPushes } from './pushes.ts'

/**
 * Serves pages without the server: their code, and a document without personal content, in which the code shows what
 * this browser stored (`app/offline`); and shows pushes. No API response and no page of a visitor is ever cached here.
 */

declare const self: ServiceWorkerGlobalScope
/** The build prepends this constant (`scripts/build/service-worker.ts`). */
declare const BUILD: Build

/** The document without content, which the server renders like any page (`http/pages`). */
const SHELL = '/app-shell'
const PREFIX = 'shell '
const cacheName = PREFIX + BUILD.version

/** Identifies the document's own style sheet in a policy. */
const NONCE = /'nonce-([^']+)'/

/** Milliseconds until a navigation is answered with the shell, which waits for the server itself. */
const PATIENCE_MS = 8_000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
showPushes()
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // Downloading an export is a navigation too.
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request, caches, cacheName, fetch))
})

async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all([cache.addAll(BUILD.files), cache.add(shellRequest())])
  await self.skipWaiting()
}

/** Keeps the previous cache, because open pages may still need its code. */
async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
  const message: FromWorker = { type: 'version', entry: BUILD.entry }
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message)
}

/** The server's response, whatever its status; the shell if there is none. */
async function page(event: FetchEvent): Promise<Response> {
  const answer = answerOfServer(event, fetch)
  event.waitUntil(answer.then(keepShellAsStrict, () => {}))
  try {
    const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
    return (await Promise.race([answer, patience])) ?? (await shell()) ?? (await answer)
  } catch (error) {
    const instead = await shell()
    if (!instead) throw error
    return instead
  }
}

/** Stores the shell again when the server's pages have another policy than the stored one. */
async function keepShellAsStrict(answer: Response): Promise<void> {
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return
  const cache = await caches.open(cacheName)
  const kept = await cache.match(SHELL)
  if (kept && withoutNonce(answer) !== withoutNonce(kept)) await cache.add(shellRequest()).catch(() => {})
}

const withoutNonce = ({ headers }: Response) =>
  headers.get('content-security-policy')?.replace(NONCE, '') ?? ''

// The request has no cookie, because the stored shell is shown to every viewer.
const shellRequest = () => new Request(SHELL, { credentials: 'omit', cache: 'no-store' })

/** The shell gets a fresh nonce in its policy and its style sheet. */
async function shell(): Promise<Response | undefined> {
  const kept = await caches.match(SHELL, { cacheName }).catch(() => undefined)
  if (!kept) return undefined
  const headers = new Headers(kept.headers)
  // The stored body is already decompressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const policy = headers.get('content-security-policy') ?? ''
  const nonce = NONCE.exec(policy)?.[1] ?? ''
  const fresh = crypto.randomUUID()
  headers.set('content-security-policy', policy.replaceAll(nonce, fresh))
  return new Response((await kept.text()).replaceAll(`nonce="${nonce}"`, `nonce="${fresh}"`), { headers })
}
