import { Fragment } from 'react'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { PlacedCall, ToldCall } from '../../../shared/tools/told-call.ts'
import { CitedMarkdown } from '../citations/cited-markdown.tsx'
import CallLine from './call-line.tsx'
import { piecesOf } from './called-pieces.ts'
import ToolCard from './tool-card.tsx'

interface CalledTextProps {
  text: string
  growing: boolean
  sources: readonly CitedSource[] | null | undefined
  /** As everybody is told of them. */
  calls?: readonly ToldCall[] | undefined
  /** As whoever decides about them knows them. */
  ownCalls?: readonly PlacedCall[] | undefined
}

/** An agent's text with the calls of tools where they stand in it. */
export default function CalledText({ text, growing, sources, calls = [], ownCalls }: CalledTextProps) {
  const pieces = piecesOf<PlacedCall | ToldCall>(text, ownCalls ?? calls)
  const last = pieces.findLastIndex((piece) => piece.text.trim() !== '')
  const shown = pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their order
    <Fragment key={index}>
      {piece.text.trim() !== '' && (
        <CitedMarkdown
          text={piece.text}
          growing={growing && piece.calls.length === 0}
          sources={sources}
          // All that the text cites is listed below it, once it is complete.
          listed={index === last && !growing ? text : ''}
        />
      )}
      {piece.calls.map((call, number) =>
        'part' in call ? (
          <ToolCard key={call.part.call} part={call.part} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls never change their order
          <CallLine key={number} call={call} />
        ),
      )}
    </Fragment>
  ))
  return <>{shown}</>
}
