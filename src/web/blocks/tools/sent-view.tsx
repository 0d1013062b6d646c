import type { ReactNode } from 'react'
import { withHiddenLetters } from '../../../shared/text/hidden-letters.ts'
import { endlessClass } from '../../ui/endless.ts'
import { Unfold } from '../../ui/unfold.tsx'
import { foldFields, type SentField, sentBytes, sentFields } from './argument-view.ts'
import * as texts from './texts.ts'

/** What a tool is sent, whole, as a list of names and values. */
export function SentView({ given, label = texts.whatIsSent }: { given: string; label?: string }) {
  const fields = sentFields(given)
  if (!fields) return <PlainText label={label} text={given} />
  if (fields.length === 0 || (fields.length === 1 && fields[0]?.path.length === 0))
    return <p className="text-15 text-soft">{texts.nothingIsSent}</p>
  return (
    <Folded label={label} fields={fields}>
      {(shown, goesOn) => (
        <dl className="grid gap-x-6 gap-y-3 md:grid-cols-[minmax(72px,auto)_minmax(0,1fr)]">
          {shown.map(({ path, value, isText }, index) => (
            <div key={path.join('\n')} className="grid gap-x-6 md:col-span-2 md:grid-cols-subgrid">
              <dt className="max-w-[24ch] text-13 leading-[1.8] wrap-anywhere text-muted">
                {goesOn && index === 0 ? texts.goesOn(path.join(' › ')) : path.join(' › ')}
              </dt>
              <dd
                className={`${endlessClass(value)} leading-[1.6] wrap-anywhere whitespace-pre-wrap ${isText ? 'text-15' : 'font-mono text-sm'}`}
              >
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Folded>
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
    <Unfold label={`${texts.exactly} (${texts.bytes(bytes)})`} look="text-13 text-muted md:min-h-8">
      {code}
    </Unfold>
  )
}

/** Never Markdown: nothing in it is drawn, loaded or leads anywhere. */
export function PlainText(props: { label: string; text: string; isCode?: boolean }) {
  const text = withHiddenLetters(props.text)
  return (
    <Folded label={props.label} fields={[{ path: [], value: text, isText: true }]}>
      {([shown]) => (
        <p
          className={`${endlessClass(text)} leading-[1.6] wrap-anywhere whitespace-pre-wrap ${props.isCode ? 'font-mono text-13 text-soft' : 'text-15'}`}
        >
          {shown?.value}
        </p>
      )}
    </Folded>
  )
}

/** What is too long to be shown at once says how much more there is: nothing is cut off in silence. */
function Folded(props: {
  label: string
  fields: readonly SentField[]
  /** @param goesOn whether the first of them began before */
  children: (fields: readonly SentField[], goesOn: boolean) => ReactNode
}) {
  const { shown, rest, left } = foldFields(props.fields)
  const goesOn = shown.at(-1)?.path === rest[0]?.path
  return (
    // biome-ignore lint/a11y/useSemanticElements: several of one page have the same name, which regions must not have
    <div role="group" aria-label={props.label} className="min-w-0 border-l border-line-strong pl-3">
      {props.children(shown, false)}
      {rest.length > 0 && (
        <Unfold label={texts.showAll(left)} look="text-warning">
          {props.children(rest, goesOn)}
        </Unfold>
      )}
    </div>
  )
}
