import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Account, newAgent, testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { signVersion } from '../../../../../test/sign-version.ts'
import { type SigningForm, tamper } from '../../../../../test/wallet.ts'
import { type Agent, agentSchema } from '../../../../shared/agents/agents.ts'
import { differences, manifestHash } from '../../../../shared/agents/manifest.ts'
import {
  type AgentManifestView,
  agentManifestSchema,
  type VersionProof,
  verifySignedVersion,
} from '../../../../shared/agents/signed-version.ts'
import { trustLimits } from '../../../../shared/trust/trust-limits.ts'
import { versionCrypto } from '../../../domain/agents/version-crypto.ts'

const database = await testDatabase()
const { send, signIn, advance, sign: signFor } = testApp(database)
const [ada, bob] = [await signIn(), await signIn()]

let ahead = 0
const later = (milliseconds: number) => {
  ahead += milliseconds
  advance(milliseconds)
}
const now = () => new Date(Date.now() + ahead)

async function make(fields: object = {}, as = ada): Promise<Agent> {
  const response = await send('POST', '/api/agents', { as, json: { ...newAgent, ...fields } })
  return agentSchema.parse(await response.json())
}
async function view(id: string, as?: Account): Promise<AgentManifestView> {
  const response = await send('GET', `/api/agents/${id}/manifest`, { as })
  return agentManifestSchema.parse(await response.json())
}
const change = (id: string, json: object, as = ada) => send('PATCH', `/api/agents/${id}`, { as, json })
const put = (id: string, json: object, as = ada) => send('PUT', `/api/agents/${id}/signature`, { as, json })
const outcome = async (response: Response) => [
  response.status,
  ((await response.json()) as { code?: string }).code,
]

async function signNow(id: string, as = ada, form?: SigningForm): Promise<VersionProof> {
  const { hash } = await view(id, as)
  const proof = signVersion(as.wallet, { agent: id, version: hash, time: now() }, form)
  expect((await put(id, proof, as)).status).toBe(200)
  return proof
}

test('a published agent has a manifest that anybody can hash again, and that says what its page says', async () => {
  const agent = await make()
  const { hash, manifest, state, chain, credits, elsewhere } = await view(agent.id)
  expect(await manifestHash(manifest, versionCrypto.sha256)).toBe(hash)
  expect(differences(manifest, agent)).toEqual([])
  expect({ state, credits, elsewhere }).toEqual({ state: 'unsigned', credits: [], elsewhere: null })
  expect(chain).toMatchObject([{ hash, before: null, version: 1, signer: null, signedAt: null }])
  expect(await view(agent.id, bob)).toEqual(await view(agent.id, ada))
})

test('a draft has the hash that it is published with, and nothing is stored of it before', async () => {
  const draft = await make({ isPublic: false })
  const before = await view(draft.id)
  expect(before).toMatchObject({ state: 'draft', chain: [] })
  expect(
    await outcome(
      await put(draft.id, signVersion(ada.wallet, { agent: draft.id, version: before.hash, time: now() })),
    ),
  ).toEqual([409, 'conflict'])
  expect((await send('POST', `/api/agents/${draft.id}/publish`, { as: ada })).status).toBe(200)
  expect(await view(draft.id)).toMatchObject({
    hash: before.hash,
    state: 'unsigned',
    chain: [{ hash: before.hash }],
  })
})

test('each change of what reaches a prompt is the next of the chain, and nothing else is', async () => {
  const agent = await make()
  const persona = {
    greetings: [],
    background: '',
    systemPrompt: '',
    exampleMessages: '',
    postHistoryInstructions: '',
    nickname: '',
  }
  const setPersona = (json: object) => send('PUT', `/api/agents/${agent.id}/persona`, { as: ada, json })
  const changes: (() => Promise<Response>)[] = [
    () => change(agent.id, { name: 'Ada II' }),
    () => change(agent.id, { description: 'Explains at once.' }),
    () => change(agent.id, { personality: 'You are Ada the Second.' }),
    () => change(agent.id, { capabilities: ['Waiting'] }),
    () => change(agent.id, { knowledgeDomains: ['Waiting'] }),
    () => change(agent.id, { model: { ref: null, temperature: 0.5, length: null, effort: null } }),
    () => change(agent.id, { model: { ref: null, temperature: 0.25, length: null, effort: null } }),
    () => change(agent.id, { tools: { own: ['time'], servers: [] } }),
    ...Object.keys(persona).map(
      (field) => () =>
        setPersona({
          persona: { ...persona, [field]: field === 'greetings' ? ['Hi.'] : 'Hi.' },
          lorebook: null,
        }),
    ),
    () =>
      setPersona({
        persona,
        lorebook: { entries: [{ keys: ['lamp'], content: 'It is lit.', enabled: true, insertion_order: 1 }] },
      }),
    () =>
      setPersona({
        persona,
        lorebook: {
          entries: [{ keys: ['lamps'], content: 'It is lit.', enabled: true, insertion_order: 1 }],
        },
      }),
    () =>
      send(
        'POST',
        `/api/agents/${agent.id}/sources?${new URLSearchParams({ id: randomUUID(), name: 'lease.md' })}`,
        { as: ada, body: 'The rent is due on the third.' },
      ),
  ]
  const hashes = [(await view(agent.id)).hash]
  for (const [index, act] of changes.entries()) {
    later(1_000)
    const answer = await act()
    expect(answer.ok, `${index}: ${await answer.clone().text()}`).toBe(true)
    if (index === changes.length - 1)
      await expect.poll(async () => (await view(agent.id)).manifest.documents.length).toBe(1)
    const { hash, manifest } = await view(agent.id)
    expect(manifest.before, `${index}`).toBe(hashes.at(-1))
    hashes.push(hash)
  }
  expect(new Set(hashes).size).toBe(changes.length + 1)
  for (const same of [
    { category: 'quantum' },
    { visibilityEnabled: true },
    { allowsCopies: true },
    { name: 'Ada II' },
  ])
    expect((await change(agent.id, same)).status).toBe(200)
  const { chain } = await view(agent.id)
  expect(chain.map(({ hash }) => hash)).toEqual(hashes.toReversed())

  // Every earlier hash leads to what it was, for its owner; others learn that there was one.
  for (const { hash } of chain) {
    const found = await send('GET', `/api/agents/${agent.id}/manifests/${hash}`, { as: ada })
    const { manifest } = (await found.json()) as Pick<AgentManifestView, 'manifest'>
    expect(await manifestHash(manifest, versionCrypto.sha256)).toBe(hash)
    const others = await send('GET', `/api/agents/${agent.id}/manifests/${hash}`, { as: bob })
    expect(others.status).toBe(hash === hashes.at(-1) ? 200 : 404)
  }
  for (const none of ['0'.repeat(64), 'A'.repeat(64), 'x', hashes[0]?.slice(1)])
    expect((await send('GET', `/api/agents/${agent.id}/manifests/${none}`, { as: ada })).status).toBe(404)
})

test.each<SigningForm>(['plain', 'short-header', 'version-0', 'version-1'])(
  'an owner signs what is published, and everybody can verify it: %s',
  async (form) => {
    const agent = await make()
    const proof = await signNow(agent.id, ada, form)
    const { state, signed, manifest, hash } = await view(agent.id)
    expect({ state, signed }).toEqual({
      state: 'signed',
      signed: { ...proof, signer: ada.address, hash, version: 1 },
    })
    if (!signed) throw new Error('not signed')
    expect(await verifySignedVersion({ manifest, ...signed }, versionCrypto)).toMatchObject({
      place: 'http://localhost:3000',
      agent: agent.id,
      version: hash,
    })

    later(1_000)
    await change(agent.id, { description: 'Changed since.' })
    const after = await view(agent.id)
    expect(after).toMatchObject({ state: 'changed', signed: { hash, signer: ada.address } })
    expect(after.chain.map(({ signer }) => signer)).toEqual([null, ada.address])
    await signNow(agent.id, ada, form)
    expect((await view(agent.id)).state).toBe('signed')
  },
)

test('a signature is good for one agent, version, place and time, and its owner alone', async () => {
  const [agent, other] = [await make(), await make()]
  const { hash } = await view(agent.id)
  const good = { agent: agent.id, version: hash, time: now() }
  const refused: [string, VersionProof, string][] = [
    ['of another agent', signVersion(ada.wallet, { ...good, agent: other.id }), agent.id],
    ['of this one, for another agent', signVersion(ada.wallet, good), other.id],
    ['of another version', signVersion(ada.wallet, { ...good, version: '0'.repeat(64) }), agent.id],
    ['for another place', signVersion(ada.wallet, { ...good, place: 'https://elsewhere.example' }), agent.id],
    [
      'of long ago',
      signVersion(ada.wallet, { ...good, time: new Date(now().getTime() - 301_000) }),
      agent.id,
    ],
    [
      'of the future',
      signVersion(ada.wallet, { ...good, time: new Date(now().getTime() + 301_000) }),
      agent.id,
    ],
    ['of another wallet', signVersion(bob.wallet, good), agent.id],
    ['of a sign-in', ada.wallet.prove('Sign in to Bionic.'), agent.id].map((part) =>
      typeof part === 'object' ? { signedMessage: part.signedMessage, signature: part.signature } : part,
    ) as [string, VersionProof, string],
  ]
  for (const [why, proof, id] of refused)
    expect(await outcome(await put(id, proof)), why).toEqual([403, 'signature_rejected'])
  expect(
    (await send('PUT', `/api/agents/${agent.id}/signature`, { json: signVersion(ada.wallet, good) })).status,
  ).toBe(401)
  expect(await outcome(await put(agent.id, signVersion(bob.wallet, good), bob))).toEqual([403, 'forbidden'])
  expect(await outcome(await put(randomUUID(), signVersion(ada.wallet, good)))).toEqual([404, 'not_found'])

  const honest = signVersion(ada.wallet, good)
  for (let at = 0; at < 64; at += 7)
    for (const part of ['signedMessage', 'signature'] as const)
      expect(await outcome(await put(agent.id, { ...honest, [part]: tamper(honest[part], at) }))).toEqual([
        403,
        'signature_rejected',
      ])
  for (const bad of [
    {},
    { ...honest, signature: '' },
    { ...honest, signedMessage: 'a b' },
    { ...honest, more: 1 },
    { ...honest, signedMessage: 'A'.repeat(4_000) },
    [],
    'x',
  ])
    expect((await put(agent.id, bad as object)).status).toBe(422)
  expect((await view(agent.id)).state).toBe('unsigned')

  // A published version that was signed is not what is published now.
  expect((await put(agent.id, honest)).status).toBe(200)
  await change(agent.id, { description: 'Another.' })
  expect(await outcome(await put(agent.id, honest))).toEqual([403, 'signature_rejected'])
})

test('after a handover what the former owner signed stays theirs, and the new one signs for themselves', async () => {
  const agent = await make()
  await signNow(agent.id)
  const terms = { to: bob.address, agentId: agent.id }
  const offer = await send('POST', '/api/me/handovers', {
    as: ada,
    json: terms,
    headers: await signFor(ada, { action: 'hand-over', ...terms }),
  })
  const { id } = (await offer.json()) as { id: string }
  const headers = await signFor(bob, { action: 'take-over', from: ada.address, agentId: agent.id })
  expect((await send('POST', `/api/me/handovers/${id}/take`, { as: bob, headers })).status).toBe(204)
  expect(await view(agent.id)).toMatchObject({ state: 'signed', signed: { signer: ada.address } })
  expect(
    (
      await put(
        agent.id,
        signVersion(ada.wallet, { agent: agent.id, version: (await view(agent.id)).hash, time: now() }),
      )
    ).status,
  ).toBe(403)
  await signNow(agent.id, bob)
  expect(await view(agent.id)).toMatchObject({ state: 'signed', signed: { signer: bob.address } })
})

test('a signature says nothing of a deleted agent, and a hidden one is its owner’s alone', async () => {
  const agent = await make()
  await signNow(agent.id)
  await change(agent.id, { visibilityEnabled: false })
  expect((await send('GET', `/api/agents/${agent.id}/manifest`)).status).toBe(404)
  expect((await view(agent.id, ada)).state).toBe('signed')
  await send('DELETE', `/api/agents/${agent.id}`, { as: ada })
  expect((await send('GET', `/api/agents/${agent.id}/manifest`, { as: ada })).status).toBe(404)
  expect((await send('POST', `/api/agents/${agent.id}/restore`, { as: ada })).status).toBe(200)
  expect((await view(agent.id, ada)).state).toBe('signed')
})

test('two changes at once are one chain, of which so many are kept', async () => {
  const agent = await make()
  const before = await view(agent.id)
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => change(agent.id, { description: `Change ${index}.` })),
  )
  const { chain } = await view(agent.id)
  for (const [index, { before }] of chain.entries()) expect(before).toBe(chain[index + 1]?.hash ?? null)
  // As if there had been as many versions since as are kept.
  await database.sql`
    update agent_manifests set number = number - ${trustLimits.agentManifests} where agent_id = ${agent.id} and before is null`
  await change(agent.id, { description: 'One more.' })
  const kept = await view(agent.id)
  expect(kept.chain.map(({ hash }) => hash)).toEqual([
    kept.hash,
    ...chain.slice(0, -1).map(({ hash }) => hash),
  ])
  expect(chain.at(-1)?.hash).toBe(before.hash)
})
