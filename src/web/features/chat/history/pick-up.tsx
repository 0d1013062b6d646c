import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useTypedSearch } from '../../../lib/use-typed-search.ts'
import { useViewer } from '../../../lib/viewer.ts'
import { Conversations } from './conversation-list.tsx'
import { DeleteAll } from './delete-all.tsx'
import { askableSearch, searchProblem } from './history-search.ts'
import { HistorySearchBox } from './history-search-box.tsx'
import { KeptForWallets } from './kept-for-wallets.tsx'
import { useConversationList } from './use-conversation-list.ts'

/** What an address searches the conversations for. */
export const readHistorySearch = (search: URLSearchParams): string => search.get('query')?.trim() ?? ''

/** Decision 23: the conversations that a wallet can go on with, whichever agent they are with. */
export function PickUp() {
  const viewer = useViewer()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="pick-up" className="min-w-0">
      {viewer === null ? (
        <>
          <Heading heading={heading} />
          <KeptForWallets className="panel hairline cut mt-2.5 p-6 lg:p-8" />
        </>
      ) : (
        <Stored viewer={viewer} heading={heading} />
      )}
    </section>
  )
}

function Stored(props: { viewer: string | undefined; heading: RefObject<HTMLHeadingElement | null> }) {
  const { viewer, heading } = props
  const [address, setAddress] = useSearchParams()
  const query = readHistorySearch(address)
  const { settle: _, ...search } = useTypedSearch(query, (text) =>
    setAddress(writeSearch(new URLSearchParams(window.location.search), text), { replace: true }),
  )
  const searchBox = useRef<HTMLInputElement>(null)
  const asked = askableSearch(query)
  const list = useConversationList(viewer, asked ? { query: asked } : {})
  const nothingYet = list.state === 'empty' && search.text === '' && query === ''
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <Heading heading={heading} />
        <DeleteAll offered={list.state === 'full' && !asked} heading={heading} compact />
      </div>
      <div className="mt-2.5 grid gap-3">
        {!nothingYet && (
          <HistorySearchBox
            ref={searchBox}
            text={search.text}
            problem={searchProblem(query)}
            placeholder="Search conversations"
            onType={search.type}
            onCommit={search.searchNow}
          />
        )}
        <div>
          <Conversations
            list={list}
            query={asked}
            none={<NothingYet />}
            onClearSearch={() => {
              search.clear()
              searchBox.current?.focus()
            }}
            heading={heading}
            className="divide-y divide-line"
          />
        </div>
      </div>
    </>
  )
}

function NothingYet() {
  return (
    <div className="panel hairline cut grid content-start justify-items-start gap-4 p-6 lg:p-8">
      <p className="display text-lg leading-snug font-semibold">No conversations yet</p>
      <p className="max-w-[46ch] text-sm text-soft">
        Pick an entity and ask it something. What is said is kept for your wallet alone, and goes on from any
        device.
      </p>
    </div>
  )
}

function Heading({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  return (
    <h2
      id="pick-up"
      ref={heading}
      tabIndex={-1}
      className="flex min-h-11 items-center text-lg leading-snug font-semibold outline-none"
    >
      Pick up where you were
    </h2>
  )
}

/** The same address with another search; whatever else it says stays. */
function writeSearch(address: URLSearchParams, text: string): URLSearchParams {
  const next = new URLSearchParams(address)
  if (text.trim()) next.set('query', text.trim())
  else next.delete('query')
  return next
}
