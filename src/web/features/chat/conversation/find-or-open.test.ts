import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import { createApi } from '../../../lib/http/api.ts'
import { findOrOpen, type Wanted } from './find-or-open.ts'
import { keptConversations } from './kept-conversations.ts'
import { unsentFiles } from './unsent-files.ts'

const storage = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('sessionStorage', mapStorage(storage))
})
afterEach(() => {
  storage.clear()
  vi.unstubAllGlobals()
})

const api = createApi('http://localhost', () => new Promise(() => {}))
const lease = { id: 'f', name: 'lease.md', bytes: 60 }

function open(agentId: string, keep: Wanted['keep'] = 'server') {
  const owner = keep === 'server' ? 'ada' : null
  const page = { api, client: new QueryClient(), mayBeKept: false }
  return findOrOpen({ agentId, conversationId: null, keep, owner }, page)
}

test('whoever comes back to a conversation that has files and no question yet finds it, and others do not', () => {
  const first = open('nova')
  unsentFiles.remember(first.id, [lease])
  expect(open('nova', 'page').id).not.toBe(first.id)
  expect(open('nova').id).toBe(first.id)
  expect(open('other').id).not.toBe(first.id)
  unsentFiles.remember(first.id, [])
  expect(open('nova').id).not.toBe(first.id)
})

test('a conversation that has begun is no new one, whatever files wait for its next question', () => {
  const begun = open('nova')
  expect(begun.send('What is light?')).toBe(true)
  begun.close()
  // As a page after a reload, which has none of it.
  keptConversations.forget(begun.id)
  unsentFiles.remember(begun.id, [lease])
  expect(open('nova').id).not.toBe(begun.id)
})
