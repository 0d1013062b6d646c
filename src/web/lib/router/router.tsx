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

interface Location {
  pathname: string
  /** Starts with `?`, or is empty. */
  search: string
  /** Starts with `#`, or is empty. */
  hash: string
  /** Survives a reload. */
  state: Record<string, unknown> | null
  /** Identifies one visit of an address. */
  key: string
}

/** POP: by Back, Forward or loading. */
type NavigationType = 'PUSH' | 'REPLACE' | 'POP'

/** A path, or the part of the current address that changes (`?query=a`, `#term`). */
type To = string | { pathname?: string; search?: string; hash?: string }

export interface NavigateOptions {
  replace?: boolean
  state?: Record<string, unknown> | undefined
}

/** `to` as a number: by so many history entries, back (-1) or forward. */
export type Navigate = (to: To | number, options?: NavigateOptions) => void

interface Place {
  location: Location
  type: NavigationType
}

const RouterContext = createContext<(Place & { navigate: Navigate }) | null>(null)
const ParamsContext = createContext<Params>({})

export type Params = Readonly<Record<string, string | undefined>>

/** Its host does not matter: only path, query and hash are used. */
const BASE = 'http://page'

/** Encodes as a browser would. The result is never an address of another site. */
export function resolveTo(to: To, pathname: string): Pick<Location, 'pathname' | 'search' | 'hash'> {
  const text =
    typeof to === 'string' ? to : `${to.pathname ?? ''}${mark('?', to.search)}${mark('#', to.hash)}`
  const url = new URL(text, BASE + pathname)
  // Two slashes at the beginning would be read as a host.
  return { pathname: url.pathname.replace(/^\/+/, '/'), search: url.search, hash: url.hash }
}

function mark(sign: '?' | '#', part = ''): string {
  return part === '' || part.startsWith(sign) ? part : sign + part
}

const addressOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  pathname + search + hash

/** Encoded or not, letters, digits, `-`, `.`, `_` and `~` make the same address (RFC 3986, section 6.2.2.2). */
function plainPath(pathname: string): string {
  return pathname.replaceAll(/%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, decodeURIComponent)
}

/** For a pattern such as `/chat/:id/:conversation?`. A trailing slash and case make no difference; `*` matches all. */
export function matchPath(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {}
  const names: string[] = []
  const source = pattern.replace(/\/:(\w+)(\?)?|\/$/g, (_, name?: string, optional?: string) => {
    if (name === undefined) return ''
    names.push(name)
    return optional ? '(?:/([^/]+))?' : '/([^/]+)'
  })
  const found = new RegExp(`^${source}/*$`, 'i').exec(plainPath(pathname))
  return found && Object.fromEntries(names.map((name, index) => [name, decode(found[index + 1])]))
}

function decode(part: string | undefined): string | undefined {
  // A UUID: the server takes it in any case, and everything here is known by the one that the server answers with.
  if (part && /^[\da-f-]{36}$/i.test(part)) return part.toLowerCase()
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}

/** What the router stores in an entry of the browser's history. */
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

/** Every navigation is a transition: the previous screen stays while the code of the next one loads. */
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
      // Browsers throw if too many entries are added in a short time.
      return window.location.assign(address)
    }
    startTransition(() => setPlace(readPlace(replace ? 'REPLACE' : 'PUSH')))
  }, [])

  const router = useMemo(() => ({ ...place, navigate }), [place, navigate])
  return <RouterContext value={router}>{children}</RouterContext>
}

/** For the first paint: can't navigate. @param location path and query */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const at: Location = { ...resolveTo(location, '/'), state: null, key: 'first' }
  const navigate = () => {
    throw new Error('A page that is not alive can go nowhere')
  }
  return <RouterContext value={{ location: at, type: 'POP', navigate }}>{children}</RouterContext>
}

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

/** The function replaces the query and keeps the path. */
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

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: To } & NavigateOptions

/** Leaves clicks for a new tab or a download to the browser. */
export function Link({ to, replace, state, onClick, ...props }: LinkProps) {
  const { location, navigate } = useRouter()
  const href = addressOf(resolveTo(to, location.pathname))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || elsewhere || (props.target ?? '_self') !== '_self') return
    event.preventDefault()
    // No second history entry for the current address.
    navigate(to, { replace: replace ?? href === addressOf(location), state })
  }
  return <a {...props} href={href} onClick={follow} />
}

/** Has `aria-current` if it leads to the current screen or, without `end`, to one above it. */
export function NavLink({ end = false, ...props }: LinkProps & { end?: boolean }) {
  const here = plainPath(useLocation().pathname)
    .toLowerCase()
    .replace(/(.)\/+$/, '$1')
  const there = resolveTo(props.to, '/').pathname.toLowerCase()
  const isCurrent = here === there || (!end && there !== '/' && here.startsWith(`${there}/`))
  return <Link {...props} {...(isCurrent && { 'aria-current': 'page' as const })} />
}

export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
  return null
}
