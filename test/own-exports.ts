import { expect } from 'vitest'
import { ZipFile } from 'yazl'
import type { ImportPreview, ImportResult } from '../src/shared/own-data/own-data.ts'
import type { Account, Send } from './sign-in.ts'
import { unzip } from './zips.ts'

const headers = { 'content-type': 'application/zip' }

export async function exportOf(send: Send, as: Account): Promise<Uint8Array> {
  const answer = await send('GET', '/api/me/export', { as })
  expect(answer.headers.get('content-type')).toBe('application/zip')
  return new Uint8Array(await answer.arrayBuffer())
}

export async function previewOf(send: Send, as: Account, zip: Uint8Array): Promise<ImportPreview> {
  const answer = await send('POST', '/api/me/imports/preview', { as, body: Uint8Array.from(zip), headers })
  expect(answer.status).toBe(200)
  return answer.json()
}

export async function importTo(
  send: Send,
  as: Account,
  zip: Uint8Array,
  id: string = crypto.randomUUID(),
): Promise<ImportResult> {
  const answer = await send('PUT', `/api/me/imports/${id}`, { as, body: Uint8Array.from(zip), headers })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The same export with other files, whose content is text. */
export async function changedExport(
  zip: Uint8Array,
  change: (files: Map<string, string>) => void,
): Promise<Uint8Array> {
  const files = await unzip(zip)
  change(files)
  const made = new ZipFile()
  for (const [path, content] of files) made.addBuffer(Buffer.from(content), path)
  made.end()
  const chunks: Buffer[] = []
  for await (const chunk of made.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
