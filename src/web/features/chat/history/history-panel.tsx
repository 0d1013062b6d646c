import { type RefObject, useRef, useState } from 'react'
import { askableSearch, searchProblem } from '../../../../shared/common/search-text.ts'
import { useTypedSearch } from '../../../lib/hooks/use-typed-search.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchBox, type SearchBoxProps } from '../../../ui/form/search-box.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import * as texts from '../texts.tsx'
import { DeleteAll } from './delete/delete-all.tsx'
import { KeptForWallets } from './kept-for-wallets.tsx'
import { Conversations } from './list/conversation-list.tsx'
import { useConversationList } from './list/use-conversation-list.ts'

interface HistoryPanelProps {
  /** The agent of the screen; null for the default entity of section 5. */
  agentId: string | null
  currentId: string | undefined
  onNew: () => void
  /** Whether the panel is inside something with a heading, such as a dialog. */
  headed?: boolean
  onLeave?: () => void
}

/** The stored conversations beside a chat. The panel fills its container, and the list has its own scrolling. */
export default function HistoryPanel(props: HistoryPanelProps) {
  const viewer = useViewer()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section aria-label={texts.conversations} className="flex h-full min-h-0 flex-col">
      <div className="flex flex-none items-center justify-between gap-3 px-3 pb-3">
        <h2 ref={heading} tabIndex={-1} className={props.headed ? 'sr-only' : 'label outline-none'}>
          {texts.conversations}
        </h2>
        <Button
          size="small"
          className={`max-md:min-h-11 ${props.headed ? 'w-full' : ''}`}
          onClick={() => {
            props.onLeave?.()
            props.onNew()
          }}
        >
          <PlusIcon width={16} height={16} />
          {props.headed ? texts.newConversation : texts.newAction}
        </Button>
      </div>
      {viewer === null && <KeptForWallets className="px-3 py-4" />}
      {viewer && <Stored {...props} viewer={viewer} heading={heading} />}
    </section>
  )
}

function Stored(
  props: HistoryPanelProps & { viewer: string; heading: RefObject<HTMLHeadingElement | null> },
) {
  const { agentId, currentId, onLeave } = props
  const [query, setQuery] = useState('')
  const { settle: _, ...search } = useTypedSearch(query, (text) => setQuery(text.trim()))
  const [onlyThis, setOnlyThis] = useState(false)
  const searchBox = useRef<HTMLInputElement>(null)
  const asked = askableSearch(query)
  const list = useConversationList(props.viewer, {
    ...(asked && { query: asked }),
    ...(onlyThis && agentId && { agentId }),
  })
  const clear = () => {
    search.clear()
    searchBox.current?.focus()
  }
  return (
    <>
      <div className="grid flex-none gap-3 px-3 pb-3">
        <HistorySearchBox
          ref={searchBox}
          text={search.text}
          problem={searchProblem(query)}
          placeholder={texts.search}
          onType={search.type}
          onCommit={search.searchNow}
        />
        {agentId && (
          <button
            type="button"
            aria-pressed={onlyThis}
            onClick={() => setOnlyThis(!onlyThis)}
            className="min-h-11 justify-self-start rounded-full border border-line-strong px-3.5 text-13 text-soft transition-colors hover:border-cyan hover:text-text aria-pressed:border-cyan aria-pressed:bg-cyan/10 aria-pressed:text-text md:min-h-8"
          >
            {texts.onlyAgent}
          </button>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Conversations
          list={list}
          query={asked}
          currentId={currentId}
          none={
            <p className="px-3 py-4 text-sm text-soft">
              {onlyThis ? texts.noneAgentYet : texts.noneYetYourConversationsSaved}
            </p>
          }
          {...(onLeave && { onOpen: onLeave })}
          onClearSearch={clear}
          heading={props.heading}
        />
        <DeleteAll
          offered={list.state === 'full' && !list.more && !asked && !onlyThis}
          shownAgentId={currentId && agentId ? agentId : undefined}
          heading={props.heading}
        />
      </div>
    </>
  )
}

function HistorySearchBox(props: SearchBoxProps & { placeholder: string }) {
  return (
    <search>
      <SearchBox {...props} label={texts.searchYourConversations} />
    </search>
  )
}
