import { type ComponentType, lazy, memo, Suspense, useDeferredValue } from 'react'

interface MarkdownProps {
  text: string
  /** More words are on the way. */
  growing: boolean
}

const load = (): Promise<{ default: ComponentType<MarkdownProps> }> =>
  import('./content.tsx').catch(() => ({ default: PlainText }))
const MarkdownContent = lazy(load)

/** Fetches the renderer ahead of its first use. */
export function preloadMarkdown(): void {
  void load()
}

/**
 * A reply's markdown, safely (decision 20). Until the renderer is here, and where it can't come, the plain text stands
 * in its place. While words arrive, painting them yields to whatever the person does.
 */
export const Markdown = memo(function Markdown({ text, growing }: MarkdownProps) {
  const shown = useDeferredValue(text)
  return (
    <div className="prose">
      <Suspense fallback={<PlainText text={text} />}>
        <MarkdownContent text={growing ? shown : text} growing={growing} />
      </Suspense>
    </div>
  )
})

function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap">{text}</p>
}
