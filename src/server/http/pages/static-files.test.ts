import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DEFAULT_IMAGE_URL } from '../../../shared/agents/agent-defaults.ts'
import { DEFAULT_UNFURL } from '../../domain/unfurl/unfurls.ts'
import { readStaticFiles } from './static-files.ts'

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
