import { dehydrate } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { App } from './app/layout/app.tsx'
import { matchScreen, screens } from './app/routes.ts'
import { createApi } from './lib/http/api.ts'
import { createQueryClient } from './lib/http/query-client.ts'
import { StaticRouter } from './lib/router/router.tsx'
import { type Head, pageTitle } from './lib/router/title.ts'
import { viewerQuery } from './lib/session/viewer.ts'

// So that a running server keeps its version when the web is built again.
await Promise.all(screens.map((screen) => screen.load()))

/** The parts of the document that depend on the address. */
export interface RenderedPage {
  status: number
  head: Head
  screenFile: string
  html: string
  state: string
}

/**
 * @param url the request's full URL
 * @param fetch calls the API in-process with the credentials of the page's request
 */
export async function render(url: URL, fetch: typeof globalThis.fetch): Promise<RenderedPage> {
  const { screen, params } = matchScreen(url.pathname)
  const module = await screen.load()
  const api = createApi(url.origin, fetch)
  const queryClient = createQueryClient()
  const context = { api, queryClient, params, search: url.searchParams }
  // The header shows the viewer on every screen.
  const asksViewer = queryClient.prefetchQuery({ ...viewerQuery(api), retry: false })
  await Promise.all([asksViewer, module.prefetch?.(context)])
  const dehydrated = dehydrate(queryClient)
  // Complete and in order: streaming would need inline scripts, which the page's policy forbids.
  let failure: unknown
  const onError = (error: unknown) => {
    failure ??= error
  }
  const stream = await renderToReadableStream(
    <StrictMode>
      <StaticRouter location={url.pathname + url.search}>
        <App api={api} queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError },
  )
  await stream.allReady
  if (failure) throw failure
  const html = await new Response(stream).text()
  const head = module.head(context)
  const page: RenderedPage = {
    status: module.status?.(context) ?? 200,
    head: { ...head, title: pageTitle(head.title) },
    screenFile: screen.file,
    html,
    state: JSON.stringify(dehydrated),
  }
  queryClient.clear()
  return page
}
