import { Fragment, memo, useEffect, useState } from 'react'
import { CopyButton } from '../copy-button.tsx'
import type { ColouredLine } from './highlighter.ts'

/** A block of code: its language, a button that copies it, and colours once it is all there. */
export const CodeBlock = memo(function CodeBlock(props: {
  code: string
  language: string
  finished: boolean
}) {
  const lines = useColours(props)
  return (
    <figure className="prose-code">
      <figcaption>
        <span>{props.language || 'text'}</span>
        <CopyButton text={props.code} label="Copy the code" />
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

/** The code in colours; undefined until they are known, and for ever where the language is not. */
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
    // Colours are a nicety: where their code can't be loaded the text stays as it is.
    colour().catch(() => {})
    return () => {
      gone = true
    }
  }, [code, language, finished])
  return coloured?.code === code ? coloured.lines : undefined
}
