import type { DehydratedState } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { matchScreen } from './app/routes.ts'
import { createApi } from './lib/api.ts'
import { createQueryClient } from './lib/query-client.ts'
import './styles/index.css'

/** Takes over what the server painted: the same tree, from the same answers, once the screen's code is here. */
async function start() {
  const root = document.getElementById('root')
  const answers = document.getElementById('state')
  const state = answers?.textContent
  // What is removed from the screen later, such as words of a realm, does not stay in the document beside it.
  answers?.remove()
  if (!root) throw new Error('The page has no #root')
  await matchScreen(window.location.pathname).screen.load()
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
