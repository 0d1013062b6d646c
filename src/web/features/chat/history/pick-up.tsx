import { useRef } from 'react'
import * as texts from '../texts.tsx'
import { DeleteAll } from './delete/delete-all.tsx'
import { Conversations } from './list/conversation-list.tsx'
import type { ConversationList } from './list/use-conversation-list.ts'

/** The conversations that a wallet can resume, with any agent (decision 23). */
export function PickUp(props: { list: ConversationList; query: string; onClearSearch: () => void }) {
  const { list, query } = props
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-labelledby="pick-up" className="min-w-0">
      <div className="mb-1 flex items-center justify-between gap-4">
        <h2
          id="pick-up"
          ref={heading}
          tabIndex={-1}
          className="flex min-h-11 items-center text-lg leading-snug font-semibold outline-none"
        >
          {query ? texts.conversations : texts.continueWhereYouLeftOff}
        </h2>
        <DeleteAll offered={list.state === 'full' && !query} heading={heading} compact />
      </div>
      <Conversations
        list={list}
        query={query}
        none={<NothingYet />}
        onClearSearch={props.onClearSearch}
        heading={heading}
        withWords
        className="divide-y divide-line"
      />
    </section>
  )
}

function NothingYet() {
  return (
    <div className="grid content-start justify-items-start gap-2 border-t border-line py-6">
      <p className="display text-lg leading-snug font-semibold">{texts.noConversationsYet}</p>
      <p className="max-w-[46ch] text-sm text-soft">{texts.pickAgentAskSomethingConversation}</p>
    </div>
  )
}
