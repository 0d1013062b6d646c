import * as texts from '../texts.tsx'

/** In the place of a message whose words were deleted for good. */
export function Deleted() {
  return <p className="py-1 text-sm text-muted italic">{texts.messageDeleted}</p>
}
