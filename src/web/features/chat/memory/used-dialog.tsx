import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Fact, UsedInReply } from '../../../../shared/memory/facts.ts'
import { When } from '../../../blocks/list/facts.tsx'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { FactRow } from '../../../blocks/memory/fact-row.tsx'
import { useMemoryChanges } from '../../../blocks/memory/memory-changes.ts'
import { MemoryFailed } from '../../../blocks/memory/memory-dialog.tsx'
import { memoryKey } from '../../../blocks/memory/memory-query.ts'
import { useDeletedFacts, withDeleted } from '../../../blocks/memory/use-deleted-facts.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { Link } from '../../../lib/router/router.tsx'
import { useViewer } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { endlessClass } from '../../../ui/endless.ts'
import * as texts from './texts.ts'

interface Props {
  agent: { id: string; name: string }
  conversationId: string
  replyId: string
  onMemory: () => void
  onClose: () => void
}

/** What of before a reply was made with, as it is now. What was deleted since says so. */
export default function UsedDialog(props: Props) {
  const viewer = useViewer() ?? ''
  const { data, error, refetch } = useQuery(usedQuery(useApi(), viewer, props))
  return (
    <Dialog open title={texts.usedHereTitle} description={texts.usedHereAbout} onClose={props.onClose}>
      {data ? (
        <Used {...props} used={data} />
      ) : error ? (
        <MemoryFailed error={error} retry={() => void refetch()} />
      ) : (
        <Waiting words={texts.looking} look="grid gap-3">
          <div className="skeleton h-16" />
          <div className="skeleton h-16" />
        </Waiting>
      )}
    </Dialog>
  )
}

/** Changes of facts have it asked anew. */
const usedQuery = (api: Api, viewer: string, of: Pick<Props, 'conversationId' | 'replyId'>) => ({
  queryKey: [...memoryKey, viewer, 'used', of.conversationId, of.replyId],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<UsedInReply> =>
    unwrap(
      api.conversations[':id'].replies[':reply'].used.$get(
        { param: { id: of.conversationId, reply: of.replyId } },
        { init: { signal } },
      ),
    ),
})

function Used(props: Props & { used: UsedInReply }) {
  const { agent, used, conversationId, onClose } = props
  const actions = useMemoryChanges(agent.id)
  const deleted = useDeletedFacts(actions)
  const known = used.facts.flatMap(({ fact }): Fact[] => (fact ? [fact] : []))
  const facts = withDeleted(known, deleted.deleted)
  const gone = used.facts.length - facts.length
  const { story, recalled } = used
  return (
    <div className="grid gap-7">
      {used.facts.length > 0 && (
        <Section title={texts.usedFacts(agent.name)}>
          {facts.length > 0 && (
            <ol className="divide-y divide-line border-y border-line">
              {facts.map((fact) => (
                <FactRow
                  key={fact.id}
                  fact={fact}
                  agentId={agent.id}
                  actions={actions}
                  deleted={deleted}
                  onLeave={onClose}
                />
              ))}
            </ol>
          )}
          {gone > 0 && <Gone>{texts.factsGone(gone)}</Gone>}
          <Button
            size="small"
            className="justify-self-start max-md:min-h-11"
            aria-haspopup="dialog"
            onClick={props.onMemory}
          >
            {texts.allItRemembers(agent.name)}
          </Button>
        </Section>
      )}
      {story && (
        <Section title={texts.storySoFar}>
          {story.text === null ? <Gone>{texts.storyGone}</Gone> : <Story text={story.text} />}
        </Section>
      )}
      {recalled.length > 0 && (
        <Section title={texts.foundAgain}>
          <ol className="divide-y divide-line border-y border-line">
            {recalled.map((message) => (
              <Recalled
                key={message.messageId}
                message={message}
                agentName={agent.name}
                to={`/chat/${agent.id}/${conversationId}#${message.messageId}`}
                onLeave={onClose}
              />
            ))}
          </ol>
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="label text-soft">
        {title}
      </h3>
      {children}
    </section>
  )
}

function Gone({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted">{children}</p>
}

function Story({ text }: { text: string }) {
  return (
    <section
      aria-label={texts.storySoFar}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      className={`${endlessClass(text)} max-h-72 overflow-y-auto overscroll-contain border-l border-line-strong pl-3 text-15 leading-[1.6] whitespace-pre-wrap text-soft [overflow-wrap:anywhere]`}
    >
      {text}
    </section>
  )
}

function Recalled(props: {
  message: UsedInReply['recalled'][number]
  agentName: string
  to: string
  onLeave: () => void
}) {
  const { message } = props
  if (message.text === null)
    return (
      <li className="py-3.5">
        <Gone>{texts.messageGone}</Gone>
      </li>
    )
  return (
    <li className="grid gap-1 py-3.5">
      <p className="line-clamp-4 text-15 leading-[1.55] wrap-anywhere">{message.text}</p>
      <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-13 text-muted">
        <span>{message.role === 'user' ? texts.saidByYou : texts.saidBy(props.agentName)}</span>
        {message.createdAt !== null && (
          <>
            <span aria-hidden="true">·</span>
            <When at={message.createdAt} />
          </>
        )}
        <Link
          to={props.to}
          onClick={props.onLeave}
          className="-my-2 py-2 text-soft underline decoration-line-strong underline-offset-4 hover:text-text"
        >
          {texts.toMessage}
        </Link>
      </p>
    </li>
  )
}
