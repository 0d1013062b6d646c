import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { verifyAgent } from '../../../../../scripts/verify/agent.ts'
import { runVerify } from '../../../../../scripts/verify/run-verify.ts'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { anyDatabase, ownDatabase } from '../../../../../test/database.ts'
import { compileCache } from '../../../../../test/server-process.ts'
import { signVersion } from '../../../../../test/sign-version.ts'
import { unzip } from '../../../../../test/zips.ts'
import type { Agent } from '../../../../shared/agents/agents.ts'
import type { ImportedCard } from '../../../../shared/agents/cards.ts'
import { NO_PERSONA } from '../../../../shared/agents/persona.ts'
import {
  type AgentManifestView,
  agentManifestSchema,
  verifySignedVersion,
} from '../../../../shared/agents/signed-version.ts'
import { versionCrypto } from '../../../domain/agents/version-crypto.ts'

const here = testApp(await anyDatabase())
const there = testApp(await ownDatabase())
type Place = typeof here
const ada = await here.signIn()
const bob = await there.signIn()
const folder = mkdtempSync(join(tmpdir(), 'signed-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function view({ send }: Place, id: string, as?: Account): Promise<AgentManifestView> {
  return agentManifestSchema.parse(await (await send('GET', `/api/agents/${id}/manifest`, { as })).json())
}
async function signedAgent(): Promise<Agent> {
  const answer = await here.send('POST', '/api/agents', {
    as: ada,
    json: { ...newAgent, model: { ref: null, temperature: 0.7, length: null, effort: null } },
  })
  const agent = (await answer.json()) as Agent
  const persona = {
    ...NO_PERSONA,
    greetings: ['Good evening, {{user}}.'],
    systemPrompt: 'Keep the lamp. {{original}}',
  }
  await here.send('PUT', `/api/agents/${agent.id}/persona`, { as: ada, json: { persona, lorebook: null } })
  const { hash } = await view(here, agent.id)
  const json = signVersion(ada.wallet, { agent: agent.id, version: hash })
  expect((await here.send('PUT', `/api/agents/${agent.id}/signature`, { as: ada, json })).status).toBe(200)
  return agent
}
async function cardOf(
  { send }: Place,
  id: string,
  as: Account | undefined,
  format: string,
): Promise<Uint8Array> {
  const answer = await send('GET', `/api/agents/${id}/card?format=${format}`, { as })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}
async function bring({ send }: Place, card: Uint8Array, as: Account): Promise<string> {
  const answer = await send('POST', `/api/cards?${new URLSearchParams({ id: randomUUID() })}`, {
    as,
    body: Uint8Array.from(card),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return ((await answer.json()) as ImportedCard).id
}
function verify(bytes: Uint8Array | string) {
  const path = join(folder, randomUUID())
  writeFileSync(path, bytes)
  return verifyAgent(path)
}

test.each(['png', 'json', 'charx', 'eliza'])(
  'a signed card goes to another Bionic and back, and verifies everywhere: %s',
  async (format) => {
    const agent = await signedAgent()
    const { hash, signed } = await view(here, agent.id)
    const card = await cardOf(here, agent.id, ada, format)
    expect(await verify(card)).toMatchObject({ code: 0 })

    const abroad = await bring(there, card, bob)
    const seen = await view(there, abroad, bob)
    expect(seen).toMatchObject({
      state: 'draft',
      signed: null,
      elsewhere: { signed: { signer: ada.address } },
    })
    if (!seen.elsewhere?.signed) throw new Error('nothing was kept')
    expect(await verifySignedVersion(seen.elsewhere.signed, versionCrypto)).toMatchObject({
      agent: agent.id,
      version: hash,
      place: 'http://localhost:3000',
    })

    const second = await cardOf(there, abroad, bob, format)
    expect(await verify(second)).toMatchObject({ code: 0 })
    const back = await bring(here, second, ada)
    const { elsewhere } = await view(here, back, ada)
    expect(elsewhere?.signed).toMatchObject({ signer: ada.address, signature: signed?.signature })

    await there.send('PATCH', `/api/agents/${abroad}`, { as: bob, json: { description: 'Changed there.' } })
    const changed = await verify(await cardOf(there, abroad, bob, format))
    expect(changed).toMatchObject({ code: 1 })
    expect(changed.lines.join()).toContain('description')
  },
)

test('a card that others download says what it leaves out, and verifies', async () => {
  const agent = await signedAgent()
  const { code, lines } = await verify(await cardOf(here, agent.id, undefined, 'json'))
  expect(code).toBe(0)
  expect(lines.join()).toMatch(/not in this file: persona/)
})

test('any other byte of what was signed fails, in a card and in what the API answers', async () => {
  const agent = await signedAgent()
  const card = new TextDecoder().decode(await cardOf(here, agent.id, ada, 'json'))
  const answer = JSON.stringify(await view(here, agent.id))
  expect(await verify(answer)).toMatchObject({ code: 0 })
  let refused = 0
  for (const text of [card, answer]) {
    // What was before the newest of the chain was not signed with it.
    const end = text === answer ? text.indexOf('"chain"') : text.length
    const start = text === answer ? 0 : text.indexOf('"signed"')
    const values = [
      ...text.matchAll(
        /"(?:signature|signedMessage|signer|agent|personality|description|persona|greetings|system_prompt|before|temperature)": ?("?)([^"[\]{},]+)/g,
      ),
    ]
    expect(values.length).toBeGreaterThan(8)
    for (const value of values) {
      const within = value[2] ?? ''
      if (within.trim() === 'null' || within.trim() === '') continue
      const at = value.index + value[0].length - within.length + Math.floor(within.length / 2)
      const letter = text[at] ?? ''
      const other = /\d/.test(letter) ? String((Number(letter) + 1) % 10) : letter === 'q' ? 'w' : 'q'
      const isOfSigned = at > start && at < end
      const { code } = await verify(text.slice(0, at) + other + text.slice(at + 1))
      if (isOfSigned || /personality|system_prompt/.test(value[0])) expect(code, value[0]).not.toBe(0)
      if (code !== 0) refused += 1
    }
  }
  expect(refused).toBeGreaterThan(12)
})

test('an import keeps only a signature that verifies, and what it says of a parent as what it says', async () => {
  const agent = await signedAgent()
  const card = JSON.parse(new TextDecoder().decode(await cardOf(here, agent.id, ada, 'json')))
  const { bionic } = card.data.extensions
  bionic.signed.manifest.personality += '!'
  bionic.copy_of = { id: randomUUID(), name: 'Lantern', owner: bob.address, hash: null }
  const id = await bring(there, Buffer.from(JSON.stringify(card)), bob)
  expect(await view(there, id, bob)).toMatchObject({
    credits: [],
    elsewhere: { signed: null, copyOf: bionic.copy_of },
  })
  for (const odd of [null, 7, [], { manifest: 1 }, { ...bionic.signed, signer: 'x' }, 'x'.repeat(100_000)]) {
    bionic.signed = odd
    bionic.copy_of = odd
    expect(
      (await view(there, await bring(there, Buffer.from(JSON.stringify(card)), bob), bob)).elsewhere,
    ).toBeNull()
  }
})

test('an export of everything has the signature, which verifies there, and comes in again', async () => {
  const agent = await signedAgent()
  const zip = new Uint8Array(await (await here.send('GET', '/api/me/export', { as: ada })).arrayBuffer())
  const files = [...(await unzip(zip)).entries()]
  const exported = files.find(
    ([path, text]) => /^agents\/.*\.json$/.test(path) && String(text).includes(agent.id),
  )
  expect(await verify(String(exported?.[1]))).toMatchObject({ code: 0 })
  expect(await verify(String(exported?.[1]).replace('Keep the lamp.', 'Keep the lamps.'))).toMatchObject({
    code: 1,
  })
})

test('the program says by its exit code whether a file is what was signed', {
  timeout: 240_000,
}, async () => {
  const agent = await signedAgent()
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const program = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/verify.ts', ...args], { encoding: 'utf8', env })
  const file = join(folder, 'card.json')
  const card = new TextDecoder().decode(await cardOf(here, agent.id, ada, 'json'))
  writeFileSync(file, card)
  const said = program('agent', file)
  expect([said.status, said.stdout]).toEqual([0, expect.stringContaining(`Signed by ${ada.address}`)])
  writeFileSync(file, card.replace('Keep the lamp.', 'Keep the lamps.'))
  expect(program('agent', file).status).toBe(1)
  writeFileSync(file, 'nothing')
  for (const args of [['agent', file], [], ['agent'], ['agent', join(folder, 'none')], ['tree', file]])
    expect(await runVerify(args)).toBe(2)
})
