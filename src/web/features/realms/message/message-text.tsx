import { memo, type ReactNode, useCallback } from 'react'
import type { RealmAgent } from '../../../../shared/realms/realms.ts'
import { endlessClass } from '../../../ui/endless.ts'
import { isPlain } from '../../../ui/markdown/is-plain.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Mentions } from '../../../ui/markdown/marks.ts'
import { type Span, spansOf } from './message-spans.ts'

/** The text of a person: the same Markdown as an agent's, in which each line break counts, with marked mentions. */
export const MessageText = memo(function MessageText(props: {
  text: string
  agents: readonly RealmAgent[]
  self: string | undefined
}) {
  const { text, agents, self } = props
  const mention = useCallback(
    (words: string) =>
      spansOf(words, agents, self).map((span, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name than its number
        <Piece key={number} span={span} />
      )),
    [agents, self],
  )
  return (
    <div className="[&_:is(p,li)]:whitespace-pre-line">
      <Mentions value={mention}>
        {isPlain(text) ? <Plain text={text} mention={mention} /> : <Markdown text={text} growing={false} />}
      </Mentions>
    </div>
  )
})

function Plain({ text, mention }: { text: string; mention: (words: string) => ReactNode }) {
  return (
    <div className={`prose ${endlessClass(text)}`}>
      {text.split(/\n\s*\n/).map((paragraph, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph has no other name than its number
        <p key={number}>{mention(paragraph)}</p>
      ))}
    </div>
  )
}

function Piece({ span }: { span: Span }) {
  switch (span.kind) {
    case 'words':
      return span.text
    case 'agent':
      return <span className="font-medium text-magenta">{span.text}</span>
    case 'person':
      return span.self ? (
        <mark className="rounded-[3px] bg-cyan/18 px-1 font-medium text-cyan">{span.text}</mark>
      ) : (
        <span className="font-medium text-violet">{span.text}</span>
      )
  }
}
