import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { limits } from '../../shared/common/limits.ts'
import { describeApi, operationsOf } from './openapi.ts'

const { app, send } = testApp(await testDatabase())
const operations = operationsOf(app.routes)
const described = JSON.parse(JSON.stringify(describeApi(app.routes)))

test('every route of the API is described, once', () => {
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(api|images|unfurl)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^/]*\})?(?=\/|$)/g, '{$1}')}`)
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described.toSorted()).toEqual([...new Set(routes)].sort())
})

test('the description is served as it is made', async () => {
  const response = await send('GET', '/api/openapi.json')
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.json()).toEqual(described)
})

test('every reference leads to a schema, and every schema is referred to', () => {
  const text = JSON.stringify(described)
  const references = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1])
  expect(new Set(references)).toEqual(new Set(Object.keys(described.components.schemas)))
  expect(text).not.toMatch(/__shared|\$defs/)
})

test('no two operations have one name', () => {
  const ids = Object.values(described.paths).flatMap((path) =>
    Object.values(path as object).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(operations.length)
})

test('limits and closed bodies are described as they are enforced', () => {
  const { NewAgent, AgentPage } = described.components.schemas
  expect(NewAgent).toMatchObject({
    additionalProperties: false,
    required: ['name', 'category', 'description', 'personality', 'capabilities', 'knowledgeDomains'],
    properties: { name: { type: 'string', maxLength: limits.agentName } },
  })
  expect(NewAgent.properties).not.toHaveProperty('owner')
  expect(AgentPage.required).toEqual(['agents', 'nextCursor'])
  expect(described.paths['/api/agents'].get.parameters).toContainEqual(
    expect.objectContaining({
      name: 'limit',
      schema: expect.objectContaining({ maximum: limits.listPageMax }),
    }),
  )
})

// §6.2, §6.13
test('what needs a wallet says so, with the answer for a visitor', () => {
  for (const { method, path, signedIn } of operations) {
    const operation = described.paths[path][method]
    expect(operation.security).toEqual(signedIn && [{ session: [] }])
    if (signedIn) expect(operation.responses[401].description).toContain('not_signed_in')
  }
})

test('what asks a model is limited as such, and goes on with a full disk where it stores nothing', () => {
  const named = (found: typeof operations) => found.map(({ method, path }) => `${method} ${path}`).sort()
  expect(named(operations.filter(({ asksModel }) => asksModel))).toEqual([
    'post /api/agents/{id}/try-out',
    'post /api/chat',
    'post /api/conversations/{id}/replies',
    'post /api/conversations/{id}/replies/{reply}/resume',
    'post /api/me/model-keys',
    'post /api/me/model-keys/{id}/refresh',
    'post /api/social/drafts',
    'post /api/try-out',
  ])
  expect(named(operations.filter(({ storesNothing }) => storesNothing))).toEqual([
    'delete /api/place/local-model',
    'post /api/agents/{id}/lore',
    'post /api/agents/{id}/try-out',
    'post /api/chat',
    'post /api/conversations/{id}/replies/{reply}/stop',
    'post /api/realms/{id}/messages/{messageId}/stop',
    'post /api/social/drafts',
    'post /api/swarm/runs/{id}/stop',
    'post /api/swarm/runs/{id}/turns/{turn}/stop',
    'post /api/swarm/unkept-runs',
    'post /api/try-out',
  ])
})
