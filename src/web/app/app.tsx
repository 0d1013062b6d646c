import {
  type DehydratedState,
  HydrationBoundary,
  type QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { type Api, ApiProvider } from '../lib/api.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { screens } from './routes.ts'
import type { Screen } from './screen.ts'
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
                <Routes>
                  {screens.map((screen) => (
                    <Route key={screen.path} path={screen.path} element={<ScreenOf screen={screen} />} />
                  ))}
                </Routes>
              </Suspense>
            </ErrorBoundary>
          </Layout>
        </HydrationBoundary>
      </QueryClientProvider>
    </ApiProvider>
  )
}

function ScreenOf({ screen }: { screen: Screen }) {
  return screen.render()
}
