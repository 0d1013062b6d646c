import { expect, test } from 'vitest'
import { freePort } from '../../test/free-port.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { readEnv } from './base/env.ts'
import { startServer } from './start-server.ts'

test('a socket that is asked for while the server starts is refused at once, and its connection closed', async () => {
  const port = await freePort()
  const env = readEnv({ DATA_DIR: temporaryFolder(), PORT: `${port}`, LOG_LEVEL: 'silent' })
  const opening = Promise.withResolvers<void>()
  const end = Promise.withResolvers<never>()
  const web = async () => opening.resolve()
  const started = startServer(env, { web, database: async () => {} }, { connect: () => end.promise })
  await opening.promise
  const lines = [
    'GET /api/realtime HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const answer = await rawRequest(`http://127.0.0.1:${port}`, [`${lines.join('\r\n')}\r\n\r\n`])
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1', connection: 'close' } })
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'not_ready' })
  end.reject(new Error('enough'))
  await expect(started).rejects.toThrow('enough')
})
