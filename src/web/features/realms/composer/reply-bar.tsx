import { CloseIcon } from '../../../ui/icons.tsx'
import type { Quoted } from '../message/quoted.ts'
import * as texts from './texts.ts'

export default function ReplyBar({
  quote,
  self,
  onCancel,
}: {
  quote: Quoted
  self: string | undefined
  onCancel: () => void
}) {
  const { author, words } = quote
  return (
    <div className="flex animate-fade items-center gap-2.5 border-b border-line pl-5 text-13">
      <span
        aria-hidden="true"
        className={`h-5 w-0.5 flex-none ${author?.isAgent ? 'bg-magenta' : 'bg-cyan'}`}
      />
      <p className="min-w-0 flex-1 truncate text-muted">
        {author ? (
          <>
            {texts.replyingTo}
            <bdi className={`font-medium ${author.isAgent ? 'text-magenta' : 'text-violet'}`}>
              {author.isAgent || author.wallet !== self ? author.name : texts.yourself}
            </bdi>
            {' · '}
            <bdi>{words}</bdi>
          </>
        ) : (
          texts.replyingToEarlier
        )}
      </p>
      <button
        type="button"
        aria-label={texts.cancelReply}
        className="grid size-11 flex-none place-items-center text-soft transition-colors hover:text-text"
        onClick={onCancel}
      >
        <CloseIcon width={16} height={16} />
      </button>
    </div>
  )
}
