import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import type { Navigate } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'
import { changeLists, withoutItems } from '../list/list-data.ts'
import { offerUndo } from './offer-undo.ts'

/** How things of one kind are deleted and brought back, and what is said meanwhile. */
export interface UndoableDelete<Item extends { id: string }, Back> {
  /** @returns null where the person declined to sign in, so that nothing happened @throws {ApiError} */
  remove: (item: Item) => Promise<unknown>
  /** @returns null where the person declined to sign in @throws {ApiError} */
  restore: (item: Item) => Promise<Back | null>
  /** Sentences. Those that say what failed end with a full stop, and the reason follows them. */
  words: (item: Item) => { deleted: string; restored: string; notDeleted: string; notRestored: string }
  /**
   * What begins the keys of the lists that it leaves before the server has answered, to come back where the server
   * refuses. Without it a dialog asks first, and shows why it failed; with it a toast says that.
   */
  lists?: QueryKey
  /** Where whoever deletes what is shown is led, and by undoing back from there; undefined for what is not shown. */
  place?: (item: Item) => { after: string; back: string; sameScreen?: true } | undefined
  /** It is deleted, and its screen was left. */
  onDeleted?: (item: Item) => unknown
  /** It is there again. */
  onRestored?: (item: Item, back: Back) => unknown
}

interface Page {
  queryClient: QueryClient
  navigate: Navigate
}

/**
 * Deletes a thing, and offers to undo that. What was deleted in another tab already counts as deleted.
 * @returns whether it is deleted
 * @throws what the server or the network refused it with, where a dialog asks
 */
export async function deleteUndoably<Item extends { id: string }, Back>(
  kind: UndoableDelete<Item, Back>,
  item: Item,
  page: Page,
): Promise<boolean> {
  const { lists } = kind
  const { deleted, notDeleted } = kind.words(item)
  const { queryClient, navigate } = page
  const putBack =
    lists &&
    (await changeLists<Item>(queryClient, lists, (data) => withoutItems(data, ({ id }) => id === item.id)))
  try {
    if ((await kind.remove(item)) === null) {
      putBack?.()
      return false
    }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      putBack?.()
      if (!lists) throw error
      void queryClient.invalidateQueries({ queryKey: lists })
      toast.error(`${notDeleted} ${explainError(error)}`)
      return false
    }
  }
  const place = kind.place?.(item)
  if (place) navigate(place.after, place.sameScreen && { replace: true, state: { sameScreen: true } })
  offerUndo(deleted, () => void undo(kind, item, page))
  await kind.onDeleted?.(item)
  return true
}

async function undo<Item extends { id: string }, Back>(
  kind: UndoableDelete<Item, Back>,
  item: Item,
  { navigate }: Page,
): Promise<void> {
  const { restored, notRestored } = kind.words(item)
  try {
    const back = await kind.restore(item)
    if (back === null) return
    await kind.onRestored?.(item, back)
  } catch (error) {
    toast.error(`${notRestored} ${explainError(error)}`)
    return
  }
  const place = kind.place?.(item)
  if (place?.after === window.location.pathname + window.location.search)
    navigate(place.back, place.sameScreen && { state: { sameScreen: true } })
  else toast.success(restored)
}
