import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import { ApiError } from '../../lib/http/api.ts'
import type { NavigateOptions } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'
import type { ToastOptions } from '../../ui/toaster.tsx'
import type { ListData } from '../list/list-query.ts'
import { deleteUndoably, type UndoableDelete } from './delete-undoably.ts'

interface Run {
  id: string
}
const lists = ['runs', 'list']
const kept: ListData<Run> = {
  pages: [{ items: [{ id: 'a' }, { id: 'b' }], nextCursor: null }],
  pageParams: [''],
}
const refusal = (status: number) =>
  new ApiError(status, {
    type: 'about:blank',
    title: 'No',
    detail: 'Not now.',
    status,
    code: 'conflict',
    requestId: 'r',
  })
const words = {
  deleted: 'Deleted',
  restored: 'Restored',
  notDeleted: 'Not deleted.',
  notRestored: 'Not restored.',
}

/** The texts of the toasts, and the undo of the last one. */
const said: string[] = []
let offered: ToastOptions | undefined

beforeEach(() => {
  const show = (message: string, options?: ToastOptions): undefined => {
    said.push(message)
    if (options?.action) offered = options
  }
  vi.spyOn(toast, 'success').mockImplementation(show)
  vi.spyOn(toast, 'error').mockImplementation(show)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  said.length = 0
  offered = undefined
})

/** A page with two stored runs, of which the first is deleted. @param asks whether a dialog asked for confirmation */
function page(kind: Partial<UndoableDelete<Run, unknown>> = {}, asks = false) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(lists, kept)
  const went: [string, NavigateOptions?][] = []
  const navigate = (...to: unknown[]) => void went.push(to as (typeof went)[number])
  const remove = () =>
    deleteUndoably(
      {
        remove: async () => {},
        restore: async () => ({}),
        words: () => words,
        ...(!asks && { lists }),
        ...kind,
      },
      { id: 'a' },
      { queryClient, navigate },
    )
  const listed = () => queryClient.getQueryData<ListData<Run>>(lists)?.pages[0]?.items.map(({ id }) => id)
  return { remove, listed, went }
}

/** Presses the undo of the last toast, at an address. */
async function undo(address: string) {
  const { pathname, search } = new URL(address, 'http://localhost')
  vi.stubGlobal('window', { location: { pathname, search } })
  offered?.action?.onClick()
  // Everything that follows runs in promises that are resolved already.
  await new Promise((resolve) => setTimeout(resolve))
}

test('it leaves its lists before the server has answered, and undoing is offered for ten seconds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { remove, listed } = page({ remove: () => promise })
  const removed = remove()
  await vi.waitFor(() => expect(listed()).toEqual(['b']))
  expect(said).toEqual([])
  resolve()
  expect(await removed).toBe(true)
  expect(said).toEqual(['Deleted'])
  expect(offered?.duration).toBe(UNDO_DELETE_MS)
  await undo('/elsewhere')
  expect(said).toEqual(['Deleted', 'Restored'])
})

test('where the server refuses, it stands in its lists again, and a sentence says why', async () => {
  const { remove, listed } = page({ remove: () => Promise.reject(refusal(409)) })
  expect(await remove()).toBe(false)
  expect(listed()).toEqual(['a', 'b'])
  expect(said).toEqual([`Not deleted. ${refusal(409).message}`])
})

test('what another tab has deleted already is deleted', async () => {
  const { remove, listed } = page({ remove: () => Promise.reject(refusal(404)) })
  expect(await remove()).toBe(true)
  expect(listed()).toEqual(['b'])
  expect(said).toEqual(['Deleted'])
})

test('whoever declines to sign in has deleted nothing, and is told nothing', async () => {
  const { remove, listed } = page({ remove: async () => null })
  expect(await remove()).toBe(false)
  expect(listed()).toEqual(['a', 'b'])
  expect(said).toEqual([])
})

test('a dialog that asked gets the refusal itself', async () => {
  const { remove } = page({ remove: () => Promise.reject(refusal(409)) }, true)
  await expect(remove()).rejects.toThrow(refusal(409).message)
  expect(said).toEqual([])
})

test('who deletes what is shown is led away, and by undoing back, unless they have gone on', async () => {
  const place = () => ({ after: '/swarm', back: '/swarm/a' })
  const stayed = page({ place })
  await stayed.remove()
  await undo('/swarm')
  expect(stayed.went.map(([to]) => to)).toEqual(['/swarm', '/swarm/a'])
  expect(said).toEqual(['Deleted'])

  const left = page({ place })
  await left.remove()
  await undo('/swarm?agent=x')
  expect(left.went.map(([to]) => to)).toEqual(['/swarm'])
  expect(said).toEqual(['Deleted', 'Deleted', 'Restored'])
})

test('an undo that comes too late says so', async () => {
  const { remove } = page({ restore: () => Promise.reject(refusal(410)) })
  await remove()
  await undo('/')
  expect(said).toEqual(['Deleted', `Not restored. ${refusal(410).message}`])
})
