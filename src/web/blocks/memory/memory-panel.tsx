import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Memory, MemoryChanges } from '../../../shared/memory/facts.ts'
import { memoryPlaces } from '../../../shared/memory/memory-limits.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { newId } from '../../lib/new-id.ts'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { Unfold } from '../../ui/unfold.tsx'
import { FactForm } from './fact-form.tsx'
import { FactRow } from './fact-row.tsx'
import { type MemoryActions, useMemoryChanges } from './memory-changes.ts'
import { MemoryFoot } from './memory-foot.tsx'
import * as texts from './texts.ts'
import { Undo } from './undo-deleted.tsx'
import { useDeletedFacts, withDeleted } from './use-deleted-facts.ts'

/** So many facts are found without a search. */
const SEARCHED_FROM = 8

/** What an agent remembers of the person, and all that they can do with it. */
export function MemoryPanel({ memory, onLeave }: { memory: Memory; onLeave: () => void }) {
  const { agentId, agentName } = memory
  const actions = useMemoryChanges(agentId)
  const [allGone, setAllGone] = useState<{ count: number; deletedAt: string }>()
  const list = useRef<HTMLDivElement>(null)
  const bringBack = async (deletedAt: string) => {
    try {
      await actions.restore(deletedAt)
    } catch (error) {
      toast.error(texts.notRestored(explainError(error)))
    }
    setAllGone(undefined)
    list.current?.focus({ preventScroll: true })
  }
  return (
    <div className="grid gap-6">
      <Choice memory={memory} actions={actions} />
      <FactForm
        again
        label={texts.add}
        hint={memory.choice.state === 'on' ? texts.addShort : texts.addHint(agentName)}
        action={texts.addAction}
        busyLabel={texts.adding}
        send={(text) => actions.add({ id: newId(), text }, memory.choice.state === 'off')}
        onSent={({ merged }) => merged && toast.success(texts.merged)}
      />
      <div ref={list} tabIndex={-1} className="outline-none">
        {allGone ? (
          <div className="border-y border-line py-3.5">
            <Undo
              text={texts.allDeleted(allGone.count)}
              onUndo={() => bringBack(allGone.deletedAt)}
              onOver={() => {
                setAllGone(undefined)
                void actions.refresh()
              }}
            />
          </div>
        ) : (
          <Facts memory={memory} actions={actions} onLeave={onLeave} />
        )}
      </div>
      {/* Of a memory about which nothing was decided there is nothing to allow. */}
      {memory.choice.state !== 'unasked' && <Places memory={memory} actions={actions} />}
      <MemoryFoot
        memory={memory}
        actions={actions}
        isEmptied={allGone !== undefined}
        onEmptied={setAllGone}
      />
    </div>
  )
}

interface Part {
  memory: Memory
  actions: MemoryActions
}

/** A switch shows what was pressed at once, and what is so once the server has said. */
function useChoice(actions: MemoryActions) {
  return useMutation({
    // Quick presses are sent one after the other, so that the last one counts.
    scope: { id: 'memory' },
    mutationFn: (changes: MemoryChanges) => actions.choose(changes),
    onError: (error) => toast.error(texts.notChanged(explainError(error))),
  })
}

function Choice({ memory, actions }: Part) {
  const { agentName } = memory
  const id = useId()
  const { mutate, isPending, variables } = useChoice(actions)
  const state = (isPending && variables.state) || memory.choice.state
  const about = { on: texts.isOn(agentName), off: texts.isOff, unasked: texts.isUnasked(agentName) }
  return (
    <div className="flex items-center justify-between gap-5 border-y border-line py-3">
      <div className="grid gap-1">
        <p id={id} className="font-medium">
          {texts.mayRemember(agentName)}
        </p>
        <p id={`${id}-about`} className="text-sm leading-[1.5] text-pretty text-soft">
          {about[state]}
        </p>
      </div>
      <Switch
        aria-labelledby={id}
        aria-describedby={`${id}-about`}
        on={state === 'on'}
        onChange={(on) => mutate({ state: on ? 'on' : 'off' })}
      />
    </div>
  )
}

function Facts({ memory, actions, onLeave }: Part & { onLeave: () => void }) {
  const deleted = useDeletedFacts(actions)
  const search = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const facts = withDeleted(memory.facts, deleted.deleted)
  const words = typed.trim().toLowerCase()
  const found = words === '' ? facts : facts.filter(({ text }) => text.toLowerCase().includes(words))
  const count = found.filter(({ id }) => !deleted.isDeleted(id)).length
  if (facts.length === 0)
    return (
      <div className="grid gap-1.5 border-t border-line pt-6">
        <p className="display font-semibold">{texts.nothingYet}</p>
        <p className="max-w-[58ch] text-sm leading-[1.6] text-soft">{texts.howToBegin}</p>
      </div>
    )
  return (
    <section aria-label={texts.facts} className="grid gap-3">
      {(facts.length >= SEARCHED_FROM || words !== '') && (
        <SearchBox
          ref={search}
          label={texts.search}
          placeholder={texts.searchPlaceholder}
          text={typed}
          problem={undefined}
          onType={setTyped}
          onCommit={() => {}}
        />
      )}
      <p role="status" className="label">
        {found.length > 0 ? texts.factsCount(count) : texts.noMatch(typed.trim())}
      </p>
      <ol
        className={`divide-y divide-line border-y border-line ${memory.choice.state === 'off' ? 'opacity-60' : ''}`}
      >
        {found.map((fact) => (
          <FactRow
            key={fact.id}
            fact={fact}
            agentId={memory.agentId}
            actions={actions}
            deleted={deleted}
            onLeave={onLeave}
          />
        ))}
      </ol>
    </section>
  )
}

function Places({ memory, actions }: Part) {
  const id = useId()
  const { mutate, isPending, variables } = useChoice(actions)
  const allowed = (isPending && variables.also) || memory.choice.also
  return (
    <Unfold label={texts.elsewhere}>
      <div className="mt-2 grid gap-4 border-l border-line-strong pl-4">
        <p className="max-w-[60ch] text-sm leading-[1.6] text-pretty text-soft">{texts.elsewhereAbout}</p>
        {memoryPlaces.map((place) => (
          <div key={place} className="flex items-center justify-between gap-5">
            <div className="grid gap-0.5">
              <p id={`${id}-${place}`} className="text-15">
                {texts.places[place].name}
              </p>
              <p id={`${id}-${place}-about`} className="text-sm leading-[1.5] text-pretty text-muted">
                {texts.places[place].about}
              </p>
            </div>
            <Switch
              aria-labelledby={`${id}-${place}`}
              aria-describedby={`${id}-${place}-about`}
              on={allowed.includes(place)}
              onChange={(on) =>
                mutate({ also: memoryPlaces.filter((one) => (one === place ? on : allowed.includes(one))) })
              }
            />
          </div>
        ))}
      </div>
    </Unfold>
  )
}
