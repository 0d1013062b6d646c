import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Hono } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../../../test/free-port.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { readEnv } from '../../../base/env.ts'
import { createLog } from '../../../base/log.ts'
import { isProbe, makeProbeKey, signProbe } from '../../../base/secrets/probe-key.ts'
import { createHttpServer } from '../../../http/edge/http-server.ts'
import { probeRoutes } from '../../../http/edge/probe.ts'
import { createOpenAiProvider } from '../../../llm/openai.ts'
import { lookAtDisk } from './look-at-disk.ts'
import { lookAtModel } from './look-at-model.ts'
import { lookAtRedis } from './look-at-redis.ts'
import { lookAtPort, lookAtSettings } from './look-at-settings.ts'
import { lookFromOutside } from './look-from-outside.ts'

async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

interface Way {
  keepsHost?: boolean
  appends?: boolean
  buffers?: boolean
}

/** A proxy as operators set them up, rightly and wrongly. */
function proxyTo(port: () => number, { keepsHost = true, appends = true, buffers = false }: Way): Server {
  return createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { host, ...headers } = incoming.headers
    const asked = request({
      ...{ host: '127.0.0.1', port: port(), path: incoming.url },
      headers: {
        ...headers,
        host: keepsHost ? host : 'backend.internal',
        ...(appends && { 'x-forwarded-for': '192.0.2.7' }),
      },
    })
    asked.on('response', async (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!buffers) return void answer.pipe(outgoing)
      outgoing.end(await buffer(answer))
    })
    asked.end()
  })
}

/** The place's own edge, behind a proxy at which people find it. */
async function place(way: Way, variables: Record<string, string> = {}) {
  let behind = 0
  const front = await listening(proxyTo(() => behind, way))
  const env = readEnv({
    ...{ DATA_DIR: temporaryFolder(), PUBLIC_URL: `http://127.0.0.1:${front}`, ...variables },
  })
  makeProbeKey(env)
  const app = new Hono().route('/', probeRoutes(env) as never)
  const server = createHttpServer({
    env,
    log: createLog('silent'),
    fetch: (asked, own) => app.fetch(asked, own),
  })
  behind = await listening(server as Server)
  return { env: { ...env, PORT: behind }, front }
}

const wrong = async (way: Way, variables: Record<string, string> = {}) =>
  (await lookFromOutside((await place(way, variables)).env)).flatMap(({ check, state }) =>
    state === 'ok' ? [] : [check],
  )

test('a proxy that is set up rightly gives nothing to say', async () => {
  expect(await wrong({}, { TRUSTED_PROXIES: '1' })).toEqual([])
})

test('a proxy that holds back, drops the name, or is not counted is named', async () => {
  expect(await wrong({ buffers: true }, { TRUSTED_PROXIES: '1' })).toEqual(['public.streams'])
  expect(await wrong({ keepsHost: false }, { TRUSTED_PROXIES: '1' })).toEqual(['public.host'])
  expect(await wrong({})).toEqual(['public.proxies'])
  expect(await wrong({ appends: false }, { TRUSTED_PROXIES: '1' })).toEqual(['public.proxies'])
})

test('an address at which nothing or something else answers is named', async () => {
  const { env } = await place({})
  const other = await listening(createServer((_, outgoing) => outgoing.end('hello')))
  const at = (port: number) => lookFromOutside({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` })
  expect(await at(await freePort())).toMatchObject([{ check: 'public.reachable', state: 'fault' }])
  expect((await at(other)).filter(({ state }) => state !== 'ok')).toMatchObject([{ check: 'public.same' }])
})

test('the port is this place’s, another program’s, or free', async () => {
  const { env } = await place({})
  const other = await listening(createServer((_, outgoing) => outgoing.end('hello')))
  expect(await lookAtPort(env)).toMatchObject({ state: 'ok' })
  expect(await lookAtPort({ ...env, PORT: other })).toMatchObject({ state: 'fault' })
  expect(await lookAtPort({ ...env, PORT: await freePort() })).toMatchObject({ state: 'warn' })
})

test('a probe is of whoever knows the place’s secret, and of the last minute', () => {
  const [own, other] = [{ DATA_DIR: temporaryFolder() }, { DATA_DIR: temporaryFolder() }]
  // The doctor leaves nothing behind, which as root would be nobody else's.
  expect([signProbe(own, 1_000_000), readdirSync(own.DATA_DIR)]).toEqual([null, []])
  for (const place of [own, other]) makeProbeKey(place)
  const mark = signProbe(own, 1_000_000) ?? ''
  expect(isProbe(own, mark, 1_000_500)).toBe(true)
  expect(isProbe(own, mark, 1_100_000)).toBe(false)
  expect(isProbe(other, mark, 1_000_500)).toBe(false)
  for (const forged of [undefined, '', '1000000', `${mark}A`, mark.replace('1000000', '1000001')])
    expect(isProbe(own, forged, 1_000_500)).toBe(false)
})

test('a model that refuses its key or says nothing is a fault, without the key in what is said', async () => {
  const port = await listening(
    createServer((_, outgoing) => {
      outgoing.writeHead(401, { 'content-type': 'application/json' })
      outgoing.end('{"error":{"message":"Incorrect API key provided: sk-secret-of-the-place"}}')
    }),
  )
  const apiKey = 'sk-secret-of-the-place'
  const ask = createOpenAiProvider({
    ...{ model: 'm', baseUrl: `http://127.0.0.1:${port}/v1`, apiKey, log: createLog('silent') },
    visionModels: undefined,
  })
  const refused = await lookAtModel({ engine: { kind: 'provider', model: 'm' }, ask })
  expect(refused).toMatchObject({ check: 'model.answer', state: 'fault' })
  expect(JSON.stringify(refused)).not.toContain(apiKey)
  const stalls = async function* (_: unknown, stop: AbortSignal) {
    await new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason)))
    yield { type: 'words', text: 'never' } as const
  }
  expect(
    await lookAtModel({ engine: { kind: 'provider', model: 'm' }, ask: stalls as never }, 50),
  ).toMatchObject({ state: 'fault', says: expect.stringContaining('said nothing') })
})

test('a Redis that is not there, a full disk, and settings that several servers have to share are named', async () => {
  expect(await lookAtRedis(`redis://127.0.0.1:${await freePort()}`, 1)).toMatchObject([
    { check: 'redis.answers', state: 'fault' },
  ])
  expect(await lookAtRedis(undefined, 2)).toMatchObject([{ check: 'redis.needed', state: 'fault' }])
  expect(await lookAtRedis(undefined, 1)).toEqual([])
  expect((await lookAtDisk(temporaryFolder(), 1_000_000_000))[0]).toMatchObject({ state: 'fault' })
  const env = readEnv({ DATA_DIR: temporaryFolder(), DATABASE_URL: 'postgres://a@127.0.0.1/b' })
  expect(lookAtSettings(env, 2).map(({ check, state }) => [check, state])).toEqual([
    ['secret', 'fault'],
    ['operators', 'warn'],
    ['backups', 'warn'],
  ])
})

test('a data folder that is not there or is a file is told, and not made', async () => {
  const folder = temporaryFolder()
  const [missing, file] = [join(folder, 'mistyped'), join(folder, 'file')]
  writeFileSync(file, '')
  expect(await lookAtDisk(missing, 0)).toMatchObject([{ check: 'disk.folder', state: 'fault' }])
  expect(await lookAtDisk(file, 0)).toMatchObject([
    { check: 'disk.folder', state: 'fault', says: expect.stringContaining('is no folder') },
  ])
  // A server on PostgreSQL makes it when it starts: what counts is the disk that it will be on.
  expect(await lookAtDisk(join(missing, 'deeper'), 0, false)).toMatchObject([
    { check: 'disk.room', says: expect.stringContaining(`the disk of ${folder}.`) },
  ])
  expect(readdirSync(folder)).toEqual(['file'])
})

test('only what a schedule made counts as a backup, and a folder that is none is told', async () => {
  const folder = temporaryFolder()
  const ofBackups = (BACKUP_DIR: string) =>
    lookAtSettings(readEnv({ DATA_DIR: folder, BACKUP_DIR }), 1).find(({ check }) => check === 'backups')
  const hoursAgo = (hours: number) =>
    new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-')
  for (const name of ['README', `bionic-${hoursAgo(1)}Z.zip.part`, `bionic-${hoursAgo(-9)}Z-ab.zip`])
    writeFileSync(join(folder, name), '')
  expect(ofBackups(folder)).toMatchObject({
    state: 'warn',
    says: expect.stringMatching(/^There is no backup/),
  })
  writeFileSync(join(folder, `bionic-${hoursAgo(72)}Z-ab12.zip`), '')
  expect(ofBackups(folder)).toMatchObject({ state: 'warn', says: expect.stringContaining('72 hours') })
  writeFileSync(join(folder, `bionic-${hoursAgo(3)}Z.zip`), '')
  expect(ofBackups(folder)).toMatchObject({ state: 'ok', says: expect.stringContaining('3 hours') })
  writeFileSync(join(folder, `bionic-${hoursAgo(2)}Z-ab12-incomplete.zip`), '')
  expect(ofBackups(folder)).toMatchObject({ state: 'warn', says: expect.stringContaining('lacks files') })
  expect(ofBackups(join(folder, 'README'))).toMatchObject({
    state: 'fault',
    mend: expect.stringContaining('BACKUP_DIR'),
  })
})
