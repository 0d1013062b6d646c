import { useRef, useState } from 'react'
import type { Statement } from '../../../shared/trust/desk.ts'
import { changeFocus } from '../../lib/change-focus.ts'
import { useMinute } from '../../lib/hooks/use-minute.ts'
import { Button } from '../../ui/button.tsx'
import { ObjectionForm } from './objection-form.tsx'
import { dayOf, howObjectionStands, restricts, whatFollows, whatWasDone, whyIt } from './statement-words.ts'
import * as texts from './texts.ts'

/** One decision: what was done, why, what follows, and what the person can say to it. */
export function StatementView(props: {
  statement: Statement
  owner: string
  /** Where its first sentence is said already. */
  withoutHead?: boolean
}) {
  const { statement } = props
  // Days are those of the reader's time zone, which a first paint does not know.
  const now = useMinute()
  if (now === null) return <div aria-hidden="true" className="skeleton h-24" />
  const why = whyIt(statement)
  return (
    <div className="grid max-w-[70ch] gap-2.5 text-pretty">
      {!props.withoutHead && (
        <p className={`font-medium wrap-anywhere ${statement.holds ? 'text-text' : 'text-soft'}`}>
          {whatWasDone(statement)}
        </p>
      )}
      {!statement.holds && restricts({ ...statement, holds: true }) && (
        <p className="label text-good">{texts.noLongerHolds}</p>
      )}
      {why && <p className="text-soft">{why}</p>}
      {statement.words !== '' && <Said label={texts.operatorSays} words={statement.words} />}
      <p className="text-soft">
        {[...(statement.holds ? whatFollows(statement, now) : []), texts.byAPerson].join(' ')}
      </p>
      <Objection {...props} />
    </div>
  )
}

function Said({ label, words }: { label: string; words: string }) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <blockquote
        dir="auto"
        className="mt-1.5 border-l-2 border-line-strong py-0.5 pl-3.5 wrap-anywhere whitespace-pre-line"
      >
        {words}
      </blockquote>
    </div>
  )
}

function Objection({ statement, owner }: { statement: Statement; owner: string }) {
  const { objection } = statement
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (objection)
    return (
      <div className="mt-1 grid gap-2.5">
        <Said label={texts.youObjected(dayOf(objection.at))} words={objection.words} />
        <p role="status" className={objection.answer === 'put_back' ? 'text-good' : 'text-soft'}>
          {howObjectionStands(objection)}
        </p>
        {objection.answerWords !== '' && <Said label={texts.operatorSays} words={objection.answerWords} />}
      </div>
    )
  if (!statement.canObject) return null
  if (!isOpen)
    return (
      <div className="mt-1 grid justify-items-start gap-3">
        <p className="text-soft">{texts.canObject}</p>
        <Button ref={opener} size="small" className="max-md:min-h-11" onClick={() => setOpen(true)}>
          {texts.object}
        </Button>
      </div>
    )
  const close = () =>
    changeFocus(
      () => setOpen(false),
      () => opener.current,
    )
  return <ObjectionForm number={statement.number} owner={owner} onClose={close} />
}
