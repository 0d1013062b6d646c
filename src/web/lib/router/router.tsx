import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

/** Where the page is. */
export interface Location {
  pathname: string
  /** With its `?`, or empty. */
  search: string
  /** With its `#`, or empty. */
  hash: string
  /** What the navigation that led here passed along; it survives a reload. */
  state: Record<string, unknown> | null
  /** Tells one visit of an address from the next. */
  key: string
}

/** How the page came here: by a new entry of the history, in place of one, or by Back, Forward and loading. */
export type NavigationType = 'PUSH' | 'REPLACE' | 'POP'

/** An address of this product: a path, or what of the present one changes (`?query=a`, `#term`). */
export type To = string | { pathname?: string; search?: string; hash?: string }

export interface NavigateOptions {
  /** In place of the present entry of the history. */
  replace?: boolean
  state?: Record<string, unknown> | undefined
}

/** Goes to an address, or so many entries back (-1) or forth. */
export type Navigate = (to: To | number, options?: NavigateOptions) => void

interface Place {
  location: Location
  type: NavigationType
}

const RouterContext = createContext<(Place & { navigate: Navigate }) | null>(null)
const ParamsContext = createContext<Params>({})

export type Params = Readonly<Record<string, string | undefined>>

/** Any base does: only the parts of the address are used. */
const BASE = 'http://page'

/** The address that `to` means on this path, encoded as a browser would. Nothing of it is another site's. */
export function resolveTo(to: To, pathname: string): Pick<Location, 'pathname' | 'search' | 'hash'> {
  const text =
    typeof to === 'string' ? to : `${to.pathname ?? ''}${mark('?', to.search)}${mark('#', to.hash)}`
  const url = new URL(text, BASE + pathname)
  // Two slashes at the beginning would name a host.
  return { pathname: url.pathname.replace(/^\/+/, '/'), search: url.search, hash: url.hash }
}

function mark(sign: '?' | '#', part = ''): string {
  return part === '' || part.startsWith(sign) ? part : sign + part
}

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash

/**
 * The parameters of a path under a pattern such as `/chat/:id/:conversation?`; null where it does not match. A slash at
 * the end and the case of letters make no difference, and `*` matches everything.
 */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  const names: string[] = []
  const source = pattern.replace(/\/:(\w+)(\?)?|\/$/g, (_, name?: string, optional?: string) => {
    if (name === undefined) return ''
    names.push(name)
    return optional ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  const found = new RegExp(`^${source}/*$`, 'i').exec(pathname)
  return found && Object.fromEntries(names.map((name, index) => [name, decode(found[index + 1])]))
}

function decode(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What the router keeps in an entry of the browser's history. */
interface Entry {
  key: string
  state: Location['state']
}

function readPlace(type: NavigationType): Place {
  const { pathname, search, hash } = window.location
  const entry = window.history.state as Partial<Entry> | null
  const location = { pathname, search, hash, state: entry?.state ?? null, key: entry?.key ?? 'first' }
  return { location, type }
}

/**
 * The page's router, over the browser's own history. A screen whose code is still on its way leaves the one before it
 * in place, because every navigation is a transition.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => readPlace('POP'))
  useLayoutEffect(() => {
    const onPop = () => startTransition(() => setPlace(readPlace('POP')))
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])

  const navigate: Navigate = useCallback((to, { replace = false, state } = {}) => {
    if (typeof to === 'number') return window.history.go(to)
    const address = addressOf(resolveTo(to, window.location.pathname))
    const entry: Entry = { key: crypto.getRandomValues(new Uint32Array(1)).toString(), state: state ?? null }
    try {
      window.history[replace ? 'replaceState' : 'pushState'](entry, '', address)
    } catch {
      // A browser that counts too many entries in a short time refuses the next one.
      return window.location.assign(address)
    }
    startTransition(() => setPlace(readPlace(replace ? 'REPLACE' : 'PUSH')))
  }, [])

  const router = useMemo(() => ({ ...place, navigate }), [place, navigate])
  return <RouterContext value={router}>{children}</RouterContext>
}

/** The router of the first paint: it is at one address and goes nowhere. @param location path and query */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const at: Location = { ...resolveTo(location, '/'), state: null, key: 'first' }
  const navigate = () => {
    throw new Error('A page that is not alive can go nowhere')
  }
  return <RouterContext value={{ location: at, type: 'POP', navigate }}>{children}</RouterContext>
}

/** Gives a screen the parameters of its address. */
export const ParamsProvider = ParamsContext.Provider

function useRouter() {
  const router = use(RouterContext)
  if (!router) throw new Error('There is no router above')
  return router
}

export const useLocation = (): Location => useRouter().location
export const useNavigationType = (): NavigationType => useRouter().type
export const useNavigate = (): Navigate => useRouter().navigate
export const useParams = (): Params => use(ParamsContext)

/** The address's query, and what changes it and nothing else of the path. */
export function useSearchParams(): readonly [
  URLSearchParams,
  (next: URLSearchParams, options?: NavigateOptions) => void,
] {
  const { location, navigate } = useRouter()
  const search = useMemo(() => new URLSearchParams(location.search), [location.search])
  const setSearch = useCallback(
    (next: URLSearchParams, options?: NavigateOptions) => navigate(`?${next}`, options),
    [navigate],
  )
  return [search, setSearch]
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: To } & NavigateOptions

/** A link within the product. What a browser would open elsewhere (a new tab, a download) is left to it. */
export function Link({ to, replace, state, onClick, ...props }: LinkProps) {
  const { location, navigate } = useRouter()
  const href = addressOf(resolveTo(to, location.pathname))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || elsewhere || (props.target ?? '_self') !== '_self') return
    event.preventDefault()
    // A link to where one is makes no second entry of the history.
    navigate(to, { replace: replace ?? href === addressOf(location), state })
  }
  return <a {...props} href={href} onClick={follow} />
}

/**
 * A link that says when it leads to the present screen, or to one above it.
 * @param props.end only the very address counts, none below it
 */
export function NavLink({ end = false, ...props }: LinkProps & { end?: boolean }) {
  const here = useLocation()
    .pathname.toLowerCase()
    .replace(/(.)\/+$/, '$1')
  const there = resolveTo(props.to, '/').pathname.toLowerCase()
  const isCurrent = here === there || (!end && there !== '/' && here.startsWith(`${there}/`))
  return <Link {...props} {...(isCurrent && { 'aria-current': 'page' as const })} />
}

/** Goes to an address as soon as it is shown. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
  return null
}
