import { Fragment, memo, useEffect, useState } from 'react'
import { CopyButton } from '../copy-button.tsx'
import * as texts from '../texts.ts'
import type { ColouredLine } from './highlighter.ts'

/** Highlighted once it is complete. */
export const CodeBlock = memo(function CodeBlock(props: {
  code: string
  language: string
  finished: boolean
}) {
  const lines = useColours(props)
  return (
    <figure className="prose-code">
      <figcaption>
        <span>{props.language || texts.plainCode}</span>
        <CopyButton text={props.code} label={texts.copyCode} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line wider than the screen is scrolled by keyboard too */}
      <pre tabIndex={0}>
        <code>
          {lines
            ? lines.map((line, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its number
                <Fragment key={number}>
                  {number > 0 && '\n'}
                  {line.map((token) => (
                    <span key={token.offset} style={{ color: token.color }}>
                      {token.content}
                    </span>
                  ))}
                </Fragment>
              ))
            : props.code}
        </code>
      </pre>
    </figure>
  )
})

/** Undefined until they are computed, and always if the language is not known. */
function useColours({ code, language, finished }: { code: string; language: string; finished: boolean }) {
  const [coloured, setColoured] = useState<{ code: string; lines: ColouredLine[] | undefined }>()
  useEffect(() => {
    if (!finished || language === '') return
    let gone = false
    const colour = async () => {
      const { highlight } = await import('./highlighter.ts')
      const lines = await highlight(code, language)
      if (!gone) setColoured({ code, lines })
    }
    // Without the highlighter the code stays plain.
    colour().catch(() => {})
    return () => {
      gone = true
    }
  }, [code, language, finished])
  return coloured?.code === code ? coloured.lines : undefined
}
