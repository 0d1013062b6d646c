import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import { toast } from '../../ui/toast.ts'

/** Shows a toast that says what was deleted, with an Undo button for ten seconds. */
export function offerUndo(message: string, undo: () => void): void {
  toast.success(message, { duration: UNDO_DELETE_MS, action: { label: 'Undo', onClick: undo } })
}
