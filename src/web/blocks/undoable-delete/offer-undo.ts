import { UNDO_DELETE_MS } from '../../../shared/common/limits.ts'
import { toast } from '../../ui/toast.ts'

export function offerUndo(message: string, undo: () => void): void {
  toast.success(message, { duration: UNDO_DELETE_MS, action: { label: 'Undo', onClick: undo } })
}
