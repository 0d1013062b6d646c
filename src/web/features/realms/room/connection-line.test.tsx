import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ShownLink } from '../invite/use-shown-link.ts'
import { ConnectionLine } from './connection-line.tsx'

const textOf = (link: ShownLink) =>
  renderToString(<ConnectionLine link={link} reconnect={() => {}} />).replace(/<!--.*?-->|<[^>]*>/g, '')

test('a refused connection says why, and when it is tried again', () => {
  const problem = 'Your network has too many live connections open. Close a tab that shows a realm.'
  const text = textOf({ state: 'lost', retryAt: Date.now() + 9_500, problem })
  expect(text).toContain(problem)
  expect(text).toContain('trying again in 10 s')
})

test('a connection that is lost for no known reason says only that, and one that is there says nothing', () => {
  expect(textOf({ state: 'lost', retryAt: undefined })).toBe('Not connected · trying nowTry now')
  expect(textOf({ state: 'connected' })).toBe('')
})
