import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../base/log.ts'
import { connectDatabase } from './open-database.ts'
import { connectAlone } from './open-postgresql.ts'

const log = createLog('silent')
const refusal = (databaseUrl: string) =>
  connectDatabase({ databaseUrl, dataDir: '', log }).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  )

/** A server that answers the first message with a PostgreSQL error. */
async function refusingServer(code: string, message: string): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
    const head = Buffer.alloc(5)
    head.write('E')
    head.writeInt32BE(fields.length + 4, 1)
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('where nothing listens, one sentence names the place and what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  expect(await refusal(`postgres://someone:s3cret@127.0.0.1:${port}/app`)).toBe(
    `DatabaseError: No PostgreSQL answers at 127.0.0.1:${port}: start it or correct DATABASE_URL, or leave DATABASE_URL out to use the embedded database.`,
  )
})

test('where something listens that does not answer, a backup and a restore are told so as a server is', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const said = expect(connectAlone(`postgres://someone@127.0.0.1:${port}/app`)).rejects.toThrow(
    `PostgreSQL at 127.0.0.1:${port} did not answer within 5 seconds: check the network and DATABASE_URL.`,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  await said
})

test.each([
  ['28P01', 'password authentication failed for user "some one"', 'does not let some one in'],
  ['3D000', 'database "my app" does not exist', 'has no database my app'],
  ['53300', 'too many clients', "can't be used (53300: too many clients)"],
  ['XX000', 'what is s3cret/ or s3cret%2F?', "can't be used (XX000: what is … or …?)"],
])('error %s of the server becomes a sentence without the password', async (code, message, sentence) => {
  const port = await refusingServer(code, message)
  const said = await refusal(`postgres://some%20one:s3cret%2F@127.0.0.1:${port}/my%20app`)
  expect(said).toContain(`DatabaseError: PostgreSQL at 127.0.0.1:${port} ${sentence}`)
  expect(said).not.toContain('s3cret')
})

test.each(['postgres://user:s3cret@host:port/app', 'postgres://user:s3c/ret@127.0.0.1/app'])(
  'an address that is none is said to be so: %s',
  async (databaseUrl) => {
    const said = await refusal(databaseUrl)
    expect(said).toMatch(/^DatabaseError: .*DATABASE_URL/)
    expect(said).not.toContain('s3c')
  },
)

test.runIf(process.env.DATABASE_URL)(
  'a user whose tables would be elsewhere is told how they come to be where they are looked for',
  async () => {
    const url = new URL(process.env.DATABASE_URL ?? '')
    url.searchParams.set('options', '-c search_path=pg_catalog')
    expect(await refusal(url.href)).toMatch(
      /^DatabaseError: New tables of \S+ are made in the schema “pg_catalog” of this database, and those of Bionic are in “public”: run alter role … set search_path = public\.$/,
    )
  },
)
