import { Fragment, Suspense, useState } from 'react'
import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { endSentences } from '../../../../shared/chat/model-ends.ts'
import type { CopiedMessage, SharedConversation } from '../../../../shared/chat/shared-copies.ts'
import { CitedMarkdown } from '../../../blocks/citations/cited-markdown.tsx'
import { ModelLine } from '../../../blocks/models/model-line.tsx'
import { MadeBy } from '../../../blocks/people/made-by.tsx'
import { ShareButton } from '../../../blocks/share/share-button.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { column } from '../../../ui/column.ts'
import { endlessClass } from '../../../ui/endless.ts'
import { PeopleSaid } from '../../../ui/markdown/named-texts.tsx'
import { optionalPart } from '../../../ui/optional-part.ts'
import { Portrait } from '../../../ui/picture/picture.tsx'
import { earlierNotShared } from '../long/texts.ts'
import { brokenOff, reachedLengthLimit, saidNamed, talkWith } from '../texts.tsx'
import { copyPath } from './copies.ts'
import * as texts from './texts.ts'

const ReportButton = optionalPart(() => import('../../../blocks/report/report-button.tsx'))
const CallLine = optionalPart(() => import('../../../blocks/tools/call-line.tsx'))

/** The number of messages that are rendered at first, and that each step adds: a path can have thousands. */
const STEP = 60

/** A shared copy of a conversation (record 0049), with a link to a chat with the same agent. */
export function SharedConversationView({ copy }: { copy: SharedConversation }) {
  const { agent, messages, earlier = 0 } = copy
  const [shown, setShown] = useState(STEP)
  const left = messages.length - shown
  return (
    <article className={`${column} pt-9 pb-20 md:pt-13`}>
      <CopyHead copy={copy} />
      {earlier > 0 && <p className="pt-6 text-sm text-muted">{earlierNotShared(earlier)}</p>}
      <PeopleSaid texts={messages.flatMap((one) => (one.role === 'user' ? [one.content] : []))}>
        <ol aria-label={texts.messages} className="flex flex-col gap-6 py-8">
          {messages.slice(0, shown).map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes, and its messages have no other name
            <li key={index} className="flex flex-col">
              <MessageCopy message={message} agentName={agent.name} />
            </li>
          ))}
        </ol>
      </PeopleSaid>
      {left > 0 ? (
        <Button className="mx-auto flex" onClick={() => setShown(shown + STEP)}>
          {texts.showMoreMessages(Math.min(left, STEP), messages.length.toLocaleString('en-US'))}
        </Button>
      ) : (
        <footer className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-5">
          <p className="min-w-0 flex-[1_1_260px] text-sm text-muted">{texts.sharedCopyEndsHereLater}</p>
          {agent.open && (
            <ButtonLink to={`/chat/${agent.open.id}`} size="small" className="max-md:min-h-11">
              {texts.sharedConversationStartYourOwnChat}
            </ButtonLink>
          )}
        </footer>
      )}
      <Suspense fallback={null}>
        <ReportButton
          subject={{ kind: 'shared_copy', subject: copy.id }}
          title={copy.title}
          className="mt-4"
        />
      </Suspense>
    </article>
  )
}

function CopyHead({ copy }: { copy: SharedConversation }) {
  const { agent } = copy
  return (
    <header className="grid gap-5 border-b border-line pb-6">
      <div>
        <p className="label text-magenta">{texts.sharedConversation}</p>
        <h1 className="mt-2 text-26 leading-[1.15] font-bold wrap-anywhere md:text-34">{copy.title}</h1>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 items-center gap-3.5">
          <Portrait src={agent.pictureUrl} size={56} className="size-14" />
          <div className="min-w-0">
            <p className="display leading-snug font-semibold wrap-anywhere">{texts.Named(agent.name)}</p>
            <p className="flex flex-wrap gap-x-3 text-13 text-muted">
              {agent.open ? (
                <>
                  <span>{categoryNames[agent.open.category]}</span>
                  <MadeBy wallet={agent.open.owner} name={agent.open.ownerName} />
                </>
              ) : (
                texts.noLongerAnswers
              )}
            </p>
          </div>
        </div>
        <div className="flex gap-3 max-sm:w-full">
          {agent.open && (
            <ButtonLink to={`/chat/${agent.open.id}`} tone="primary" className="max-sm:min-w-0 max-sm:flex-1">
              <span className="max-w-[22ch] truncate">{talkWith(agent.name)}</span>
            </ButtonLink>
          )}
          <ShareButton
            folds
            shared={{
              name: copy.title,
              path: copyPath(copy),
              about: texts.anyoneLinkCanReadCopy,
            }}
          />
        </div>
      </div>
    </header>
  )
}

function MessageCopy({ message, agentName }: { message: CopiedMessage; agentName: string }) {
  if (message.role === 'user')
    return (
      <div className="max-w-message min-w-0 self-end rounded-[14px_14px_3px_14px] border border-cyan/20 bg-cyan/9 px-4 py-3">
        <p className="sr-only">{texts.asked}</p>
        <p
          className={`${endlessClass(message.content)} text-base break-words whitespace-pre-wrap [overflow-wrap:anywhere]`}
        >
          {message.content}
        </p>
      </div>
    )
  const { model } = message
  const ended = model?.ended ? endSentences[model.ended] : ''
  const end = endingOf(message)
  return (
    <div className="max-w-message min-w-0 self-start border-l-2 border-magenta pl-3.5 md:pl-5">
      <p className="sr-only">{saidNamed(agentName)}</p>
      {piecesOf(message).map(({ text, calls }, index, { length }) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes
        <Fragment key={index}>
          {text.trim() !== '' && (
            <div className="max-w-[70ch] text-base leading-[1.6] [overflow-wrap:anywhere]">
              <CitedMarkdown
                text={text}
                growing={false}
                sources={message.sources}
                listed={index === length - 1 ? message.content : ''}
              />
            </div>
          )}
          {calls.map((call, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes
            <div key={number} className="my-1.5 min-h-8">
              <Suspense fallback={<p className="text-13 text-muted">{call.title}</p>}>
                <CallLine call={call} />
              </Suspense>
            </div>
          ))}
        </Fragment>
      ))}
      {message.brought && <p className="mt-2 text-13 text-warning">{texts.broughtAlong}</p>}
      {ended ? (
        <p className="mt-2 text-13 text-warning">{ended}</p>
      ) : (
        end && <p className="display mt-2 text-13 tracking-[0.08em] text-muted">{end}</p>
      )}
      {model && (
        <div className="mt-1 flex flex-wrap">
          <ModelLine model={model} />
        </div>
      )}
    </div>
  )
}

/** The text up to each place where tools were called, with their calls. */
function piecesOf({ content, calls = [] }: Extract<CopiedMessage, { role: 'assistant' }>) {
  const places = [...new Set(calls.map(({ at }) => at))]
  const pieces = places.map((at, index) => ({
    text: content.slice(places[index - 1] ?? 0, at),
    calls: calls.filter((call) => call.at === at),
  }))
  const rest = content.slice(places.at(-1) ?? 0)
  return rest.trim() === '' && pieces.length > 0 ? pieces : [...pieces, { text: rest, calls: [] }]
}

function endingOf({ state, cutShort, calls }: Extract<CopiedMessage, { role: 'assistant' }>): string {
  switch (state) {
    case 'finished':
      return cutShort ? reachedLengthLimit : ''
    case 'stopped':
      // A call that was left behind says so itself.
      return calls?.at(-1)?.state === 'superseded' ? '' : 'Stopped'
    case 'running':
    case 'waiting':
    case 'interrupted':
    case 'failed':
      return brokenOff
  }
}
