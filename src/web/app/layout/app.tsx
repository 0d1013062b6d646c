import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { type Api, ApiProvider } from '../../lib/http/api.ts'
import { ParamsProvider, useLocation } from '../../lib/router/router.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { matchScreen } from '../routes.ts'
import * as texts from '../texts.ts'
import { Layout } from './layout.tsx'

export function App(props: { api: Api; queryClient: QueryClient; dehydrated?: DehydratedState | undefined }) {
  return (
    <ApiProvider value={props.api}>
      <QueryClientProvider client={props.queryClient}>
        <HydrationBoundary state={props.dehydrated}>
          {/* One more, as a fault of what is around the screen would leave an empty page. */}
          <ErrorBoundary>
            <Layout>
              <ErrorBoundary>
                <Suspense fallback={<ScreenLoading />}>
                  <ShownScreen />
                </Suspense>
              </ErrorBoundary>
            </Layout>
          </ErrorBoundary>
        </HydrationBoundary>
      </QueryClientProvider>
    </ApiProvider>
  )
}

function ShownScreen() {
  const { pathname } = useLocation()
  const { screen, params } = useMemo(() => matchScreen(pathname), [pathname])
  return <ParamsProvider value={params}>{screen.render()}</ParamsProvider>
}

function ScreenLoading() {
  return (
    <div className="wrap py-14" aria-busy="true">
      <p className="sr-only" role="status">
        {texts.loading}
      </p>
      <div className="skeleton h-10 w-72 max-w-full" />
      <div className="skeleton mt-4 h-4 w-96 max-w-full" />
    </div>
  )
}
