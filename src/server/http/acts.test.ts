import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { operationBy } from './operation.ts'
import { changes } from './request.ts'

const { app } = testApp(await testDatabase())

const reading = 'it reads, and changes nothing'
const deleting = 'it deletes what is one’s own, or takes back what was given'
const undoing = 'it undoes one’s own deletion'
const stopping = 'it ends what runs'
const session = 'whoever is suspended signs in and out, to read, export and delete'
const setting = 'a setting of one’s own that nobody else sees'
const keeping = 'keeping order in one’s own realm says nothing'
const operators = 'operators are never suspended'
const checked = 'its questions are checked one by one, in the protocol’s own shape'

/** Every route that changes something and is open to suspended wallets, and why. */
const open: Record<string, string> = {
  'POST /api/session/nonce': session,
  'POST /api/session': session,
  'POST /api/session/refresh': session,
  'DELETE /api/session': session,
  'POST /api/session/signature': session,
  'DELETE /api/me/sessions': session,
  'DELETE /api/me/sessions/:id': session,
  'POST /api/me/statements/:number/objection': 'whoever is suspended objects',
  'POST /api/desk/cases/:id/actions': operators,
  'POST /api/desk/people/:address/actions': operators,
  'POST /api/place/local-model': operators,
  'DELETE /api/place/local-model': operators,
  'DELETE /api/me': deleting,
  'POST /api/me/restore': undoing,
  'DELETE /api/me/handovers/:id': deleting,
  'DELETE /api/me/keys/:id': deleting,
  'DELETE /api/me/model-keys/:id': deleting,
  'DELETE /api/agents/:id': deleting,
  'POST /api/agents/:id/restore': undoing,
  'DELETE /api/agents/:id/upvote': deleting,
  'DELETE /api/agents/:id/favourite': deleting,
  'PUT /api/agents/:id/favourite': setting,
  'DELETE /api/agents/:id/sources/:sourceId': deleting,
  'POST /api/agents/:id/sources/:sourceId/restore': undoing,
  'POST /api/agents/:id/lore': reading,
  'POST /api/cards/preview': reading,
  'POST /api/me/imports/preview': reading,
  'DELETE /api/conversations': deleting,
  'POST /api/conversations/restore': undoing,
  'DELETE /api/conversations/:id': deleting,
  'POST /api/conversations/:id/restore': undoing,
  'DELETE /api/conversations/:id/messages/:message': deleting,
  'DELETE /api/conversations/:id/files/:fileId': deleting,
  'DELETE /api/conversations/:id/stories/:story': deleting,
  'DELETE /api/copies/:id': deleting,
  'POST /api/conversations/:id/replies/:reply/stop': stopping,
  'DELETE /api/me/briefs/:id': deleting,
  'POST /api/me/briefs/:id/restore': undoing,
  'DELETE /api/swarm/runs/:id': deleting,
  'POST /api/swarm/runs/:id/restore': undoing,
  'DELETE /api/swarm/runs/:id/seats/:seat': stopping,
  'POST /api/swarm/runs/:id/stop': stopping,
  'POST /api/swarm/runs/:id/turns/:turn/stop': stopping,
  'DELETE /api/realms/:id': deleting,
  'POST /api/realms/:id/restore': undoing,
  'DELETE /api/realms/:id/participants/me': deleting,
  'PUT /api/realms/:id/mutes/:wallet': keeping,
  'DELETE /api/realms/:id/mutes/:wallet': keeping,
  'PUT /api/realms/:id/bans/:wallet': keeping,
  'DELETE /api/realms/:id/bans/:wallet': keeping,
  'DELETE /api/realms/:id/participants/:wallet': keeping,
  'POST /api/realms/:id/held/:messageId/let-through': keeping,
  'PUT /api/me/blocks/:wallet': setting,
  'DELETE /api/me/blocks/:wallet': setting,
  'POST /api/reports': 'whoever is suspended can be wronged, too',
  'DELETE /api/agents/:id/rating': deleting,
  'DELETE /api/realms/:id/agents/:agentId': deleting,
  'DELETE /api/realms/:id/messages/:messageId': deleting,
  'POST /api/realms/:id/messages/:messageId/stop': stopping,
  'DELETE /api/mcp-servers/:id': deleting,
  'DELETE /api/mcp-servers/:id/sign-in': deleting,
  'DELETE /api/tool-grants/:id': deleting,
  'PUT /api/me/memory/:agent': setting,
  'DELETE /api/me/memory/:agent/facts/:fact': deleting,
  'DELETE /api/me/memory/:agent/facts': deleting,
  'POST /api/me/memory/:agent/facts/restore': undoing,
  'POST /api/inbox/seen': setting,
  'PUT /api/inbox/settings': setting,
  'PUT /api/inbox/push': setting,
  'DELETE /api/inbox/push': setting,
  'DELETE /v1/responses/:id': deleting,
  'POST /v1/responses/:id/cancel': stopping,
  'POST /mcp': checked,
  'POST /a2a': checked,
  'POST /a2a/': checked,
  'POST /a2a/:agent': checked,
  'POST /a2a/:agent/': checked,
  'POST /oauth/register': 'it stores nothing, and knows no wallet',
  'POST /oauth/token': 'the wallet consented before; the key that it gives is refused wherever it asks',
}

test('every route that changes something says whether it makes or speaks, or why suspended wallets may use it', () => {
  const routes = new Map<string, string | undefined>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL' || !changes(method)) continue
    const name = `${method} ${path}`
    routes.set(name, operationBy(handler)?.act ?? routes.get(name))
  }
  const unsaid = [...routes].flatMap(([name, act]) => (act === undefined && !open[name] ? name : []))
  expect(unsaid).toEqual([])
  // What is in the list is there, and does not say otherwise.
  expect(Object.keys(open).filter((name) => !routes.has(name) || routes.get(name) !== undefined)).toEqual([])
  expect([...routes.values()].filter((act) => act !== undefined).length).toBeGreaterThan(40)
})
