import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { waysOfAgents } from '../../../test/taken-down/ways-of-agents.ts'
import {
  waysOfCopies,
  waysOfMessages,
  waysOfPeople,
  waysOfPictures,
  waysOfRealms,
} from '../../../test/taken-down/ways-of-others.ts'

const { app } = testApp(await testDatabase())

const tried = new Set(
  [waysOfAgents, waysOfRealms, waysOfMessages, waysOfCopies, waysOfPeople, waysOfPictures].flatMap((ways) =>
    ways.map(({ route }) => route),
  ),
)

/** Of the place, of the session's own wallet, or of what a person owns and would go on owning: nothing of others is in it. */
const ofOneself = [
  /^\w+ \/api\/(session|me\/(sessions|agents|cards|profile|keys|model-keys|export|imports|restore|handovers|memory|figures|briefs|copies))\b/,
  /^\w+ \/api\/(me|inbox|tool-grants|authorization|models|place|mcp-servers|try-out|openapi\.json|cards|tool-calls)\b/,
  /^(PATCH|DELETE) \/api\/agents\/:id$/,
  /^\w+ \/api\/agents\/:id\/(restore|publish|versions|duplicate|persona|lore|try-out|favourite|upvote)\b/,
  /^\w+ \/api\/(desk|receipts|trust)\b/,
  /^(POST|PUT|PATCH|DELETE) \/api\/agents\/:id\/(sources|signature|rating)\b/,
  /^(POST|PATCH|DELETE) \/api\/realms(\/:id)?$/,
  /^\w+ \/api\/realms\/:id\/(restore|participants|mutes|bans|moderation|held|go-on)\b/,
  /^DELETE \/api\/(realms|copies|agents|conversations|swarm)\b/,
  /^\w+ \/api\/conversations(\/restore|\/:id|\/:id\/(restore|fork|export|stories|earlier|files|messages|copies).*)?$/,
  /^\w+ \/api\/conversations\/:id\/replies\/:reply(Id)?\b/,
  /^\w+ \/api\/swarm\/runs\b/,
  /^GET \/(readyz|healthz|metrics|probez|robots\.txt|llms\.txt|client-metadata\.json)$/,
  /^\w+ \/(oauth|\.well-known)\b/,
  /^GET \/a2a\/\.well-known/,
]

/** Reached only through what a way above leads to, and refused by the same statement. */
const byTheSameRule: Record<string, string> = {
  'GET /api/agents/:id/manifest': 'GET /api/agents/:id',
  'GET /api/agents/:id/manifests/:hash': 'GET /api/agents/:id',
  'GET /api/agents/:id/ratings': 'GET /api/agents/:id',
  'POST /api/reports': 'GET /api/agents/:id',
  'PUT /api/agents/:id/ratings/:wallet/answer': 'GET /api/agents/:id',
  'GET /api/agents/:id/sources/:sourceId/text': 'GET /api/agents/:id/sources',
  'GET /api/agents/:id/sources/search': 'GET /api/agents/:id/sources',
  'GET /api/sources/:sourceId/file': 'GET /api/agents/:id/sources',
  'GET /api/sources/:sourceId/passages/:version/:number': 'GET /api/agents/:id/sources',
  'GET /api/realms/:id/messages/:messageId/calls': 'GET /api/realms/:id/messages',
  'POST /api/realms/:id/messages/:messageId/stop': 'GET /api/realms/:id/messages',
  'GET /api/realtime': 'GET /api/realms/:id/messages',
  'GET /api/chat/engine': 'POST /api/chat',
  'POST /api/agents': 'POST /api/images',
  'POST /api/images/remote': 'GET /images/:file{[0-9a-f]{64}\\.webp}',
  'GET /images/remote/:file{[0-9a-f]{64}\\.webp}': 'GET /images/:file{[0-9a-f]{64}\\.webp}',
  'GET /images/:width{w\\d+}/remote/:file{[0-9a-f]{64}\\.webp}':
    'GET /images/:width{w\\d+}/:file{[0-9a-f]{64}\\.webp}',
  'GET /images/:width{w\\d+}/:name{(?:default|samples/[a-z0-9-]+)\\.webp}':
    'GET /images/:width{w\\d+}/:file{[0-9a-f]{64}\\.webp}',
  'GET /unfurl/matrix/:file{[0-9a-f]{32}\\.png}':
    'GET /unfurl/:kind{agent|realm|run|copy}/:id/:file{[0-9a-f]{32}\\.png}',
  'GET /:file{sitemap-[a-z]+-[0-9]+\\.xml}': 'GET /sitemap.xml',
  'GET /v1/responses/:id': 'POST /v1/responses',
  'DELETE /v1/responses/:id': 'POST /v1/responses',
  'POST /v1/responses/:id/cancel': 'POST /v1/responses',
  'POST /a2a': 'POST /a2a/:agent',
  'POST /a2a/': 'POST /a2a/:agent',
  'POST /a2a/:agent/': 'POST /a2a/:agent',
}

test('every route is in the table of ways, follows one of it, or has nothing of others', () => {
  const routes = new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  )
  const isKnown = (route: string) =>
    tried.has(route) || route in byTheSameRule || ofOneself.some((pattern) => pattern.test(route))
  expect([...routes].filter((route) => !isKnown(route))).toEqual([])
  // Nothing stands in the table that is not there any more.
  const named = [...tried, ...Object.keys(byTheSameRule), ...Object.values(byTheSameRule)]
  expect(named.filter((route) => !routes.has(route))).toEqual([])
  expect(Object.values(byTheSameRule).filter((route) => !tried.has(route))).toEqual([])
})
