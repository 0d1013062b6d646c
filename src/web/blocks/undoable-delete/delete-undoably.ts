import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import type { Navigate } from '../../lib/router/router.tsx'
import { toast } from '../../ui/toast.ts'
import { changeLists, withoutItems } from '../list/list-data.ts'
import { offerUndo } from './offer-undo.ts'

export interface UndoableDelete<Item extends { id: string }, Back> {
  /** @returns null if the person declined to sign in, so that nothing happened @throws {ApiError} */
  remove: (item: Item) => Promise<unknown>
  /** @returns null if the person declined to sign in @throws {ApiError} */
  restore: (item: Item) => Promise<Back | null>
  /** Those about a failure end with a full stop, and the reason follows them. */
  words: (item: Item) => { deleted: string; restored: string; notDeleted: string; notRestored: string }
  /**
   * The key prefix of the lists that the item leaves optimistically. With it, a toast reports a failure; without it, a
   * dialog asks first and shows the failure.
   */
  lists?: QueryKey
  /** Where deleting navigates to, and undoing back to; undefined for an item that is not shown. */
  place?: (item: Item) => { after: string; back: string; sameScreen?: true } | undefined
  onDeleted?: (item: Item) => unknown
  onRestored?: (item: Item, back: Back) => unknown
}

interface Page {
  queryClient: QueryClient
  navigate: Navigate
}

/**
 * A 404 counts as deleted, because another tab may have deleted the item already.
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
