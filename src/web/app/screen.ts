import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactElement, use } from 'react'
import type { Api } from '../lib/http/api.ts'
import type { Head } from '../lib/router/title.ts'

/** What a screen knows before it renders. */
export interface ScreenContext {
  api: Api
  queryClient: QueryClient
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

/** What a file in `routes/` exports. */
export interface ScreenModule {
  default: ComponentType
  /** Asks what the screen shows first; runs on the server, and the answers travel in the page. */
  prefetch?: (context: ScreenContext) => Promise<unknown>
  /** The head of the served page, from what `prefetch` learned. */
  head: (context: ScreenContext) => Head
  /** The status of the served page; 200 where it is not given. */
  status?: (context: ScreenContext) => number
}

/** The code of a screen did not come: there is no network, or the server has other code by now. */
export class ScreenLoadError extends Error {
  override name = 'ScreenLoadError'
  /** Tries anew. Throws as the first try did. */
  readonly load: () => Promise<unknown>

  constructor(load: () => Promise<unknown>, options: ErrorOptions) {
    super('The code of a screen could not be loaded', options)
    this.load = load
  }
}

const modules = import.meta.glob<ScreenModule>('./routes/*.tsx')

export interface Screen {
  path: string
  /** As the bundler's manifest names it, so that the server can preload the screen's code. */
  file: string
  /** @throws {ScreenLoadError} also each time that it is called after a try that failed, until a new one succeeds */
  load: () => Promise<ScreenModule>
  /** To be called while rendering; waits in the nearest Suspense where the code is not there yet. Throws as `load` does. */
  render: () => ReactElement
}

/**
 * A screen whose code loads when it is first needed. Once it is there it renders without waiting, so neither the
 * first paint nor the browser taking it over has a gap in it.
 */
export function screen(path: string, name: string): Screen {
  const importModule = modules[`./routes/${name}.tsx`]
  if (!importModule) throw new Error(`There is no routes/${name}.tsx`)
  let loaded: ScreenModule | undefined
  let loading: Promise<ScreenModule> | undefined
  // What failed stays failed until somebody tries anew: a promise that is made while rendering would be made again by
  // the rendering that its end brings about, without end.
  const load = () => {
    loading ??= importModule().then(
      (module) => {
        loaded = module
        return module
      },
      (cause: unknown) => {
        throw new ScreenLoadError(loadAnew, { cause })
      },
    )
    return loading
  }
  const loadAnew = () => {
    loading = undefined
    return load()
  }
  return {
    path,
    file: `app/routes/${name}.tsx`,
    load,
    render: () => createElement((loaded ?? use(load())).default),
  }
}
