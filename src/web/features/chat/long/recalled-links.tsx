import { goToMessage } from '../../../blocks/messages/go-to-message.ts'
import * as texts from './texts.ts'

/** The messages that were found again for a reply. */
export default function RecalledLinks({ messages }: { messages: readonly string[] }) {
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-1 text-13 text-muted">
      {texts.recalled}
      {messages.map((id, index) => (
        <button
          key={id}
          type="button"
          aria-label={texts.goToRecalled(index + 1)}
          title={texts.goToRecalled(index + 1)}
          onClick={() => void goToMessage(id)}
          className="display grid min-h-8 min-w-8 place-items-center text-cyan tabular-nums underline underline-offset-3 transition-colors hover:text-text max-md:min-h-11 max-md:min-w-11"
        >
          {index + 1}
        </button>
      ))}
    </p>
  )
}
