import * as blockTexts from '../../../blocks/people/texts.ts'
import type { PlacedMessage } from './shown-message.ts'

/** In the place of what somebody said whom the viewer blocks, until it is opened. */
export function Folded({ placed, onOpen }: { placed: PlacedMessage; onOpen: () => void }) {
  const { message, opens } = placed
  return (
    <li
      data-message={message.id}
      tabIndex={-1}
      data-number={message.kind === 'underway' ? undefined : message.number}
      className={`text-13 text-muted ${opens ? 'mt-5' : 'mt-1.5'}`}
    >
      <button
        type="button"
        className="min-h-8 text-left underline-offset-3 hover:text-soft hover:underline max-md:min-h-11"
        onClick={onOpen}
      >
        {blockTexts.hidden}
        <span className="text-cyan"> · {blockTexts.show}</span>
      </button>
    </li>
  )
}
