import { useState } from 'react'
import type { ToolState } from '../../../shared/tools/tool-fields.ts'
import { ArrowDownIcon } from '../../ui/icons.tsx'
import { ExactlySent, PlainText, SentView } from './sent-view.tsx'
import { type ShownCall, stateWords, timeTaken } from './shown-call.ts'
import * as texts from './texts.ts'

const lights: Record<ToolState, string> = {
  proposed: 'dot-live animate-pulse-soft [--hue:var(--color-magenta)]',
  waiting: '[--hue:var(--color-warning)]',
  allowed: 'dot-live animate-pulse-soft [--hue:var(--color-magenta)]',
  running: 'dot-live animate-pulse-soft [--hue:var(--color-magenta)]',
  done: '[--hue:var(--color-good)]',
  failed: '[--hue:var(--color-bad)]',
  refused: '[--hue:var(--color-muted)]',
  superseded: '[--hue:var(--color-muted)]',
  expired: '[--hue:var(--color-muted)]',
  unknown: '[--hue:var(--color-warning)]',
}

/** A call that nobody here decides about: one line, and what was sent and came back once it is opened. */
export default function CallLine({ call }: { call: ShownCall }) {
  const [isOpen, setOpen] = useState(false)
  const { title, origin, ms } = call
  const hasDetails = call.arguments !== undefined || call.result !== undefined || call.why || call.words
  const line = (
    <span className="min-w-0 leading-snug wrap-anywhere">
      <span className="font-medium text-soft">{title}</span>
      {origin !== null && ` ${texts.atOrigin(origin)}`}{' '}
      <span className="inline-block">{`· ${outcomeOf(call)}${ms === undefined ? '' : ` ${texts.took(timeTaken(ms))}`}`}</span>
    </span>
  )
  const look = 'flex w-fit max-w-full items-center gap-2.5 py-1.5 text-13 text-muted max-md:min-h-11'
  const light = <span aria-hidden="true" className={`dot ${lights[call.state]}`} />
  if (!hasDetails)
    return (
      <p className={look}>
        {light}
        {line}
      </p>
    )
  return (
    <details className="group/call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary
        className={`${look} cursor-pointer list-none transition-colors hover:text-text [&::-webkit-details-marker]:hidden`}
      >
        {light}
        {line}
        <ArrowDownIcon
          width={14}
          height={14}
          className="flex-none transition-transform duration-200 group-open/call:rotate-180"
        />
      </summary>
      {isOpen && <Details call={call} />}
    </details>
  )
}

function outcomeOf({ state, isQuestion }: ShownCall): string {
  return state === 'waiting' ? texts.waitsForSomebody : stateWords(state, isQuestion)
}

function Details({ call }: { call: ShownCall }) {
  const { arguments: given, result, length, why, words } = call
  return (
    <div className="mt-3 mb-5 grid max-w-[70ch] gap-4">
      {given !== undefined && (
        <div className="grid gap-2">
          <p className="label">{texts.request}</p>
          <SentView given={given} label={texts.request} />
          <ExactlySent given={given} open={false} />
        </div>
      )}
      {result !== undefined && (
        <div className="grid gap-2">
          <p className="label">{texts.result}</p>
          <PlainText label={texts.result} text={result === '' ? texts.emptyResult : result} />
          {length !== undefined && (
            <p className="text-13 text-muted">{texts.resultCut(length.toLocaleString('en-US'))}</p>
          )}
        </div>
      )}
      {why && <Said label={texts.why} words={why} />}
      {words && <Said label={texts.yourWords} words={words} />}
    </div>
  )
}

function Said({ label, words }: { label: string; words: string }) {
  return (
    <div className="grid gap-2">
      <p className="label">{label}</p>
      <p className="text-15 leading-[1.6] wrap-anywhere whitespace-pre-wrap text-soft">{words}</p>
    </div>
  )
}
