import type { ReactNode } from 'react'
import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'
import { endlessClass } from '../../ui/endless.ts'
import { Unfold } from '../../ui/unfold.tsx'
import { sentBytes, sentFields } from './argument-view.ts'
import * as texts from './texts.ts'

/** What a tool is sent, whole, as a list of names and values. */
export function SentView({ given, label = texts.whatIsSent }: { given: string; label?: string }) {
  const fields = sentFields(given)
  if (!fields) return <PlainText label={label} text={given} />
  if (fields.length === 0 || (fields.length === 1 && fields[0]?.path.length === 0))
    return <p className="text-[15px] text-soft">{texts.nothingIsSent}</p>
  return (
    <Scrolled label={label}>
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-[minmax(72px,auto)_minmax(0,1fr)]">
        {fields.map(({ path, value, isText }) => (
          <div key={path.join('\n')} className="grid gap-x-6 md:col-span-2 md:grid-cols-subgrid">
            <dt className="max-w-[24ch] text-[13px] leading-[1.8] wrap-anywhere text-muted">
              {path.join(' › ')}
            </dt>
            <dd
              className={`${endlessClass(value)} leading-[1.6] wrap-anywhere whitespace-pre-wrap ${isText ? 'text-[15px]' : 'font-mono text-sm'}`}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Scrolled>
  )
}

/** The JSON as the model wrote it: behind a line, or open where each letter counts. */
export function ExactlySent({ given, open }: { given: string; open: boolean }) {
  const { text, bytes } = sentBytes(given)
  const code = <PlainText label={texts.exactly} text={text} isCode />
  if (open)
    return (
      <div className="grid gap-2">
        <p className="text-sm text-soft">{texts.exactBytes(texts.bytes(bytes))}</p>
        {code}
      </div>
    )
  return (
    <Unfold label={`${texts.exactly} (${texts.bytes(bytes)})`} look="text-[13px] text-muted md:min-h-8">
      {code}
    </Unfold>
  )
}

/** Never Markdown: nothing in it is drawn, loaded or leads anywhere. */
export function PlainText(props: { label: string; text: string; isCode?: boolean }) {
  const text = withHiddenLetters(props.text)
  return (
    <Scrolled label={props.label}>
      <p
        className={`${endlessClass(text)} leading-[1.6] wrap-anywhere whitespace-pre-wrap ${props.isCode ? 'font-mono text-[13px] text-soft' : 'text-[15px]'}`}
      >
        {text}
      </p>
    </Scrolled>
  )
}

function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: several of one page have the same name, which regions must not have
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      className="max-h-80 overflow-y-auto overscroll-contain border-l border-line-strong pl-3"
    >
      {children}
    </div>
  )
}
