import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { mayRemove } from './edge/read-own-writes.ts'
import { operationBy } from './operation.ts'
import { changes } from './request.ts'

const { app } = testApp(await testDatabase())

/** The changes under `/api` after which others may see what was there a moment before: each says or makes something. */
const addsOnly: string[] = [
  'DELETE /api/place/local-model',
  'POST /api/agents',
  'POST /api/agents/:id/duplicate',
  'POST /api/agents/:id/lore',
  'POST /api/agents/:id/publish',
  'POST /api/agents/:id/sources',
  'POST /api/agents/:id/try-out',
  'POST /api/authorization',
  'POST /api/cards',
  'POST /api/chat',
  'POST /api/conversations/:id/copies',
  'POST /api/conversations/:id/files',
  'POST /api/conversations/:id/fork',
  'POST /api/conversations/:id/replies',
  'POST /api/conversations/:id/replies/:reply/resume',
  'POST /api/conversations/:id/replies/:reply/stop',
  'POST /api/images',
  'POST /api/images/remote',
  'POST /api/mcp-servers',
  'POST /api/mcp-servers/:id/accept',
  'POST /api/mcp-servers/:id/check',
  'POST /api/mcp-servers/:id/sign-in',
  'POST /api/me/handovers',
  'POST /api/me/keys',
  'POST /api/me/memory/:agent/facts',
  'POST /api/me/memory/:agent/import',
  'POST /api/me/model-keys',
  'POST /api/me/model-keys/:id/refresh',
  'POST /api/realms',
  'POST /api/realms/:id/go-on',
  'POST /api/realms/:id/messages',
  'POST /api/realms/:id/messages/:messageId/stop',
  'POST /api/social/drafts',
  'POST /api/swarm/runs',
  'POST /api/swarm/runs/:id/phases',
  'POST /api/swarm/runs/:id/stop',
  'POST /api/swarm/runs/:id/take-up',
  'POST /api/swarm/runs/:id/turns/:turn/stop',
  'POST /api/swarm/unkept-runs',
  'POST /api/try-out',
]

test('every change but those that only add is gone for everybody with its answer', () => {
  const routes = new Map<string, boolean>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL' || !changes(method) || !path.startsWith('/api/')) continue
    const operation = operationBy(handler)
    if (operation) routes.set(`${method} ${path}`, mayRemove(method, operation))
  }
  expect([...routes].flatMap(([name, removes]) => (removes ? [] : name)).sort()).toEqual(addsOnly.sort())
  expect([...routes.values()].filter((removes) => removes).length).toBeGreaterThan(50)
})

test('reading removes nothing, and a change that nothing is known of may', () => {
  expect(mayRemove('GET', undefined)).toBe(false)
  expect(mayRemove('POST', undefined)).toBe(true)
})
