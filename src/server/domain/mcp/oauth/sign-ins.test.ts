import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { type OAuthManner, startOAuthFixture } from '../../../../../test/oauth-fixture.ts'
import type { Problem } from '../../../../shared/common/errors.ts'
import { startedSignInSchema } from '../../../../shared/tools/mcp-servers.ts'
import { createLog } from '../../../base/log.ts'
import { SecretBox } from '../../../base/secrets/secret-box.ts'
import { mcpServers } from '../../../db/schema/tools.ts'
import { createConnectMcp } from '../connect.ts'
import { McpFault } from '../mcp-fault.ts'
import { AccessTokens } from './access-tokens.ts'
import { rotateSignIns } from './rotate-sign-ins.ts'

const fixture = await startOAuthFixture()
afterAll(fixture.close)
const database = await testDatabase()
const settings = { TOOL_ADDRESS_RANGES: ['127.0.0.1/32'] }
const here = testApp(database, { settings, alone: false })
const there = testApp(database, { settings, alone: false })
const secure = testApp(database, { settings: { ...settings, PUBLIC_URL: 'https://bionic.example' } })
type App = typeof here

beforeEach(() => {
  fixture.behave()
  for (const list of [fixture.requests, fixture.forms, fixture.revoked]) list.length = 0
})

async function newServer(wallet: string, address = fixture.address): Promise<string> {
  const id = randomUUID()
  await database.db
    .insert(mcpServers)
    .values({ id, wallet, name: 'Fixture', address, auth: 'oauth', createdAt: new Date() })
  return id
}

const begin = (as: Account, server: string, app = here) =>
  app.send('POST', `/api/mcp-servers/${server}/sign-in`, { as })
const come = async (as: Account | undefined, back: URL, app: Pick<App, 'send'> = here) => {
  const answer = await app.send('GET', back.pathname + back.search, { as })
  expect(answer.status).toBe(303)
  const to = new URL(answer.headers.get('location') ?? '', 'http://localhost:3000')
  expect(to.pathname).toBe('/settings')
  return to.searchParams.get('signIn')
}
async function begun(as: Account, server: string, app = here): Promise<string> {
  const answer = await begin(as, server, app)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { url, host } = startedSignInSchema.parse(await answer.json())
  expect(host).toBe(new URL(url).host)
  return url
}
async function signedIn(as: Account, server: string): Promise<void> {
  expect(await come(as, fixture.allow(await begun(as, server)))).toBe('signed-in')
}
async function refusal(as: Account, manner: Partial<OAuthManner>, address?: string): Promise<Problem> {
  fixture.behave(manner)
  const answer = await begin(as, await newServer(as.address, address))
  expect(answer.status).toBe(502)
  return (await answer.json()) as Problem
}

/** Calls the fixture's tool as a person: what it said, or the kind of fault. */
async function call({ address: wallet }: Account, id: string, app = here): Promise<string> {
  const server = { id, address: fixture.address }
  const connect = createConnectMcp({ send: app.toolNetwork.send, log: createLog('silent') })
  const signal = AbortSignal.timeout(20_000)
  return app.signIns
    .asPerson({ server, wallet }, async (credentials) => {
      const connection = await connect({ address: server.address, credentials }, signal)
      try {
        const tool = { name: 'say', inputSchema: { type: 'object' } }
        const answer = await connection.call({ tool, arguments: {} }, signal)
        return answer.kind === 'result' ? String(answer.content[0]?.text) : answer.kind
      } finally {
        await connection.close()
      }
    })
    .catch((error: unknown) => (error instanceof McpFault ? error.kind : Promise.reject(error)))
}
const grants = () => fixture.forms.map((form) => form.get('grant_type'))
/** Both clocks: an hour is longer than a token of the fixture lives. */
const letHourPass = () => {
  for (const { advance } of [here, there, fixture]) advance(3_601_000)
}

describe('a person signs in at a server', () => {
  test('for themselves: what is stored tells nobody anything, and others are not signed in', async () => {
    const [ada, eve] = [await here.signIn(), await here.signIn()]
    const id = await newServer(ada.address)
    expect(await call(ada, id)).toBe('sign-in')
    const url = new URL(await begun(ada, id))
    expect(url.searchParams.get('resource')).toBe(fixture.address)
    expect(url.searchParams.get('scope')).toBe('read')
    expect(await come(ada, fixture.allow(url.href))).toBe('signed-in')
    expect(await call(ada, id)).toBe('said')
    expect(await call(ada, id, there)).toBe('said')
    expect(await call(eve, id)).toBe('sign-in')
    expect(await here.signIns.signedInAt(ada.address)).toEqual([id])
    expect(await here.signIns.signedInAt(eve.address)).toEqual([])
    const stored = JSON.stringify(await database.sql`select * from mcp_tokens`)
    for (const { refresh } of fixture.families) expect(stored).not.toContain(refresh)
  })

  test('and what waits for it is told once', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    const told: unknown[] = []
    const app = testApp(database, { settings, signIns: { onSignedIn: (...given) => void told.push(given) } })
    const back = fixture.allow(await begun(ada, id))
    expect(await come(ada, back, app)).toBe('signed-in')
    expect(await come(ada, back, app)).toBe('unknown')
    expect(told).toEqual([[ada.address, expect.objectContaining({ id, address: fixture.address })]])
  })

  test('as a client that is registered once, and anew where it leads back to another address', async () => {
    const [ada, bob] = [await here.signIn(), await here.signIn()]
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    await signedIn(bob, id)
    expect(fixture.requests.filter((one) => one === 'POST /register')).toHaveLength(1)
    await begun(await secure.signIn(), id, secure)
    expect(fixture.requests.filter((one) => one === 'POST /register')).toHaveLength(2)
  })

  test('by the address of this place’s own description, where that is taken', async () => {
    fixture.behave({ takesAddresses: true })
    const ada = await secure.signIn()
    const url = new URL(await begun(ada, await newServer(ada.address), secure))
    const name = 'https://bionic.example/client-metadata.json'
    expect(url.searchParams.get('client_id')).toBe(name)
    expect(fixture.requests).not.toContain('POST /register')
    const described = await secure.send('GET', '/client-metadata.json')
    expect(await described.json()).toMatchObject({
      client_id: name,
      redirect_uris: [url.searchParams.get('redirect_uri')],
      token_endpoint_auth_method: 'none',
    })
    expect((await here.send('GET', '/client-metadata.json')).status).toBe(404)
  })

  test('again for more, where a tool wants more than was allowed, and keeps what there is until then', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    fixture.behave({ scope: 'write' })
    expect(await call(ada, id)).toBe('sign-in')
    expect(await here.signIns.signedInAt(ada.address)).toEqual([id])
    const url = await begun(ada, id)
    expect(new URL(url).searchParams.get('scope')).toBe('read write')
    expect(await come(ada, fixture.allow(url))).toBe('signed-in')
    expect(await call(ada, id)).toBe('said')
  })
})

describe('a sign-in is taken', () => {
  test('once, from the session that began it, within ten minutes, and the newest', async () => {
    const ada = await here.signIn()
    const [other, eve] = [await here.signIn(ada.wallet), await here.signIn()]
    const id = await newServer(ada.address)
    for (const as of [other, eve, undefined]) {
      const back = fixture.allow(await begun(ada, id))
      expect(await come(as, back)).toBe('unknown')
      // It is over for its own session, too: whoever tried it has seen the code.
      expect(await come(ada, back)).toBe('unknown')
    }
    const first = fixture.allow(await begun(ada, id))
    const second = fixture.allow(await begun(ada, id))
    expect([await come(ada, first), await come(ada, second)]).toEqual(['unknown', 'signed-in'])
    const late = fixture.allow(await begun(ada, id))
    here.advance(10 * 60_000 + 1)
    expect(await come(ada, late)).toBe('unknown')
    const made = new URL(late)
    made.searchParams.set('state', 'made-up')
    expect(await come(ada, made)).toBe('unknown')
    made.searchParams.delete('state')
    expect(await come(ada, made)).toBe('unknown')
    expect(grants()).toEqual(['authorization_code'])
  })

  test('by one of two who come back with it at once', async () => {
    const ada = await here.signIn()
    const back = fixture.allow(await begun(ada, await newServer(ada.address)))
    const ends = await Promise.all([come(ada, back), come(ada, back, there), come(ada, back)])
    expect(ends.sort()).toEqual(['signed-in', 'unknown', 'unknown'])
  })

  test('and is not kept at a server that was removed meanwhile', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    const back = fixture.allow(await begun(ada, id))
    fixture.behave({ before: () => here.send('DELETE', `/api/mcp-servers/${id}`, { as: ada }) })
    expect(await come(ada, back)).toBe('failed')
    expect(await database.sql`select wallet from mcp_tokens where server = ${id}`).toEqual([])
    expect(fixture.revoked).toContain(`refresh_token ${fixture.families.at(-1)?.refresh}`)
  })

  test('only from who says to be the one that was asked, as it says it would', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    for (const answersAs of ['https://evil.example', `${fixture.issuer}/`, null]) {
      fixture.behave({ answersAs })
      expect(await come(ada, fixture.allow(await begun(ada, id))), String(answersAs)).toBe('failed')
    }
    // A reason that somebody else gives is not believed either.
    for (const answersAs of ['https://evil.example', null]) {
      fixture.behave({ answersAs })
      const back = fixture.allow(await begun(ada, id), { error: 'access_denied' })
      expect(await come(ada, back)).toBe('failed')
    }
    expect(grants()).toEqual([])
  })

  test('with the verifier of its own challenge, and not where the person declined', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    const url = new URL(await begun(ada, id))
    url.searchParams.set('code_challenge', 'another')
    expect(await come(ada, fixture.allow(url.href))).toBe('failed')
    const declined = fixture.allow(await begun(ada, id), { error: 'access_denied' })
    expect(await come(ada, declined)).toBe('declined')
    expect(await call(ada, id)).toBe('sign-in')
  })
})

describe('nobody is sent anywhere', () => {
  test('by a server that names an address that is not public, whichever it is', async () => {
    const ada = await here.signIn()
    for (const evil of ['http://10.0.0.1/x', 'http://169.254.169.254/latest', 'https://[::1]/x'])
      for (const manner of [
        { metadataUrl: evil },
        { authorizationServers: [evil] },
        { metadata: { registration_endpoint: evil } },
      ]) {
        const { detail } = await refusal(ada, manner)
        expect(detail, JSON.stringify(manner)).toContain('not a public one')
      }
    for (const evil of ['http://10.0.0.1/token', 'https://[::ffff:10.0.0.1]/token']) {
      fixture.behave({ metadata: { token_endpoint: evil } })
      const id = await newServer(ada.address)
      expect(await come(ada, fixture.allow(await begun(ada, id))), evil).toBe('failed')
    }
    expect(fixture.forms).toEqual([])
  })

  test('on this machine either, unless the operator allows it', async () => {
    const usual = testApp(database)
    const ada = await usual.signIn()
    const answer = await begin(ada, await newServer(ada.address), usual as App)
    expect(answer.status).toBe(502)
    expect(fixture.requests).toEqual([])
  })

  test('in a page’s own code or a file of it', async () => {
    const ada = await here.signIn()
    for (const evil of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])
      await refusal(ada, { metadata: { authorization_endpoint: evil } })
  })

  test('where this place is refused, somebody else is, or codes are not protected', async () => {
    const ada = await here.signIn()
    expect((await refusal(ada, { registers: false })).detail).toContain('refused as a program')
    expect((await refusal(ada, { metadata: { registration_endpoint: undefined } })).detail).toContain(
      'no sign-in',
    )
    expect((await refusal(ada, { metadata: { issuer: 'https://evil.example' } })).detail).toContain(
      'somewhere else',
    )
    for (const methods of [undefined, ['plain']])
      expect(
        (await refusal(ada, { metadata: { code_challenge_methods_supported: methods } })).detail,
      ).toContain('does not protect')
    expect(fixture.requests.filter((one) => one === 'POST /register')).toHaveLength(1)
  })

  test('for a server that is not there, or by a visitor', async () => {
    const ada = await here.signIn()
    expect((await begin(ada, randomUUID())).status).toBe(404)
    expect((await begin(ada, 'no-server')).status).toBe(404)
    expect((await here.send('POST', `/api/mcp-servers/${randomUUID()}/sign-in`)).status).toBe(401)
  })
})

describe('a token', () => {
  test('that is over is renewed once for twenty calls on two servers, each time', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    for (const round of [1, 2]) {
      letHourPass()
      const calls = Array.from({ length: 20 }, (_, index) => call(ada, id, index % 2 ? here : there))
      expect(await Promise.all(calls)).toEqual(Array(20).fill('said'))
      expect(grants().filter((grant) => grant === 'refresh_token')).toHaveLength(round)
    }
    expect(fixture.families.at(-1)?.isRevoked).toBe(false)
    expect(await database.sql`select from mcp_tokens where wallet like 'refreshing %'`).toEqual([])
  })

  test('that ends soon is renewed before, and one that is fresh is not', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    here.advance(3_500_000)
    expect(await call(ada, id)).toBe('said')
    expect(grants()).toEqual(['authorization_code'])
    here.advance(75_000)
    expect(await call(ada, id)).toBe('said')
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
  })

  test('without an end is renewed when it is refused', async () => {
    fixture.behave({ seconds: null })
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    fixture.advance(3_601_000)
    expect(await call(ada, id)).toBe('said')
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
  })

  test('that is refused again right after it was renewed is the person’s turn, and nothing is asked for until then', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    fixture.behave({ takesTokens: false })
    expect(await call(ada, id)).toBe('sign-in')
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
    expect(await here.signIns.signedInAt(ada.address)).toEqual([])
    expect(await call(ada, id, there)).toBe('sign-in')
    expect(grants()).toHaveLength(2)
    fixture.behave()
    expect(await call(ada, id)).toBe('sign-in')
    await signedIn(ada, id)
    expect(await call(ada, id)).toBe('said')
  })

  test('that is refused late says nothing of the one that there is now', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    const server = { id, address: fixture.address }
    const tokens = new AccessTokens({ ...here, send: here.toolNetwork.send, clock: () => new Date() })
    await tokens.refuse({ server, wallet: ada.address }, { access: 'the one before' }, {})
    expect(await here.signIns.signedInAt(ada.address)).toEqual([id])
  })

  test('whose refresh token somebody else has used is the person’s turn', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    const family = fixture.families.at(-1)
    await fetch(`${fixture.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'refresh_token', refresh_token: family?.refresh ?? '', resource: fixture.address },
      }),
    })
    letHourPass()
    expect(await call(ada, id)).toBe('sign-in')
    expect(family?.isRevoked).toBe(true)
    expect(await call(ada, id)).toBe('sign-in')
    expect(grants().filter((grant) => grant === 'refresh_token')).toHaveLength(2)
  })

  test('whose server fails for a moment is not lost', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    fixture.behave({ before: () => Promise.reject(new Error('out of order')) })
    letHourPass()
    expect(await call(ada, id)).toBe('unreachable')
    fixture.behave()
    expect(await call(ada, id)).toBe('said')
  })

  test('of a server whose renewal died is renewed by another after a while', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    await database.sql`insert into mcp_tokens (server, wallet, sealed, secret_id, expires_at, updated_at)
      values (${id}, ${`refreshing ${ada.address}`}, '', '', now() + interval '1 second', now())`
    letHourPass()
    expect(await call(ada, id)).toBe('said')
  })
})

describe('signing out', () => {
  // Without a way to revoke tokens, the one that is on its way is given.
  test.each([true, false])('revokes (%s) and forgets, and nothing comes back', async (revokes) => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    if (!revokes) fixture.behave({ metadata: { revocation_endpoint: undefined } })
    await signedIn(ada, id)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    fixture.behave({
      before: () => {
        asked.resolve()
        return answered.promise
      },
    })
    letHourPass()
    const running = call(ada, id)
    await asked.promise
    const out = () => here.send('DELETE', `/api/mcp-servers/${id}/sign-in`, { as: ada })
    expect((await out()).status).toBe(204)
    answered.resolve()
    expect(await running).toBe('sign-in')
    expect((await out()).status).toBe(204)
    const left = await database.sql`select from mcp_tokens where wallet = ${ada.address}`
    expect(left).toEqual([])
    const { refresh } = fixture.families.at(-1) ?? {}
    if (revokes) expect(fixture.revoked).toContain(`refresh_token ${refresh}`)
    else expect(fixture.revoked).toEqual([])
    fixture.behave({ scope: 'write' })
    expect(new URL(await begun(ada, id)).searchParams.get('scope')).toBe('read')
  })

  test('or signing in anew is not undone by a renewal that was on its way', async () => {
    const ada = await here.signIn()
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    const first = fixture.families.at(-1)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    fixture.behave({
      before: (grant) => {
        if (grant !== 'refresh_token') return Promise.resolve()
        asked.resolve()
        return answered.promise
      },
    })
    letHourPass()
    const running = call(ada, id)
    await asked.promise
    await signedIn(ada, id)
    answered.resolve()
    expect(await running).toBe('said')
    expect(fixture.revoked).toContain(`refresh_token ${first?.refresh}`)
    fixture.behave()
    letHourPass()
    expect(await call(ada, id)).toBe('said')
    expect(fixture.families.at(-1)?.used.size).toBe(1)
  })

  test('is possible for oneself alone', async () => {
    const [ada, eve] = [await here.signIn(), await here.signIn()]
    const id = await newServer(ada.address)
    await signedIn(ada, id)
    const out = (as: Account) => here.send('DELETE', `/api/mcp-servers/${id}/sign-in`, { as })
    expect((await out(eve)).status).toBe(404)
    expect(await call(ada, id)).toBe('said')
    expect((await out(ada)).status).toBe(204)
    const family = fixture.families.at(-1)
    expect(fixture.revoked).toEqual([
      `refresh_token ${family?.refresh}`,
      expect.stringMatching(/^access_token ./),
    ])
    expect([family?.isRevoked, (await out(ada)).status]).toEqual([true, 404])
  })
})

test('tokens that are moved to another person, server or address open nowhere', async () => {
  const [ada, eve] = [await here.signIn(), await here.signIn()]
  const id = await newServer(ada.address)
  await signedIn(ada, id)
  const { sql } = database
  await sql`update mcp_tokens set wallet = ${eve.address} where server = ${id} and wallet = ${ada.address}`
  expect(await call(eve, id)).toBe('sign-in')
  const other = await newServer(ada.address)
  await signedIn(ada, id)
  await sql`update mcp_tokens set server = ${other} where server = ${id} and wallet = ${ada.address}`
  expect(await call(ada, other)).toBe('sign-in')
})

test('sign-ins are encrypted under a new secret in pieces, and are used under it alone', async () => {
  const ada = await here.signIn()
  const ids = [await newServer(ada.address), await newServer(ada.address)]
  for (const id of ids) await signedIn(ada, id)
  const [old] = here.env.SECRET_KEY ?? []
  const next = 'another secret of more than 32 letters'
  const find = async (id: string) => (ids.includes(id) ? { id, address: fixture.address } : null)
  // Of each server the person's and the place's own client.
  expect(await rotateSignIns(database.db, new SecretBox(next, old ?? ''), find, 3)).toBe(4)
  expect(await rotateSignIns(database.db, new SecretBox(next, old ?? ''), find, 3)).toBe(0)
  const after = testApp(database, { settings: { ...settings, SECRET_KEY: [next] } })
  for (const id of ids) {
    expect(await call(ada, id, after as App)).toBe('said')
    expect(await call(ada, id)).toBe('sign-in')
    expect(await call(ada, id, after as App)).toBe('said')
  }
})
