import { ArrowDownIcon } from '../../ui/icons.tsx'
import { IconButton } from '../messages/icon-button.tsx'
import * as texts from '../texts.ts'

/** Moves an item of a list. A button that can do nothing keeps the focus, so that pressing it once too often loses no place. */
export function MoveButtons(props: {
  name: string
  first: boolean
  last: boolean
  busy?: boolean
  onMove: (by: 1 | -1) => void
}) {
  const { name, busy = false, onMove } = props
  const [noUp, noDown] = [busy || props.first, busy || props.last]
  return (
    <>
      <IconButton
        label={texts.moveUp(name)}
        aria-disabled={noUp}
        className="aria-disabled:opacity-35"
        onClick={() => noUp || onMove(-1)}
      >
        <ArrowDownIcon width={16} height={16} className="rotate-180" />
      </IconButton>
      <IconButton
        label={texts.moveDown(name)}
        aria-disabled={noDown}
        className="aria-disabled:opacity-35"
        onClick={() => noDown || onMove(1)}
      >
        <ArrowDownIcon width={16} height={16} />
      </IconButton>
    </>
  )
}
