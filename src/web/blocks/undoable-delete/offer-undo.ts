import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import { toast } from '../../ui/toast.ts'

/** Says what was taken away, and for ten seconds how to have it back. */
export function offerUndo(message: string, undo: () => void): void {
  toast.success(message, { duration: UNDO_DELETE_MS, action: { label: 'Undo', onClick: undo } })
}
