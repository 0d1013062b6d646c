import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Link, matchPath, NavLink, resolveTo, StaticRouter, useSearchParams } from './router.tsx'

test('a pattern gives the parameters of a path, with or without a slash at its end, whatever its case', () => {
  expect(matchPath('/', '/')).toEqual({})
  expect(matchPath('/', '/vacant')).toBeNull()
  expect(matchPath('/realm/:id', '/realm/7')).toEqual({ id: '7' })
  expect(matchPath('/realm/:id', '/Realm/7/')).toEqual({ id: '7' })
  expect(matchPath('/realm/:id', '/realm')).toBeNull()
  expect(matchPath('/realm/:id', '/realm/7/8')).toBeNull()
  expect(matchPath('/chat/:id/:conversation?', '/chat/7')).toEqual({ id: '7', conversation: undefined })
  expect(matchPath('/chat/:id/:conversation?', '/chat/7/8')).toEqual({ id: '7', conversation: '8' })
  expect(matchPath('*', '/no/such/place')).toEqual({})
})

test('a parameter is decoded, and one that is badly encoded stays as it stands', () => {
  expect(matchPath('/realm/:id', '/realm/a%20b')).toEqual({ id: 'a b' })
  expect(matchPath('/realm/:id', '/realm/%E0%A4%A')).toEqual({ id: '%E0%A4%A' })
})

test('an encoded letter is the same letter, and an encoded slash is no slash', () => {
  expect(matchPath('/vacant', '/%76ac%61nt')).toEqual({})
  expect(matchPath('/by/:who', '/%62y/a%2Db%7e%5F%25')).toEqual({ who: 'a-b~_%' })
  expect(matchPath('/vacant', '/%2fvacant')).toBeNull()
  expect(matchPath('/realm/:id', '/realm%2F7')).toBeNull()
  expect(paint('/%72ealm', <NavLink to="/realm">Realm</NavLink>)).toContain('aria-current')
})

test('an id is the same in capital letters, which nothing else is', () => {
  const id = '0c12b9f2-b0f0-4f6a-9c1e-5d6f7a8b9c0d'
  expect(matchPath('/realm/:id', `/realm/${id.toUpperCase()}`)).toEqual({ id })
  expect(matchPath('/by/:who', '/by/AqtA')).toEqual({ who: 'AqtA' })
})

test('an address says what of the present one changes', () => {
  const at = (to: Parameters<typeof resolveTo>[0]) => Object.values(resolveTo(to, '/archives')).join('')
  expect(at('/vacant?query=a#b')).toBe('/vacant?query=a#b')
  expect(at('?tab=glossary')).toBe('/archives?tab=glossary')
  expect(at('#qubit')).toBe('/archives#qubit')
  expect(at('?')).toBe('/archives')
  expect(at({ search: 'tab=glossary', hash: 'qubit' })).toBe('/archives?tab=glossary#qubit')
  expect(at({ search: '' })).toBe('/archives')
})

test.each([
  '//other.example/x',
  '/\\other.example',
  '\\\\other.example',
  'https://other.example/',
  '/.//other.example',
  '/\t/other.example',
])('a link never leads to another site: %s', (to) => {
  expect(Object.values(resolveTo(to, '/')).join('')).toMatch(/^\/(?![/\\])/)
})

const paint = (location: string, children: React.ReactNode) =>
  renderToStaticMarkup(<StaticRouter location={location}>{children}</StaticRouter>)

test('the first paint has whole addresses in its links, and marks where it is', () => {
  expect(paint('/vacant?page=2', <Link to="?agent=1">Open</Link>)).toBe('<a href="/vacant?agent=1">Open</a>')
  const main = (
    <>
      <NavLink to="/" end>
        Home
      </NavLink>
      <NavLink to="/realm">Realm</NavLink>
    </>
  )
  expect(paint('/realm/7', main)).toBe('<a href="/">Home</a><a aria-current="page" href="/realm">Realm</a>')
  expect(paint('/realms', main)).toBe('<a href="/">Home</a><a href="/realm">Realm</a>')
  expect(paint('/', main)).toBe('<a aria-current="page" href="/">Home</a><a href="/realm">Realm</a>')
})

function Query() {
  const [search] = useSearchParams()
  return search.get('query')
}

test('the first paint reads its query', () => {
  expect(paint('/vacant?query=a+b', <Query />)).toBe('a b')
})
