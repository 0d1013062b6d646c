import { type ComponentType, lazy, memo, Suspense, useDeferredValue, useState } from 'react'

import { withoutMarks } from './marks.ts'

interface MarkdownProps {
  text: string
  /** More text is on the way. */
  growing: boolean
}

let loaded: ComponentType<MarkdownProps> | undefined
const load = (): Promise<{ default: ComponentType<MarkdownProps> }> =>
  import('./content.tsx').then(
    (content) => {
      loaded = content.default
      return content
    },
    () => ({ default: PlainText }),
  )
const MarkdownContent = lazy(load)

export function preloadMarkdown(): void {
  void load()
}

/** Safe (decision 20). Without the renderer the plain text is shown; while text arrives, rendering yields to input. */
export const Markdown = memo(function Markdown({ text, growing }: MarkdownProps) {
  const shown = useDeferredValue(text)
  // What is loaded suspends nothing: a plain text that was shown once would stay for a third of a second.
  const [Content] = useState(() => loaded ?? MarkdownContent)
  return (
    <div className="prose">
      <Suspense fallback={<PlainText text={text} />}>
        <Content text={growing ? shown : text} growing={growing} />
      </Suspense>
    </div>
  )
})

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{withoutMarks(text)}</p>
}
