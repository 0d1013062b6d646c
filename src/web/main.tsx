import type { DehydratedState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { codePage } from './app/code-page.ts'
import { keepInstallOffer } from './app/install-offer.ts'
import { App } from './app/layout/app.tsx'
import { matchScreen } from './app/routes.ts'
import { ScreenLoadError } from './app/screen.ts'
import { createApi } from './lib/http/api.ts'
import { createQueryClient, readState } from './lib/http/query-client.ts'
import { watchedFetch } from './lib/http/reachability.ts'
import { loadAgain } from './lib/router/load-again.ts'
import { BrowserRouter } from './lib/router/router.tsx'
import { hasSignedOut } from './lib/session/viewer.ts'
import './styles/index.css'

declare global {
  /** The dialogs' library reads the nonce of its style sheets from it (get-nonce). */
  var __webpack_nonce__: string | undefined
}
globalThis.__webpack_nonce__ = document.querySelector('style')?.nonce

/**
 * Hydrates the page once the screen's code has loaded. A document without a first paint was served without the server;
 * it is rendered from what this browser stored.
 */
async function start() {
  const root = document.getElementById('root')
  const answers = document.getElementById('state')
  const state = answers?.textContent
  // Content that is deleted later, such as messages of a realm, must not stay in the document.
  answers?.remove()
  // The address of a page that was requested with a message is replaced before its router reads it.
  if (document.getElementById('first-words'))
    await import('./app/take-first-words-in.ts').then(({ takeFirstWordsIn }) => takeFirstWordsIn())
  if (!root) throw new Error('The page has no #root')
  const { screen } = matchScreen(window.location.pathname)
  const api = createApi('/', watchedFetch(fetch.bind(window)))
  const queryClient = createQueryClient()
  const dehydrated = state ? readState(state) : undefined
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App api={api} queryClient={queryClient} dehydrated={dehydrated} />
      </BrowserRouter>
    </StrictMode>
  )
  const loadOffline = () => import('./app/offline/begin.ts')
  const keep = () =>
    void loadOffline().then(({ beginKeeping }) => beginKeeping(queryClient, api), nothingKept)
  const keepShell = () => void loadOffline().then(({ beginKeepingShell }) => beginKeepingShell(), nothingKept)
  if (root.hasChildNodes()) {
    const again = (error: unknown) =>
      error instanceof ScreenLoadError && loadAgain(error.load, codePage, new AbortController().signal).done
    await screen.load().then(() => codePage.wasMadeAnew.set(false), again)
    hydrateRoot(root, app)
    if (!import.meta.env.PROD) return
    // Somebody's own conversations are stored as soon as they are shown; a visitor has none, but may find a draft to put away.
    const hasOwn = hasSession(dehydrated) || hasSignedOut()
    if (hasOwn) keep()
    whenIdle(() => {
      if (!hasOwn) keep()
      keepShell()
    })
  } else {
    await loadOffline().then(({ beginWithoutServer }) => beginWithoutServer(queryClient), nothingKept)
    createRoot(root).render(app)
    // At once: signing out must delete the stored data, and no other work is waiting for the network.
    keep()
    keepShell()
  }
}

/** Whether the page was rendered for somebody who is signed in. */
const hasSession = (dehydrated: DehydratedState | undefined): boolean =>
  dehydrated?.queries.some(({ queryKey, state }) => queryKey[0] === 'viewer' && Boolean(state.data)) ?? false

/** Without the offline code the page works as long as its server does. */
const nothingKept = () => {}

function whenIdle(call: () => void): void {
  const begin = () => setTimeout(call, IDLE_MS)
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin, { once: true })
}

/** Milliseconds that low-priority work waits after the page has loaded. */
const IDLE_MS = 2_500

keepInstallOffer()
void start()
