import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '../../../../test/raw-request.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { readEnv } from '../../base/env.ts'
import { DEFAULT_UNFURL } from '../../domain/unfurl/unfurls.ts'
import type { AppEnv } from '../context.ts'
import { createHttpServer } from '../edge/http-server.ts'
import { readStaticFiles, shippedFile, staticFiles } from './static-files.ts'

const folder = fileURLToPath(new URL('../../../web/public', import.meta.url))

test('every file that ships with the web is served, as what it is', async () => {
  const shipped = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`)
  const files = await readStaticFiles(folder)
  expect([...files.keys()].sort()).toEqual(shipped.sort())
  expect(shipped).toEqual(expect.arrayContaining([DEFAULT_IMAGE_URL, DEFAULT_UNFURL, '/favicon.ico']))
  expect(files.get(DEFAULT_UNFURL)?.type).toBe('image/jpeg')
  expect(files.get('/favicon.ico')?.type).toBe('image/x-icon')
})

test('the service worker is looked for anew each time, and may ask for nothing but what is here', async () => {
  const worker = {
    content: { plain: Buffer.from('self') },
    type: 'text/javascript; charset=utf-8',
    etag: '"worker"',
  }
  const files = new Map([
    ['/service-worker.js', worker],
    ['/favicon.svg', worker],
  ])
  const app = new Hono<AppEnv>().use(staticFiles(files))
  const { headers } = await app.request('/service-worker.js')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'")
  const other = await app.request('/favicon.svg')
  expect(other.headers.get('content-security-policy')).toBe("default-src 'none'")
})

test('a file that the build compressed comes as its reader takes it, whole for who takes neither encoding', async () => {
  const built = temporaryFolder()
  const text = Buffer.from('export const answer = 42\n'.repeat(40))
  for (const path of ['assets/code-abc.js', 'robots.txt', 'service-worker.js']) {
    const file = join(built, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    if (path.endsWith('.txt')) continue
    writeFileSync(`${file}.br`, brotliCompressSync(text))
    writeFileSync(`${file}.gz`, gzipSync(text))
  }
  const files = await readStaticFiles(built)
  const app = new Hono<AppEnv>().use(staticFiles(files))
  const plain = (bytes: Buffer) => bytes
  const readers = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, GZIP', 'gzip', gunzipSync],
    ['gzip;q=0, br;q=0, *;q=0', null, plain],
    ['identity', null, plain],
  ] as const
  for (const path of ['/assets/code-abc.js', '/service-worker.js'])
    for (const [accepted, encoding, decode] of readers) {
      const answer = await app.request(path, { headers: { 'accept-encoding': accepted } })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(answer.headers.get('vary')).toBe('accept-encoding')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      expect(decode(bytes)).toEqual(text)
      const head = await app.request(path, { method: 'HEAD', headers: { 'accept-encoding': accepted } })
      expect(head.headers.get('content-length')).toBe(String(bytes.length))
    }
  expect(shippedFile(files, '/service-worker.js')).toEqual(text)
  expect(shippedFile(files, '/robots.txt')).toEqual(text)
  expect(shippedFile(files, '/nothing.js')).toBeUndefined()
})

test('what is named by its content is kept for ever, and anything else is asked for again by its tag', async () => {
  const built = temporaryFolder()
  mkdirSync(join(built, 'assets'))
  writeFileSync(join(built, 'assets/code-abc.js'), 'one')
  writeFileSync(join(built, 'robots.txt'), 'two')
  const app = new Hono<AppEnv>().use(staticFiles(await readStaticFiles(built)))
  const asset = await app.request('/assets/code-abc.js')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(asset.headers.get('etag')).toBeNull()
  const { headers } = await app.request('/robots.txt')
  const again = await app.request('/robots.txt', { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect((await app.request('/robots.txt', { headers: { 'if-none-match': '"another"' } })).status).toBe(200)
})

test('a file that is kept for ever says nothing of its connection but that it ends', async () => {
  const built = temporaryFolder()
  mkdirSync(join(built, 'assets'))
  for (const path of ['assets/code-abc.js', 'robots.txt']) writeFileSync(join(built, path), 'words')
  const app = new Hono<AppEnv>().use(staticFiles(await readStaticFiles(built)))
  const server = createHttpServer({ env: readEnv({}), log: pino({ level: 'silent' }), fetch: app.fetch })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asked = (path: string, closing = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${closing}\r\n`
  const { text } = await rawRequest(address, [
    asked('/assets/code-abc.js'),
    asked('/robots.txt'),
    asked('/assets/code-abc.js', 'Connection: close\r\n'),
  ])
  const said = text.split('HTTP/1.1 200 OK').slice(1)
  expect(said.map((answer) => answer.match(/^(?:connection|keep-alive): .*$/gim) ?? [])).toEqual([
    [],
    ['Connection: keep-alive', 'Keep-Alive: timeout=65'],
    ['Connection: close'],
  ])
})
