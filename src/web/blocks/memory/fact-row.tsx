import { useMutation } from '@tanstack/react-query'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { Fact } from '../../../shared/memory/facts.ts'
import { changeFocus } from '../../lib/change-focus.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { Link } from '../../lib/router/router.tsx'
import { ArrowDownIcon, EyeIcon, EyeOffIcon, PencilIcon, TrashIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toast.ts'
import { useEscape } from '../form/use-escape.ts'
import { When } from '../list/facts.tsx'
import { LastUsed } from '../list/row.tsx'
import { IconButton } from '../messages/icon-button.tsx'
import { FactForm } from './fact-form.tsx'
import type { MemoryActions } from './memory-changes.ts'
import * as texts from './texts.ts'
import { Undo } from './undo-deleted.tsx'
import type { DeletedFacts } from './use-deleted-facts.ts'

interface Props {
  fact: Fact
  agentId: string
  actions: MemoryActions
  deleted: DeletedFacts
  /** Called when the link to its message is followed. */
  onLeave: () => void
}

/** One fact with where it comes from, and what its person can do with it. */
export function FactRow(props: Props) {
  const { fact, deleted } = props
  return (
    <li className="py-3.5">
      {deleted.isDeleted(fact.id) ? (
        <Undo
          text={texts.deleted(fact.text)}
          onUndo={() => deleted.undo(fact.id)}
          onOver={() => deleted.over(fact.id)}
        />
      ) : (
        <Standing {...props} />
      )}
    </li>
  )
}

function Standing({ fact, agentId, actions, deleted, onLeave }: Props) {
  const [isEditing, setEditing] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const historyId = useId()
  const pencil = useRef<HTMLButtonElement>(null)
  const off = useSwitch(fact, actions)
  const done = () =>
    changeFocus(
      () => setEditing(false),
      () => pencil.current,
    )
  if (isEditing)
    return (
      <EditFact
        text={fact.text}
        save={(text) => (text === fact.text ? Promise.resolve(fact) : actions.change(fact.id, { text }))}
        onDone={done}
      />
    )
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span className="display pt-1 text-13 text-muted tabular-nums">
        <span className="sr-only">{texts.numbered(fact.number)}</span>
        <span aria-hidden="true">{fact.number}</span>
      </span>
      <p
        className={`text-15 leading-[1.55] wrap-anywhere transition-colors ${off.isOff ? 'text-muted' : ''}`}
      >
        {fact.text}
      </p>
      <div className="col-start-2 flex flex-wrap items-center justify-between gap-x-4">
        <Source fact={fact} agentId={agentId} isOff={off.isOff} onLeave={onLeave}>
          {fact.history.length > 0 && (
            <Before of={fact} isOpen={isOpen} historyId={historyId} onToggle={() => setOpen(!isOpen)} />
          )}
        </Source>
        <Controls
          fact={fact}
          off={off}
          pencil={pencil}
          onEdit={() => setEditing(true)}
          onRemove={() => void deleted.remove(fact)}
        />
        {isOpen && <History id={historyId} of={fact} />}
      </div>
    </div>
  )
}

/** Shown as switched at once, whatever the server says later. */
function useSwitch(fact: Fact, actions: MemoryActions) {
  const { isPending, variables, mutate } = useMutation({
    mutationFn: (isOff: boolean) => actions.change(fact.id, { isOff }),
    onError: (error) => toast.error(texts.notChanged(explainError(error))),
  })
  return {
    isOff: isPending ? variables : fact.isOff,
    toggle: () => isPending || mutate(!fact.isOff),
  }
}

/** Who said it, when, and in which message. */
function Source(props: {
  fact: Fact
  agentId: string
  isOff: boolean
  onLeave: () => void
  children: ReactNode
}) {
  const { fact } = props
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-2 text-13 text-muted">
      {props.isOff && (
        <>
          <span className="text-warning">{texts.switchedOff}</span>
          <span aria-hidden="true">·</span>
        </>
      )}
      <span>{fact.by === 'person' ? texts.byYou : texts.byAgent}</span>
      <LastUsed at={fact.updatedAt} />
      {fact.from && (
        <Link
          to={`/chat/${props.agentId}/${fact.from.conversationId}#${fact.from.messageId}`}
          onClick={props.onLeave}
          className="-my-2 py-2 text-soft underline decoration-line-strong underline-offset-4 hover:text-text"
        >
          {texts.toMessage}
        </Link>
      )}
      {props.children}
    </p>
  )
}

function Before(props: { of: Fact; isOpen: boolean; historyId: string; onToggle: () => void }) {
  const { of: fact, isOpen } = props
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={props.historyId}
      onClick={props.onToggle}
      className="-my-2 flex items-center gap-1.5 py-2 text-soft transition-colors hover:text-text"
    >
      {texts.before(fact.history.length)}
      <span className="sr-only">{texts.beforeOf(fact.text)}</span>
      <ArrowDownIcon
        width={12}
        height={12}
        className={`transition-transform duration-200 ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  )
}

function Controls(props: {
  fact: Fact
  off: ReturnType<typeof useSwitch>
  pencil: Ref<HTMLButtonElement>
  onEdit: () => void
  onRemove: () => void
}) {
  const { text } = props.fact
  const { isOff, toggle } = props.off
  return (
    <span className="-mr-2 ml-auto flex">
      <IconButton
        ref={props.pencil}
        label={texts.edit(text)}
        className="max-md:min-w-11"
        onClick={props.onEdit}
      >
        <PencilIcon width={16} height={16} />
      </IconButton>
      <IconButton label={isOff ? texts.switchOn(text) : texts.switchOff(text)} onClick={toggle}>
        {isOff ? <EyeIcon width={16} height={16} /> : <EyeOffIcon width={16} height={16} />}
      </IconButton>
      <IconButton label={texts.remove(text)} onClick={props.onRemove}>
        <TrashIcon width={16} height={16} />
      </IconButton>
    </span>
  )
}

/** What it said before, newest first. */
function History({ id, of: { history } }: { id: string; of: Fact }) {
  return (
    <ol id={id} className="mt-1 mb-2 grid w-full animate-fade gap-2.5 border-l border-line-strong pl-3">
      {history.map((version) => (
        <li key={version.until}>
          <p className="text-sm leading-[1.5] wrap-anywhere text-soft">{version.text}</p>
          <p className="text-13 text-muted">
            {`${version.by === 'person' ? texts.byYou : texts.byAgent}, ${texts.saidUntil} `}
            <When at={version.until} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function EditFact(props: { text: string; save: (text: string) => Promise<Fact>; onDone: () => void }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector('textarea')?.focus(), [])
  useEscape(props.onDone)
  return (
    <div ref={root}>
      <FactForm
        initial={props.text}
        label={texts.changeFact}
        action={texts.save}
        busyLabel={texts.saving}
        send={props.save}
        onSent={props.onDone}
        cancel={{ label: texts.cancel, go: props.onDone }}
      />
    </div>
  )
}
