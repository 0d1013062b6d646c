import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { DEFAULT_UNFURL } from '../../domain/unfurl/unfurls.ts'
import type { AppEnv } from '../context.ts'
import { readStaticFiles, staticFiles } from './static-files.ts'

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
    bytes: Buffer.from('self'),
    encoded: {},
    type: 'text/javascript; charset=utf-8',
    etag: '"worker"',
    immutable: false,
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
