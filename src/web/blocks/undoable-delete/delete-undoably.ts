import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import type { Navigate } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'
import { changeLists, withoutItems } from '../list/list-data.ts'
import { offerUndo } from './offer-undo.ts'

/** How items of one kind are deleted and restored, and the messages for it. */
export interface UndoableDelete<Item extends { id: string }, Back> {
  /** Deletes the item. @returns null if the person declined to sign in, so that nothing happened @throws {ApiError} */
  remove: (item: Item) => Promise<unknown>
  /** Restores the item. @returns null if the person declined to sign in @throws {ApiError} */
  restore: (item: Item) => Promise<Back | null>
  /** The messages. Those about a failure end with a full stop, and the reason follows them. */
  words: (item: Item) => { deleted: string; restored: string; notDeleted: string; notRestored: string }
  /**
   * The key prefix of the lists from which the item is removed optimistically; it is put back if the server refuses.
   * With it, a toast reports a failure. Without it, a dialog asks for confirmation first and shows the failure.
   */
  lists?: QueryKey
  /**
   * Where deleting the item navigates to, and where undoing navigates back to; undefined for an item that is not
   * shown.
   */
  place?: (item: Item) => { after: string; back: string; sameScreen?: true } | undefined
  onDeleted?: (item: Item) => unknown
  onRestored?: (item: Item, back: Back) => unknown
}

interface Page {
  queryClient: QueryClient
  navigate: Navigate
}

/**
 * Deletes an item, and offers to undo that. A 404 counts as deleted, because another tab may have deleted the item
 * already.
 * @returns whether the item is deleted
 * @throws the error of the request, if `kind.lists` is not set, because the dialog shows it
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
