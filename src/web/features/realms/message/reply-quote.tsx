import { hidden } from '../../../blocks/people/texts.ts'
import { ReplyIcon } from './message-icons.tsx'
import { type Quoted, quotedName } from './quoted.ts'
import * as texts from './texts.ts'

export function ReplyQuote(props: {
  quote: Quoted
  self: string | undefined
  onGo: (number: number) => void
  blocked: ReadonlySet<string>
}) {
  const { number } = props.quote
  const isHidden = props.quote.author !== undefined && props.blocked.has(props.quote.author.wallet)
  const author = isHidden ? undefined : props.quote.author
  const words = isHidden ? hidden : props.quote.words
  return (
    <button
      type="button"
      className="-mt-1 mb-1 flex w-full max-w-[70ch] min-w-0 items-center gap-2 py-1 text-left text-13 leading-5 text-muted transition-colors hover:text-soft max-md:-mt-3 max-md:-mb-1 max-md:min-h-11 [&>svg]:size-3.5 [&>svg]:flex-none"
      onClick={() => props.onGo(number)}
    >
      <ReplyIcon />
      <span className="min-w-0 truncate">
        <span className="sr-only">{texts.inReplyTo} </span>
        {author && (
          <>
            <bdi className={`font-medium ${author.isAgent ? 'text-magenta' : 'text-violet'}`}>
              {quotedName(props.quote, props.self)}
            </bdi>
            <span aria-hidden="true">{' · '}</span>
            <span className="sr-only">: </span>
          </>
        )}
        <bdi className={author ? '' : 'italic'}>{words}</bdi>
      </span>
    </button>
  )
}
