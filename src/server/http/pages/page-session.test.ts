import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { renderDocument } from './document.ts'

const database = await testDatabase()

/** Pages whose first paint reads the session, as those with private content do. */
const { send, signIn, advance } = testApp(database, {
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

test('however much a page asks, nothing more waits for the end of its response', async () => {
  const answers: ServerResponse[] = []
  const listeners = () => answers.at(-1)?.listenerCount('close')
  const counted: unknown[] = []
  const { app } = testApp(database, {
    web: {
      files: new Map(),
      document: (page) => renderDocument({ manifest: {}, css: '', cluster: 'devnet' }, page),
      render: async (url, fetch) => {
        const before = listeners()
        const asked = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url.origin}/api/session`)))
        counted.push(
          before,
          listeners(),
          asked.every(({ ok }) => ok),
        )
        return { status: 200, head: { title: 'A page' }, screenFile: '', html: '', state: '' }
      },
    },
  })
  const server = createAdaptorServer({
    fetch(request, bindings) {
      if ('outgoing' in bindings && bindings.outgoing) answers.push(bindings.outgoing as ServerResponse)
      return app.fetch(request, bindings)
    },
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/chat`, { headers: { host: 'localhost:3000' } })
  expect([answer.status, answer.headers.has('x-request-id')]).toEqual([200, true])
  expect(counted).toEqual([expect.any(Number), counted[0], true])
})
