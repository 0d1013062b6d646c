import { useMemo } from 'react'
import { ShownLetters } from '../../blocks/tool-servers/tool-words.tsx'
import { compareTools, type Line } from './compare-tools.ts'
import * as texts from './texts.ts'

/** What of a tool is other than when it was accepted, line by line. */
export default function ToolDifference({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => compareTools(before, after), [before, after])
  if (lines.every(({ is }) => is === 'same' || is === 'skipped'))
    return <p className="text-sm text-muted">{texts.onlyNotation}</p>
  return (
    <div className="grid border-l border-line-strong font-mono text-13 leading-relaxed">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are made anew together and have no other identity
        <OneLine key={index} line={line} />
      ))}
    </div>
  )
}

const look = 'pr-2 pl-7 -indent-4 whitespace-pre-wrap wrap-anywhere'

function OneLine({ line }: { line: Line }) {
  switch (line.is) {
    case 'same':
      return (
        <p className={`${look} text-muted`}>
          <ShownLetters text={line.text} />
        </p>
      )
    case 'skipped':
      return <p className={`${look} text-muted italic`}>{texts.leftOut(line.lines)}</p>
    case 'added':
    case 'removed': {
      const isAdded = line.is === 'added'
      const Element = isAdded ? 'ins' : 'del'
      return (
        <p className={`${look} ${isAdded ? 'bg-good/8 text-good' : 'bg-bad/10 text-[#ff8ba0]'}`}>
          <Element className="no-underline">
            <span aria-hidden="true">{isAdded ? '+ ' : '− '}</span>
            <span className="sr-only">{isAdded ? texts.addedLine : texts.removedLine} </span>
            {line.pieces.map(({ text, isNew }, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are made anew together and have no other identity
                key={index}
                className={isNew ? (isAdded ? 'bg-good/25' : 'bg-bad/30') : ''}
              >
                <ShownLetters text={text} />
              </span>
            ))}
          </Element>
        </p>
      )
    }
    default:
      return line satisfies never
  }
}
