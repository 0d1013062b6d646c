import type { DehydratedState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { codePage } from './app/code-page.ts'
import { matchScreen } from './app/routes.ts'
import { ScreenLoadError } from './app/screen.ts'
import { createApi } from './lib/http/api.ts'
import { createQueryClient } from './lib/http/query-client.ts'
import { loadAgain } from './lib/router/load-again.ts'
import { BrowserRouter } from './lib/router/router.tsx'
import './styles/index.css'

declare global {
  /** Where the dialogs' library looks for the nonce of the sheets that it writes (get-nonce). */
  var __webpack_nonce__: string | undefined
}
globalThis.__webpack_nonce__ = document.querySelector('style')?.nonce

/** Takes over what the server painted: the same tree, from the same answers, once the screen's code is here. */
async function start() {
  const root = document.getElementById('root')
  const answers = document.getElementById('state')
  const state = answers?.textContent
  // What is removed from the screen later, such as words of a realm, does not stay in the document beside it.
  answers?.remove()
  if (!root) throw new Error('The page has no #root')
  const { screen } = matchScreen(window.location.pathname)
  const again = (error: unknown) =>
    error instanceof ScreenLoadError && loadAgain(error.load, codePage, new AbortController().signal).done
  await screen.load().then(() => codePage.wasMadeAnew.set(false), again)
  hydrateRoot(
    root,
    <StrictMode>
      <BrowserRouter>
        <App
          api={createApi('/', fetch.bind(window))}
          queryClient={createQueryClient()}
          dehydrated={state ? (JSON.parse(state) as DehydratedState) : undefined}
        />
      </BrowserRouter>
    </StrictMode>,
  )
}

void start()
