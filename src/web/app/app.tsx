import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { type Api, ApiProvider } from '../lib/api.ts'
import { ParamsProvider, useLocation } from '../lib/router.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { matchScreen } from './routes.ts'
import { ScreenLoading } from './screen-loading.tsx'

/** The whole product under its providers; the router around it differs between server and browser. */
export function App(props: { api: Api; queryClient: QueryClient; dehydrated?: DehydratedState | undefined }) {
  return (
    <ApiProvider value={props.api}>
      <QueryClientProvider client={props.queryClient}>
        <HydrationBoundary state={props.dehydrated}>
          <Layout>
            <ErrorBoundary>
              <Suspense fallback={<ScreenLoading />}>
                <ShownScreen />
              </Suspense>
            </ErrorBoundary>
          </Layout>
        </HydrationBoundary>
      </QueryClientProvider>
    </ApiProvider>
  )
}

/** The screen of the present address. */
function ShownScreen() {
  const { pathname } = useLocation()
  const { screen, params } = useMemo(() => matchScreen(pathname), [pathname])
  return <ParamsProvider value={params}>{screen.render()}</ParamsProvider>
}
