import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { testDatabase } from '../../../../../test/database.ts'
import { startModelHub } from '../../../../../test/model-hub.ts'
import type { Sent } from '../../../../../test/sign-in.ts'
import { createTestWallet } from '../../../../../test/wallet.ts'
import { workingFolder } from '../../../../../test/working-folder.ts'
import { localModelSchema } from '../../../../shared/models/local-model.ts'
import { LocalModels } from '../../../llm/local/local-models.ts'

const database = await testDatabase()
const weights = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(200_000, 5)])
const path = '/api/place/local-model'

/** An app whose machine has an engine, as far as the folder tells, and no model. */
async function setUp() {
  const folder = await mkdtemp(join(workingFolder, 'place-model-'))
  const hub = await startModelHub(weights)
  const engine = join(folder, 'engine')
  await mkdir(join(engine, 'node_modules', 'node-llama-cpp'), { recursive: true })
  await writeFile(join(engine, 'package.json'), '{"dependencies":{"node-llama-cpp":"1.0.0"}}')
  await writeFile(join(engine, 'node_modules', 'node-llama-cpp', 'package.json'), '{"version":"1.0.0"}')
  const local = new LocalModels({ folder: join(folder, 'models'), engine, hub: hub.address })
  onTestFinished(async () => {
    await local.close()
    await hub.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { hub, local, folder, engine }
}

test('only who runs the place can see and change its model, and only to one that is offered', async () => {
  const { local, hub } = await setUp()
  const wallet = createTestWallet()
  const app = testApp(database, { local, settings: { OPERATORS: [wallet.address] } })
  const [operator, other] = [await app.signIn(wallet), await app.signIn()]
  const ask = async (method: string, sent: Sent = {}) => {
    const response = await app.send(method, path, sent)
    return { status: response.status, body: await response.json() }
  }
  for (const as of [undefined, other])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(
        await ask(method, { ...(as && { as }), ...(method === 'POST' && { json: { name: 'small' } }) }),
      ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  for (const name of ['somebody/else', '/etc/passwd', 'https://example.com/a.gguf'])
    expect(await ask('POST', { as: operator, json: { name } })).toMatchObject({ status: 422 })
  expect(hub.asked).toEqual([])

  const { status, body } = await ask('GET', { as: operator })
  expect(status).toBe(200)
  expect(localModelSchema.parse(body)).toMatchObject({ state: { kind: 'absent' } })
  expect(JSON.stringify(body)).not.toContain('reference')
})

test('a model that has arrived answers without a restart, and one that was cancelled goes on', async () => {
  const { local, hub } = await setUp()
  const wallet = createTestWallet()
  const app = testApp(database, { local, settings: { OPERATORS: [wallet.address] } })
  const as = await app.signIn(wallet)
  const ask = async (method: string, json?: object) =>
    localModelSchema.parse(await (await app.send(method, path, { as, ...(json && { json }) })).json()).state
  const engine = async () => (await app.send('GET', '/api/chat/engine', { as })).json()

  const held = Promise.withResolvers<void>()
  hub.pause = () => held.promise
  await ask('POST', { name: 'small' })
  await expect.poll(() => ask('GET')).toMatchObject({ kind: 'downloading', name: 'Qwen3 0.6B', of: 200_004 })
  expect(await ask('DELETE')).toEqual({ kind: 'absent' })
  expect(await engine()).toEqual({ kind: 'offline', canBeReplaced: true })

  hub.pause = null
  held.resolve()
  await Promise.all([ask('POST', { name: 'small' }), ask('POST', { name: 'small' })])
  expect(await local.settled()).toEqual({ kind: 'ready', name: 'Qwen3 0.6B' })
  expect(hub.asked).toHaveLength(2)
  expect(await engine()).toEqual({ kind: 'local', server: 'This machine', model: 'Qwen3 0.6B' })
})

test('another server of the same folder has the model that a command got meanwhile, until its file is gone', async () => {
  const { local, folder, engine, hub } = await setUp()
  const other = new LocalModels({ folder: join(folder, 'models'), engine, hub: hub.address })
  onTestFinished(() => other.close())
  expect(other.state()).toEqual({ kind: 'absent' })
  local.start('small')
  await local.settled()
  expect(other.model()).toMatchObject({ ref: 'here/Qwen3-0.6B', provider: 'This machine' })
  await rm(join(folder, 'models'), { recursive: true })
  expect(other.model()).toBeNull()
})

test('a failure is a sentence that stays until it is put away', async () => {
  const { local, hub } = await setUp()
  hub.faults.push('sends other bytes')
  local.start('small')
  const failed = {
    kind: 'failed',
    sentence: 'What arrived is not the file that the hub lists, so it was deleted.',
  }
  expect(await local.settled()).toEqual(failed)
  expect(local.state()).toEqual(failed)
  expect(local.model()).toBeNull()
  await local.cancel()
  expect(local.state()).toEqual({ kind: 'absent' })
})
