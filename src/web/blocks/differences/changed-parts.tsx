import { Fragment } from 'react'
import { endlessClass } from '../../ui/endless.ts'
import * as texts from '../texts.ts'
import type { Part } from './compare-texts.ts'

/** Added or removed text: underlined or struck through, with its sign, and named for screen readers. */
function Changed({ is, text }: { is: 'added' | 'removed'; text: string }) {
  const Element = is === 'added' ? 'ins' : 'del'
  return (
    <Element className={is === 'added' ? 'bg-good/8 text-good' : 'bg-bad/10 text-[#ff8ba0]'}>
      {/* An inline block, so that the line through removed text does not cross the sign. */}
      <span aria-hidden="true" className="inline-block">
        {is === 'added' ? '+' : '−'}
      </span>
      <span className="sr-only">{` (${is}: `}</span>
      {text}
      <span className="sr-only">) </span>
    </Element>
  )
}

export function ChangedText({ parts }: { parts: readonly Part[] }) {
  return (
    <p
      className={`${endlessClass(parts.map(({ text }) => text).join(' '))} text-sm wrap-anywhere whitespace-pre-line text-soft`}
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are made anew together and have no other identity
        <Fragment key={index}>
          {part.is === 'skipped' ? (
            <>
              <span aria-hidden="true"> … </span>
              <span className="sr-only"> {texts.wordsLeftOut} </span>
            </>
          ) : part.is === 'same' ? (
            part.text
          ) : (
            <Changed is={part.is} text={part.text} />
          )}
        </Fragment>
      ))}
    </p>
  )
}

export function ChangedList({ parts, label }: { parts: readonly Part[]; label: string }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
      {parts.map(({ is, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are made anew together and have no other identity
        <li key={index} className="wrap-anywhere">
          {is === 'added' || is === 'removed' ? <Changed is={is} text={text} /> : text}
        </li>
      ))}
    </ul>
  )
}
