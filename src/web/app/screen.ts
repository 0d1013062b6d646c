import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactElement, use } from 'react'
import type { Api } from '../lib/http/api.ts'
import type { Head } from '../lib/router/title.ts'

export interface ScreenContext {
  api: Api
  queryClient: QueryClient
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
}

interface ScreenModule {
  default: ComponentType
  /** Runs on the server; the results are embedded in the page. */
  prefetch?: (context: ScreenContext) => Promise<unknown>
  /** Made from the data that `prefetch` loaded. */
  head: (context: ScreenContext) => Head
  /** 200 if it is not defined. */
  status?: (context: ScreenContext) => number
}

/** There is no network, or the server has another build by now. */
export class ScreenLoadError extends Error {
  override name = 'ScreenLoadError'
  /** Throws as the first load did. */
  readonly load: () => Promise<unknown>

  constructor(load: () => Promise<unknown>, options: ErrorOptions) {
    super('the code of a screen could not be loaded', options)
    this.load = load
  }
}

const modules = import.meta.glob<ScreenModule>('./routes/**/*.tsx')

export interface Screen {
  path: string
  /** The source file as the bundler's manifest names it, so that the server can preload the screen's code. */
  file: string
  /** @throws {ScreenLoadError} after a failed load, on each call until a reload succeeds */
  load: () => Promise<ScreenModule>
  /** Must be called while rendering; suspends while the code is loading. Throws as `load` does. */
  render: () => ReactElement
}

/**
 * Once loaded it renders without suspending, so neither the first paint nor hydration shows a fallback.
 * @param name its file in `routes/`, such as `chat/isolated`
 */
export function screen(path: string, name: string): Screen {
  const importModule = modules[`./routes/${name}.tsx`]
  if (!importModule) throw new Error(`There is no routes/${name}.tsx`)
  let loaded: ScreenModule | undefined
  let loading: Promise<ScreenModule> | undefined
  // A failed load stays failed until it is retried explicitly: a promise that is created while rendering would be
  // created again by each rendering that it causes, in an endless loop.
  const load = () => {
    loading ??= importModule().then(
      (module) => {
        loaded = module
        return module
      },
      (cause: unknown) => {
        throw new ScreenLoadError(reload, { cause })
      },
    )
    return loading
  }
  const reload = () => {
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
