import { expect, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { renderDocument } from './document.ts'

/** Pages whose first paint reads the session, as those with private content do. */
const { send, signIn, advance } = testApp(await testDatabase(), {
  web: {
    files: new Map(),
    document: (page) => renderDocument({ manifest: {}, css: '', cluster: 'devnet' }, page),
    render: async (url, fetch) => {
      const asked = await Promise.all([
        fetch(`${url.origin}/api/session`),
        fetch(`${url.origin}/api/session`),
      ])
      const state = await asked[0]?.text()
      return { status: 200, head: { title: 'A page' }, screenFile: '', html: '', state: state ?? '' }
    },
  },
})

const DAY = 24 * 3_600_000

test('a session that is extended as a page starts has its cookie extended by that page', async () => {
  const ada = await signIn()
  const open = () => send('GET', '/chat', { as: ada })
  expect((await open()).headers.getSetCookie()).toEqual([])
  advance(4 * DAY)
  const [cookie, ...more] = (await open()).headers.getSetCookie()
  expect(more).toEqual([])
  expect(cookie).toContain(ada.cookie)
  expect(Number(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1])).toBe((7 * DAY) / 1000)
  advance(6 * DAY)
  expect(await (await open()).text()).toContain(ada.address)
})

test('a visitor’s page sets no cookie', async () => {
  expect((await send('GET', '/')).headers.getSetCookie()).toEqual([])
})
